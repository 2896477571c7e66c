import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, useNavigation, useSearchParams } from 'react-router'

import { formatCount } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import type { z } from '#contract/kit/zod.ts'

import { useAnnouncement } from '../ui/announcer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Failure } from '../ui/failure.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusAfterRemoval } from '../ui/focus.ts'
import { Select, TextInput } from '../ui/inputs.tsx'
import { Pagination, StateLink } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { ActionButton, type Answer, ConfirmButton, useAction } from './form/action-form.tsx'

/** Reads the query of a list from its address, by the schema of its call; an invalid value counts as absent. */
export function queryIn<Query extends z.ZodObject>(query: Query, from: Request | URLSearchParams) {
  const params = from instanceof URLSearchParams ? from : new URL(from.url).searchParams
  const values = Object.entries(query.shape).map(([name, field]: [string, z.ZodType]) => {
    const read = field.safeParse(params.get(name)?.slice(0, limits.search) || undefined)
    return [name, read.success ? read.data : field.safeParse(undefined).data]
  })
  return Object.fromEntries(values) as z.output<Query>
}

/**
 * A staff page with a long list: its title, its filters, one page of the rows and links to the others. All that is
 * selected stands in the address. The rows are a table by `columns`, or what `card` renders for each.
 */
export function StaffList<Row extends { _id: string }>(props: StaffListProps<Row>) {
  const { title, lead, note, action, states, search, filters, children, rows, bulk, empty, aside } = props
  const { pagination = { page: 1, pages: 1, total: rows.length } } = props
  const { page, pages, total, capped } = pagination
  const [params] = useSearchParams()
  // The last rows of the last page may have been removed.
  const isBeyond = page > 1 && page > pages
  const found = `${formatCount(total)}${capped ? '+' : ''} found${note ? `, ${note}` : ''}`
  useAnnouncement(found)
  const list = (
    <>
      {rows.length > 0 || isBeyond || !empty ? <Rows {...props} /> : <EmptyList {...empty} />}
      <Pagination page={page} pages={pages} className="mt-6" />
    </>
  )
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <div className="flex flex-wrap items-baseline gap-x-4">
            <h1 className="text-28">{title}</h1>
            {search && <p className="text-13 text-quiet tabular-nums">{found}</p>}
          </div>
          {lead && <p className="text-quiet mt-1 max-w-(--container-text)">{lead}</p>}
        </div>
        {action}
      </div>
      {states && <States label={title} {...states} />}
      {search && <Filters {...search} filters={filters} />}
      {children}
      {bulk && <BulkBar {...bulk} onPage={rows.filter(({ _id }) => bulk.selection.ids.has(_id)).length} />}
      {aside ? (
        <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0">{list}</div>
          {aside}
        </div>
      ) : (
        list
      )}
      {capped && (
        <p className="text-14 text-quiet mt-3 text-center">
          {`The ${params.has('orderBy') ? 'first' : 'newest'} ${formatCount(total)} are listed. Search or filter to find others.`}
        </p>
      )}
      {isBeyond && <Navigate to={withChanges(params, { page: `${pages || 1}` })} replace />}
    </>
  )
}

interface StaffListProps<Row> {
  title: string
  lead?: ReactNode
  /** Shown after the number of results. */
  note?: string
  /** Shown beside the title. */
  action?: ReactNode
  /** Links that each show a part of the list; the first one has no parameter in the address. */
  states?: { name: string; options: readonly { value: string; label: string; count?: number }[] }
  search?: Omit<FiltersProps, 'filters'>
  filters?: readonly Filter[] | undefined
  /** Shown above the rows. */
  children?: ReactNode
  rows: readonly Row[]
  columns?: readonly StaffColumn<Row>[]
  card?: (row: Row) => ReactNode
  /** The current order of the rows, where columns have an `orderBy`. */
  orderedBy?: { column: string; way: 'asc' | 'desc' }
  bulk?: Bulk<Row> | undefined
  /** Undefined for a list that is shown whole. */
  pagination?: { page: number; pages: number; total: number; capped?: true | undefined }
  empty?: { title: string; text?: string; show?: { label: string; to: string } }
  /** Shown beside the list where there is room, otherwise below it. */
  aside?: ReactNode
}

/** A column of a staff list; with `orderBy` the rows can be sorted by it. */
export type StaffColumn<Row> = Column<Row> & { orderBy?: string }

function Rows<Row extends { _id: string }>(props: StaffListProps<Row>) {
  const { title, states, rows, columns = [], card, orderedBy, bulk } = props
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading' && 'opacity-60'
  if (card) return <ul className={`flex flex-col gap-6 ${busy || ''}`}>{rows.map(card)}</ul>
  const state = states?.options.find(({ value }) => value === params.get(states.name)) ?? states?.options[0]
  const sorted = ({ orderBy, ...column }: StaffColumn<Row>): Column<Row> => {
    if (!orderBy) return column
    const now = orderedBy?.column === orderBy ? orderedBy.way : undefined
    const to = withChanges(params, { orderBy, order: now === 'asc' ? 'desc' : 'asc', page: '' })
    return { ...column, sort: { to, now: now && (now === 'asc' ? 'ascending' : 'descending') } }
  }
  return (
    <Sheet className={`overflow-hidden ${busy || ''}`}>
      <DataTable
        folds="wide"
        className="max-h-none!"
        caption={state ? `${title}: ${state.label}` : title}
        columns={columns.map(sorted)}
        rows={rows}
        rowKey={({ _id }) => _id}
        select={
          bulk && { selected: bulk.selection.ids, onSelect: bulk.selection.select, label: bulk.selectLabel }
        }
      />
    </Sheet>
  )
}

const EmptyList = ({ title, text, show }: NonNullable<StaffListProps<never>['empty']>) => (
  <Sheet>
    <EmptyState
      title={title}
      action={
        show && (
          <ButtonLink to={show.to} tone="quiet">
            {show.label}
          </ButtonLink>
        )
      }
    >
      {text}
    </EmptyState>
  </Sheet>
)

function States({ label, name, options }: NonNullable<StaffListProps<never>['states']> & { label: string }) {
  const [params] = useSearchParams()
  const here = options.find(({ value }) => value === params.get(name)) ?? options[0]
  return (
    <nav aria-label={label} className="scroll-strip border-rule mb-6 flex gap-6 border-b">
      {options.map((option) => (
        <StateLink
          key={option.value}
          to={{ search: option === options[0] ? '' : `?${name}=${option.value}` }}
          isHere={option === here}
        >
          <span>{option.label}</span>
          {option.count !== undefined && <span className="count">{option.count}</span>}
        </StateLink>
      ))}
    </nav>
  )
}

/**
 * A filter beside the search: a selection, which applies at once, or a date, which applies with the button or Enter.
 */
type Filter = { name: string; label: string; showLabel?: true } & (
  | { placeholder: string; options: readonly (string | { value: string; label: string })[] }
  | { type: 'date' }
)

/**
 * The search, which applies 300 ms after the last key, and the other filters. Empty values are left out of the
 * address.
 */
function Filters({ label, placeholder, filters }: FiltersProps) {
  const [params, setParams] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])
  // Back and links change the address too; what is being typed stays.
  useEffect(() => {
    for (const field of fieldsOf(form.current)) {
      const value = params.get(field.name) ?? ''
      if (typing.current && field.type === 'search') continue
      if (field.value !== value) field.value = value
      if (field.value !== value) field.value = ''
    }
  }, [params])
  const narrow = (replace: boolean) => {
    clearTimeout(typing.current)
    typing.current = undefined
    const values = fieldsOf(form.current).map(({ name, value }) => [name, value.trim() && value])
    const next = withChanges(params, { ...Object.fromEntries(values), page: '' })
    setParams(next, { replace: replace || next === withChanges(params, {}), preventScrollReset: true })
  }
  return (
    <form
      ref={form}
      className="mb-5 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        narrow(false)
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLSelectElement) narrow(false)
        else if (target instanceof HTMLInputElement && target.type === 'search') {
          clearTimeout(typing.current)
          typing.current = setTimeout(() => narrow(true), 300)
        }
      }}
    >
      <SearchField
        label={label}
        placeholder={placeholder}
        defaultValue={params.get('search') ?? ''}
        submit="Search"
        className="flex-1 basis-72 max-sm:basis-full"
        maxLength={limits.search}
      />
      {filters?.map(({ label: of, showLabel, ...filter }) => (
        <Field
          key={filter.name}
          label={of}
          hideLabel={!showLabel}
          className="max-sm:min-w-0 max-sm:grow max-sm:basis-2/5"
        >
          {'options' in filter ? (
            <Select {...filter} defaultValue={params.get(filter.name) ?? ''} />
          ) : (
            <TextInput {...filter} defaultValue={params.get(filter.name) ?? ''} />
          )}
        </Field>
      ))}
    </form>
  )
}

interface FiltersProps {
  label: string
  placeholder: string
  filters?: readonly Filter[] | undefined
}

const fieldsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  )

/** Returns the query of an address with some parameters changed; an empty text removes a parameter. */
function withChanges(params: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return `?${next}`
}

/** Returns the selected rows of a list, which are preserved from page to page and cleared when the filters change. */
export function useSelection(): Selection {
  const [params] = useSearchParams()
  const filter = withChanges(params, { page: '', orderBy: '', order: '' })
  const [{ of, ids }, set] = useState({ of: filter, ids: none })
  if (of !== filter) set({ of: filter, ids: none })
  const select = useCallback(
    (changes: readonly string[], isSelected: boolean) =>
      set((before) => {
        const next = new Set(before.ids)
        for (const id of changes) {
          if (isSelected) next.add(id)
          else next.delete(id)
        }
        return { ...before, ids: next }
      }),
    [],
  )
  const clear = useCallback(() => set((before) => ({ ...before, ids: none })), [])
  return { ids, select, clear }
}

const none: ReadonlySet<string> = new Set()

export interface Selection {
  ids: ReadonlySet<string>
  select: (ids: readonly string[], isSelected: boolean) => void
  clear: () => void
}

/** The bulk actions of a list; the page's action gets the form fields `intent` and an `id` for each selected row. */
interface Bulk<Row> {
  selection: Selection
  selectLabel: (row: Row) => string
  actions: readonly BulkAction[]
  /** Renders what is shown of an answer above the rows. */
  result?(answer: Answer): ReactNode
}

interface BulkAction {
  value: string
  label: string
  /** Asked before the action runs; `means` explains it. */
  question?: (count: number) => string
  means?: string
  pendingText?: string
}

/** The rows to deselect after a bulk action; all of them when it is left out. */
export type Gone = { gone: readonly string[] }

/** The number of selected rows, some of which may be on other pages, and the bulk actions; it stays in view. */
function BulkBar({ selection, actions, result, onPage }: BulkBarProps) {
  const { ids, select, clear } = selection
  const by = useAction<Gone>({ onDone: ({ gone }) => (gone ? select(gone, false) : clear()) })
  const answer = by.answer && result?.(by.answer)
  const selected = `${ids.size} selected`
  const elsewhere = ids.size > onPage ? `, ${ids.size - onPage} on other pages` : ''
  useAnnouncement(selected + elsewhere)
  useFocusAfterRemoval(ids.size)
  // It stays when nothing is selected any more.
  const outcome = (
    <>
      {answer}
      <Failure className="mb-4">{by.failure}</Failure>
    </>
  )
  if (ids.size === 0) return outcome
  return (
    <>
      {outcome}
      <section
        aria-label="Bulk actions"
        className="bulk-bar border-edge bg-sheet rounded-sheet sticky top-16 z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border px-4 py-2 shadow-sm"
      >
        <div className="mr-auto flex items-center gap-3">
          <p className="font-semibold tabular-nums">
            <span>{selected}</span>
            {elsewhere && <span className="text-quiet font-normal">{elsewhere}</span>}
          </p>
          <Button tone="link" size="small" onClick={clear}>
            Clear
          </Button>
        </div>
        <div className="flex flex-wrap gap-2">
          {actions.map(({ value, label, question, means, pendingText }) => {
            const press = { by, submit: { intent: value, id: [...ids] }, size: 'small', pendingText } as const
            return question ? (
              <ConfirmButton
                key={value}
                {...press}
                tone="danger"
                question={question(ids.size)}
                confirm={label}
                danger
              >
                {means}
              </ConfirmButton>
            ) : (
              <ActionButton key={value} {...press} tone="quiet">
                {label}
              </ActionButton>
            )
          })}
        </div>
      </section>
    </>
  )
}

type BulkBarProps = Omit<Bulk<never>, 'selectLabel'> & { onPage: number }
