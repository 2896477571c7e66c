import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { data, type RouterContextProvider, useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'

import { Button, type ButtonProps } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import { notify, notifyFailure } from '../../ui/notices.tsx'
import { Callout } from '../../ui/status.tsx'
import { apiContext, problemOf } from '../session/api.ts'
import { deleteDraft } from './draft.ts'
import { type Constraints, type FormAnswer, textIn, useForm } from './use-form.ts'

/** The answer of an action, with the extra data of a success. */
export type Answer<Extra = object> = FormAnswer & Partial<Extra>

interface ActionArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  params: object
}

/** A clientAction, or one of several for `formActions`. */
type Action<Extra> = (args: ActionArgs, form?: FormData) => Promise<Answer<Extra>>

/** The arguments of an action's handler. */
export interface FormCall {
  api: Api
  form: FormData
  request: Request
  /** The parameters of the page's address, which nearly always has an `id`. */
  params: Readonly<Record<string, string>> & { readonly id: string }
}

type Outcome<Extra> = Response | string | void | Answer<Extra>

/**
 * Makes a clientAction. A sentence that `handle` returns, alone or as `done`, is shown in a notice; a Response
 * redirects. An error is answered as a message with the invalid fields; `failure` is the message of a call that
 * failed without one. When no server answered, the page loads nothing again, because that would fail as well and lose
 * what was typed.
 */
export function formAction<Extra extends object = object>(
  failure: string | undefined | ((thrown: unknown) => FormAnswer),
  handle: (call: FormCall) => Promise<Outcome<NoInfer<Extra>>>,
): Action<Extra> {
  return async ({ context, request, params }, read) => {
    const api = context.get(apiContext)
    const form = read ?? (await request.formData())
    try {
      const call = { api, form, request, params: params as FormCall['params'] }
      return succeeded(await handle(call), form) as Answer<Extra>
    } catch (thrown) {
      const answer = typeof failure === 'function' ? failure(thrown) : problemOf(thrown, failure)
      return (answer.code ? answer : data(answer, { status: 400 })) as Answer<Extra>
    }
  }
}

/** Makes a clientAction for several forms of a page: the field `intent` names the one that was submitted. */
export const formActions =
  <Extra extends object = object>(actions: Record<string, Action<NoInfer<Extra>>>): Action<Extra> =>
  async (args, read) => {
    const form = read ?? (await args.request.formData())
    const intent = textIn(form, 'intent')
    const action = Object.hasOwn(actions, intent) && actions[intent]
    return action ? action(args, form) : ({ message: 'Reload the page and try again.' } as Answer<Extra>)
  }

function succeeded<Extra>(outcome: Outcome<Extra>, form: FormData): Response | Answer<Extra> {
  const draft = textIn(form, 'draft')
  if (draft) deleteDraft(draft)
  if (outcome instanceof Response) return outcome
  const answer = typeof outcome === 'string' ? { done: outcome } : { ...outcome, done: outcome?.done ?? '' }
  if (answer.done) notify(answer.done, { tone: 'done' })
  if (answer.message) notifyFailure(answer.message)
  return answer as Answer<Extra>
}

/**
 * Submits to an action, of the page itself unless another address is given. A failure is shown in a notice unless
 * `onFailed` handles it, and whoever calls this shows `failure` where it failed.
 */
export function useAction<Extra = object>({
  action,
  onDone,
  onFailed = showNotice,
}: ActionOptions<Extra> = {}) {
  const { Form, data, state, formData: sent, submit } = useFetcher<Answer<Extra>>()
  const answer = data as Answer<Extra> | undefined
  const tell = useEffectEvent((answer: Answer<Extra>) => {
    if (answer.done === undefined) onFailed(answer)
    else onDone?.(answer)
  })
  useEffect(() => {
    if (answer) tell(answer)
  }, [answer])
  const send = (fields: Fields | FormData) =>
    void submit(fields instanceof FormData ? fields : new URLSearchParams(pairsOf(fields)), {
      method: 'post',
      ...(action && { action }),
      ...(fields instanceof FormData && { encType: 'multipart/form-data' }),
    })
  return {
    Form,
    action,
    send,
    /** The submitted fields, until the page's data has been loaded again. */
    sent,
    pending: state !== 'idle',
    /** What failed, until the next try. */
    failure: state === 'submitting' ? undefined : answer?.message,
    answer,
  }
}

/** The fields that a button submits; a field may have several values. */
type Fields = Record<string, string | readonly string[]>

const pairsOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )

const textOf = (pairs: [string, unknown][]) => JSON.stringify(pairs)

interface ActionOptions<Extra> {
  action?: string | undefined
  /** Called after a success, before the page's data is loaded again. */
  onDone?: ((answer: Answer<Extra>) => void) | undefined
  onFailed?: (answer: FormAnswer) => void
}

const showNotice = ({ message }: FormAnswer) => message && notifyFailure(message)

/** Connects a form to an action, for ActionForm: combines `useForm` with the action's answer. */
export function useActionForm<Name extends string, Extra = object>(
  constraints: Constraints<Name>,
  {
    draft,
    lasting,
    ...options
  }: Omit<ActionOptions<Extra>, 'onFailed'> & { draft?: string | undefined; lasting?: boolean } = {},
) {
  const action = useAction<Extra>({ ...options, onFailed: shownInForm })
  const { answer } = action
  const form = useForm(constraints, answer?.done === undefined ? answer : undefined, draft, { lasting })
  return { ...action, ...form, draft }
}

const shownInForm = () => {}

/**
 * The form element, with its message before the children. `intent` names the action of the page to which it submits.
 */
export function ActionForm({ form: { Form, ref, ...form }, intent, children, ...rest }: ActionFormProps) {
  const { action, draft, message } = form
  return (
    <Form method="post" noValidate {...rest} ref={ref} {...(action && { action })}>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {draft && <input type="hidden" name="draft" value={draft} />}
      {message && <Callout tone="stopped" className="col-span-full" {...message} />}
      {children}
    </Form>
  )
}

type ActionFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'encType'> & {
  form: Pick<ReturnType<typeof useActionForm<never>>, 'Form' | 'ref' | 'action' | 'draft' | 'message'>
  intent?: string
  encType?: 'multipart/form-data'
}

/**
 * A button that submits its fields when it is pressed, with what failed below it. Of the buttons that share the action
 * `by`, only one can be pending at a time, and what failed is shown by whoever called `useAction`.
 */
export function ActionButton({ submit, action, onDone, by, ...look }: ActionButtonProps) {
  const { send, pressed, failure } = useSubmitButton({ submit, action, onDone, by })
  return (
    <FailureBelow failure={failure}>
      <Button {...look} {...pressed(look.disabled)} onClick={() => send(submit)} />
    </FailureBelow>
  )
}

/** An ActionButton that first asks a question; `children` explain what confirming means. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { submit, action, onDone, by, label, question, confirm, other, danger, children, ...look } = props
  const { send, pressed, failure } = useSubmitButton({ submit, action, onDone, by })
  const [isAsking, setAsking] = useState(false)
  const answer = (fields: Fields) => {
    setAsking(false)
    send(fields)
  }
  return (
    <FailureBelow failure={failure}>
      <Button tone="quiet" {...look} {...pressed(look.disabled)} onClick={() => setAsking(true)}>
        {label ?? confirm}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => answer(submit)}
        question={question}
        confirm={confirm}
        other={other && { label: other.label, onChoose: () => answer(other.submit) }}
        danger={danger}
      >
        {children}
      </ConfirmDialog>
    </FailureBelow>
  )
}

/** Makes the pressed one of several buttons that share an action pending, and disables the others. */
function useSubmitButton({
  submit,
  action,
  onDone,
  by,
}: Pick<ActionButtonProps, 'submit' | 'action' | 'onDone' | 'by'>) {
  const own = useAction({ action, onDone })
  const { send, sent, pending } = by ?? own
  const isMine = !by || (sent !== undefined && textOf(pairsOf(submit)) === textOf([...sent]))
  const pressed = (disabled: boolean | undefined) => ({
    pending: pending && isMine,
    disabled: disabled === true || (pending && !isMine),
  })
  return { send, pressed, failure: by ? undefined : own.failure }
}

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'pending' | 'type'> & {
  submit: Fields
  action?: string | undefined
  onDone?: (() => void) | undefined
  by?: Pick<ReturnType<typeof useAction>, 'send' | 'sent' | 'pending'> | undefined
}

type ConfirmButtonProps = ActionButtonProps & {
  /** The text of the button; the one of `confirm` by default. */
  label?: ReactNode
  question: string
  confirm: string
  /** A second button that confirms. */
  other?: { label: string; submit: Fields }
  danger?: boolean
}
