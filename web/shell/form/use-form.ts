import { useEffect, useEffectEvent, useId, useRef } from 'react'

import { withPlainDigits } from '#contract/kit/digits.ts'
import type { z } from '#contract/kit/zod.ts'

import { announce } from '../../ui/announcer.ts'
import type { FieldControl } from '../../ui/field.tsx'
import { useDraft, useTyped } from './draft.ts'

/** The HTML constraints of a field. */
export type Constraint = Pick<FieldControl, 'maxLength' | 'pattern' | 'min' | 'max' | 'step'> & {
  required?: true
}
export type Constraints<Name extends string> = Readonly<Record<Name, Constraint>>

/** The result of submitting a form: a success, or a message with the invalid fields and the entered values. */
export interface FormAnswer {
  /** Set after a success; empty when there is no message. */
  done?: string
  /** The server's code of the error; undefined when no server answered or nothing was submitted. */
  code?: string | undefined
  message?: string | undefined
  fields?: Record<string, string> | undefined
  entered?: Record<string, string> | undefined
}

/**
 * Connects a form to the constraints of its fields and to the last answer: spread `field(name)` on each Field. Invalid
 * fields are marked, and the first one is scrolled to and focused, which has it read out with its error; without one,
 * the message is scrolled to and read out. `message` is what no single field shows. With the name of a `draft`, what is
 * typed outlives a reload and the end of the session until the draft is deleted; with `lasting` it outlives the tab
 * too.
 */
export function useForm<Name extends string>(
  constraints: Constraints<Name>,
  answer: FormAnswer = {},
  draft?: string,
  { lasting = false }: { lasting?: boolean | undefined } = {},
) {
  const ref = useRef<HTMLFormElement>(null)
  useDraft(ref, draft, lasting)
  useTyped(ref)
  const messageId = useId()
  const wrong = invalidFields(constraints, answer.fields)
  // A message that several fields share is shown once, for the whole form.
  const own = (name: Name) =>
    wrong[name] === answer.message && countOf(wrong, wrong[name]) > 1 ? undefined : wrong[name]
  const isSaid = (Object.keys(wrong) as Name[]).some((name) => own(name) === answer.message)
  const message = isSaid ? undefined : answer.message
  const showError = useEffectEvent(() => {
    const first = answer.fields && ref.current?.querySelector<HTMLElement>('[aria-invalid]')
    // A fieldset cannot be focused, so its first input is.
    const control = first?.matches('fieldset') ? first.querySelector('input') : first
    // One that has the focus already is not read out again.
    if (control && control === document.activeElement)
      announce(wrong[control.getAttribute('name') as Name] ?? '')
    control?.focus({ preventScroll: true })
    const shown = first ?? (message !== undefined && document.getElementById(messageId))
    if (shown) shown.scrollIntoView({ block: first ? 'center' : 'nearest' })
  })
  useEffect(() => {
    showError()
  }, [answer.fields, message])
  return {
    ref,
    message:
      message === undefined
        ? undefined
        : {
            id: messageId,
            children: message,
            // A field that it describes has it read out.
            shown: !Object.values(wrong).includes(message),
          },
    field(name: Name, value?: string | number | null) {
      const { required, maxLength = Infinity, ...others } = constraints[name]
      const rest = maxLength > maxEnforcedLength ? others : { ...others, maxLength }
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

/**
 * Maximum length, in characters, that is passed to the browser. A browser silently cuts what is pasted into such a
 * field, which is right for a number; for a longer text the error is shown instead.
 */
const maxEnforcedLength = 60

/**
 * Maps the server's paths, such as `userData/phone` and `technologies/3`, to the names of the form's fields: the whole
 * path or a part of it.
 */
function invalidFields<Name extends string>(constraints: Constraints<Name>, fields: FormAnswer['fields']) {
  const wrong: Partial<Record<Name, string>> = {}
  for (const [path, message] of Object.entries(fields ?? {})) {
    const names = [path, ...path.split(/[./]/)] as Name[]
    const name = names.find((one) => Object.hasOwn(constraints, one))
    if (name) wrong[name] ??= message
  }
  return wrong
}

const countOf = (wrong: Partial<Record<string, string>>, message: string | undefined) =>
  Object.values(wrong).filter((other) => other === message).length

/** Reads a text field of a form, trimmed; empty when it is missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Reads a text field of a form as a list, without empty entries. */
export const entriesIn = (form: FormData, name: string, separator: string): string[] =>
  textIn(form, name)
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Reads a number field of a form; undefined when it is empty. */
export function numberIn(form: FormData, name: string): number | undefined {
  const text = withPlainDigits(textIn(form, name))
  return text === '' ? undefined : Number(text)
}

/**
 * Validates what was entered with a schema of the contract, and returns the errors as the server would answer them;
 * undefined when there are none.
 */
export function validationErrors(schema: z.ZodType, entered: unknown): FormAnswer | undefined {
  const { error } = schema.safeParse(entered)
  if (!error) return undefined
  const mistakes = error.issues.map(({ path, message }) => [path.join('/'), message] as const)
  return { message: mistakes[0]![1], fields: Object.fromEntries([...mistakes].reverse()) }
}

/**
 * Validates the body of a call with its schema and returns it; throws a `FormError` when it is invalid. Reads the
 * schema's fields from a FormData as texts.
 */
export function checked<Schema extends z.ZodType>(schema: Schema, entered: unknown): z.input<Schema> {
  const body = entered instanceof FormData ? textsOf(schema, entered) : entered
  const mistakes = validationErrors(schema, body)
  if (mistakes) throw new FormError(mistakes)
  return body as z.input<Schema>
}

/** The errors of a form that was not submitted; `problemOf` reads it like an error of the server. */
export class FormError extends Error {
  readonly problem: FormAnswer
  constructor(problem: FormAnswer) {
    super(problem.message)
    this.problem = problem
  }
}

/** Makes the error of one field. */
export const fieldError = (name: string, message: string): FormError =>
  new FormError({ message, fields: { [name]: message } })

/**
 * A field that the form does not have stays out where the schema lets it; a radio that nobody chose counts as empty.
 */
const textsOf = (schema: z.ZodType, form: FormData) =>
  Object.fromEntries(
    Object.entries((schema as z.ZodObject).shape as Record<string, z.ZodType>)
      .filter(([name, field]) => form.has(name) || !field.safeParse(undefined).success)
      .map(([name]) => [name, textIn(form, name)]),
  )
