import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Project } from '#contract/projects/project.ts'

import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

/**
 * Rows of text fields that are added and removed. All that the form may have are in it, and those that are not used are
 * hidden and empty, so that a draft finds the fields that it restores.
 */
export function FormRows({ noun, max, filled, error, project, Offers, renderRow }: FormRowsProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(filled)
  useEffect(() => {
    const form = ref.current?.closest('form')
    const show = () => setCount((shown) => Math.max(shown, filledRows(ref.current!)))
    form?.addEventListener('input', show)
    return () => form?.removeEventListener('input', show)
  }, [])
  const add = (rows: readonly (readonly string[])[]) => {
    const rest = filledRows(ref.current!)
    // Rows that were added and are empty still are filled first.
    const first = rows.some((values) => values.some(Boolean)) ? rest : count
    flushSync(() => setCount(Math.max(count, Math.min(max, first + rows.length))))
    for (const [index, values] of rows.entries()) fill(ref.current!, first + index, values)
    rowsIn(ref.current!)[Math.min(first, max - 1)]?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const remove = (index: number) => {
    const rows = rowsIn(ref.current!).map(valuesIn)
    for (let place = index; place < max; place++) fill(ref.current!, place, rows[place + 1] ?? [])
    flushSync(() => setCount(count - 1))
    ref.current!.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  return (
    <div ref={ref} className="flex flex-col gap-5">
      {Array.from({ length: max }, (_, index) => (
        <fieldset
          key={index}
          data-row
          hidden={index >= count}
          className="border-rule flex min-w-0 flex-col gap-3 border-b pb-5"
        >
          <legend className="sr-only">{`${noun} ${index + 1}`}</legend>
          {renderRow(index)}
          <Button
            tone="link"
            size="small"
            className="self-start"
            aria-label={`Remove ${noun.toLowerCase()} ${index + 1}`}
            onClick={() => remove(index)}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <FieldError>{error}</FieldError>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {count < max && (
          <Button tone="quiet" size="small" icon={<Icon name="plus" />} data-add onClick={() => add([[]])}>
            {`Add a ${noun}`}
          </Button>
        )}
        <span className="text-14 text-quiet tabular-nums">{`${count} of ${max}`}</span>
      </div>
      {count < max && <Offers project={project} onAdd={add} />}
    </div>
  )
}

interface FormRowsProps {
  /** What one row is, with a capital. */
  noun: string
  max: number
  /** The number of rows that the form begins with. */
  filled: number
  error?: string | undefined
  project: Project
  /** What rows can be filled with. */
  Offers: ComponentType<OffersProps>
  renderRow: (index: number) => ReactNode
}

export interface OffersProps {
  project: Project
  /** Adds rows with these values of their fields, in order. */
  onAdd: (rows: readonly (readonly string[])[]) => void
}

type Input = HTMLInputElement | HTMLTextAreaElement

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]
const fieldsIn = (row: HTMLElement | undefined) => [
  ...(row?.querySelectorAll<Input>('input, textarea') ?? []),
]
const valuesIn = (row: HTMLElement) => fieldsIn(row).map(({ value }) => value)

/** The number of rows up to the last one with a value. */
const filledRows = (list: HTMLElement) =>
  rowsIn(list).findLastIndex((row) => valuesIn(row).some((value) => value.trim() !== '')) + 1

/** Sets the fields of a row, as if they were typed. */
function fill(list: HTMLElement, index: number, values: readonly string[]) {
  for (const [place, input] of fieldsIn(rowsIn(list)[index]).entries()) {
    input.value = values[place] ?? ''
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** The rows in a form, without the empty ones behind the last with a value. */
export function rowsOf<Part extends string>(
  form: FormData,
  name: string,
  max: number,
  parts: readonly Part[],
) {
  const rows = Array.from(
    { length: max },
    (_, index) =>
      Object.fromEntries(parts.map((part) => [part, textOf(form, `${name}/${index}/${part}`)])) as Record<
        Part,
        string
      >,
  )
  return rows.slice(0, rows.findLastIndex((row) => parts.some((part) => row[part] !== '')) + 1)
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
