import { useEffect, useId, useRef } from 'react'

import type { z } from '#contract/zod.ts'

import type { FieldControl } from '../../ui/field.tsx'
import { useDraft } from './draft.ts'

/** What the browser holds a field to. */
export type Constraint = Pick<FieldControl, 'maxLength' | 'pattern' | 'min' | 'max' | 'step'> & {
  required?: true
}
export type Constraints<Name extends string> = Readonly<Record<Name, Constraint>>

/** What came of sending a form: what was done, or a sentence, what is wrong with which field, and what had been entered. */
export interface FormAnswer {
  /** Set when it succeeded; empty when there is nothing to say. */
  done?: string
  /** What the server calls its refusal; none when nobody answered, or nothing was sent. */
  code?: string | undefined
  message?: string | undefined
  fields?: Record<string, string> | undefined
  entered?: Record<string, string> | undefined
}

/**
 * Ties a form to what its contract says of its fields and to the last answer: spread `field(name)` on each Field. Wrong
 * fields are marked, and the first one is scrolled to and focused; without one, the sentence is. `message` is what no single field says. What is typed in a form with the name of a `draft` outlives a reload and the end of the session, until `dropDraft`; a `lasting` one the tab too.
 */
export function useForm<Name extends string>(
  constraints: Constraints<Name>,
  answer: FormAnswer = {},
  draft?: string,
  { lasting = false } = {},
) {
  const ref = useRef<HTMLFormElement>(null)
  useDraft(ref, draft, lasting)
  const messageId = useId()
  const wrong = wrongFields(constraints, answer.fields)
  // When the answer's sentence stands for several fields, it is said once, for the whole form.
  const own = (name: Name) =>
    wrong[name] === answer.message && times(wrong, wrong[name]) > 1 ? undefined : wrong[name]
  const isSaid = (Object.keys(wrong) as Name[]).some((name) => own(name) === answer.message)
  const message = isSaid ? undefined : answer.message
  useFocusOnMistake(ref, answer.fields, message === undefined ? undefined : messageId)
  return {
    ref,
    message: message === undefined ? undefined : { id: messageId, children: message },
    field(name: Name, value?: string | number | null) {
      const { required, maxLength = Infinity, ...others } = constraints[name]
      const rest = maxLength > maxHeldLength ? others : { ...others, maxLength }
      const isShared = wrong[name] !== undefined && own(name) === undefined
      const defaultValue = answer.entered?.[name] ?? value ?? undefined
      return {
        required,
        error: own(name),
        control: {
          ...rest,
          name,
          ...(defaultValue !== undefined && { defaultValue }),
          ...(isShared && { 'aria-invalid': true as const, 'aria-describedby': messageId }),
        },
      }
    },
  }
}

/** Characters. A browser silently cuts what is pasted into a field with a limit: right for a number, while of a text it is said that it is too long. */
const maxHeldLength = 60

/** The answer by the names of the form's fields: a server speaks of `userData/phone` and of `technologies/3`. */
function wrongFields<Name extends string>(constraints: Constraints<Name>, fields: FormAnswer['fields']) {
  const wrong: Partial<Record<Name, string>> = {}
  for (const [path, message] of Object.entries(fields ?? {})) {
    const name = path.split(/[./]/).find((part) => part in constraints) as Name | undefined
    if (name) wrong[name] ??= message
  }
  return wrong
}

const times = (wrong: Partial<Record<string, string>>, message: string | undefined) =>
  Object.values(wrong).filter((other) => other === message).length

function useFocusOnMistake(
  ref: { current: HTMLFormElement | null },
  fields: FormAnswer['fields'],
  messageId: string | undefined,
) {
  useEffect(() => {
    const first = fields && ref.current?.querySelector<HTMLElement>('[aria-invalid]')
    // Of a group of choices the first takes the focus: the group cannot.
    const control = first?.matches('fieldset') ? first.querySelector('input') : first
    control?.focus({ preventScroll: true })
    const shown = first ?? (messageId && document.getElementById(messageId))
    if (shown) shown.scrollIntoView({ block: first ? 'center' : 'nearest' })
  }, [ref, fields, messageId])
}

/** A text field of a form, trimmed; empty when it is missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** A text field of a form as a list; empty entries are left out. */
export const entriesIn = (form: FormData, name: string, separator: string): string[] =>
  textIn(form, name)
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)

/** A number field of a form; undefined when it is empty. */
export function numberIn(form: FormData, name: string): number | undefined {
  const text = textIn(form, name)
  return text === '' ? undefined : Number(text)
}

/** What the contract's schema finds wrong with what was entered, as the server would answer it; undefined when nothing is. */
export function mistakesIn(schema: z.ZodType, entered: unknown): FormAnswer | undefined {
  const { error } = schema.safeParse(entered)
  if (!error) return undefined
  const mistakes = error.issues.map(({ path, message }) => [path.join('/'), message] as const)
  return { message: mistakes[0]![1], fields: Object.fromEntries(mistakes.toReversed()) }
}

/**
 * What a call is to be sent, when the contract's schema finds nothing wrong with it; else throws what is, as `FormError`. Of
 * a form it reads the schema's fields as texts.
 */
export function checked<Schema extends z.ZodType>(schema: Schema, entered: unknown): z.input<Schema> {
  const body = entered instanceof FormData ? textsOf(schema, entered) : entered
  const mistakes = mistakesIn(schema, body)
  if (mistakes) throw new FormError(mistakes)
  return body as z.input<Schema>
}

/** What is wrong with a form that was not sent; `problemOf` reads it as it reads a refusal. */
export class FormError extends Error {
  readonly problem: FormAnswer
  constructor(problem: FormAnswer) {
    super(problem.message)
    this.problem = problem
  }
}

/** Says what is wrong with one field. */
export const wrongField = (name: string, message: string): FormError =>
  new FormError({ message, fields: { [name]: message } })

const textsOf = (schema: z.ZodType, form: FormData) =>
  Object.fromEntries(Object.keys((schema as z.ZodObject).shape).map((name) => [name, textIn(form, name)]))
