import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { data, type RouterContextProvider, useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'

import { Button, type ButtonProps } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Callout } from '../../ui/status.tsx'
import { apiContext, problemOf } from '../session/api.ts'
import { dropDraft } from './draft.ts'
import { type Constraints, type FormAnswer, textIn, useForm } from './use-form.ts'

/** The answer of an action, with what else it hands on when it succeeds. */
export type Answer<Extra = object> = FormAnswer & Partial<Extra>

interface ActionArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  params: object
}

/** A clientAction, or one of several for `formActions`. */
type Action<Extra> = (args: ActionArgs, form?: FormData) => Promise<Answer<Extra>>

/** What an action works with. */
export interface FormCall {
  api: Api
  form: FormData
  request: Request
  /** Of the page's address, which nearly always names the one thing that the page is about. */
  params: Readonly<Record<string, string>> & { readonly id: string }
}

type Outcome<Extra> = Response | string | void | Answer<Extra>

/**
 * Makes a clientAction. What `handle` resolves to is said in a notice when it is a sentence, or has one as `done`; a
 * Response leads elsewhere. What it throws is answered as a message with the fields that are wrong; `failure` is the
 * sentence of the place, for a call that failed without one. After an answer that no server gave, the page loads nothing
 * again: that would fail as well and take away what was typed.
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

/** Makes a clientAction for several forms of a page: the field `intent` names the one that was sent. */
export const formActions =
  <Extra extends object = object>(actions: Record<string, Action<NoInfer<Extra>>>): Action<Extra> =>
  async (args, read) => {
    const form = read ?? (await args.request.formData())
    const action = actions[textIn(form, 'intent')]
    return action ? action(args, form) : ({ message: 'Reload the page and try again.' } as Answer<Extra>)
  }

function succeeded<Extra>(outcome: Outcome<Extra>, form: FormData): Response | Answer<Extra> {
  const draft = textIn(form, 'draft')
  if (draft) dropDraft(draft)
  if (outcome instanceof Response) return outcome
  const answer = typeof outcome === 'string' ? { done: outcome } : { ...outcome, done: outcome?.done ?? '' }
  if (answer.done) notify(answer.done, { tone: 'done' })
  if (answer.message) notify(answer.message, { tone: 'failed' })
  return answer as Answer<Extra>
}

/** Sends to an action, of the page itself unless another address is named. A failure is said in a notice unless `onFailed` says it. */
export function useAction<Extra = object>({ action, onDone, onFailed = notice }: ActionOptions<Extra> = {}) {
  const { Form, data: answer, state, formData: sent, submit } = useFetcher<Answer<Extra>>()
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
    /** What is on its way, until the page has been read anew. */
    sent,
    pending: state !== 'idle',
    answer: answer as Answer<Extra> | undefined,
  }
}

/** What a button sends; a field may be there several times. */
type Fields = Record<string, string | readonly string[]>

const pairsOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )

const textOf = (pairs: [string, unknown][]) => JSON.stringify(pairs)

interface ActionOptions<Extra> {
  action?: string | undefined
  /** Called when it has succeeded, before the page is read anew. */
  onDone?: ((answer: Answer<Extra>) => void) | undefined
  onFailed?: (answer: FormAnswer) => void
}

const notice = ({ message }: FormAnswer) => message && notify(message, { tone: 'failed' })

/** A form that is sent to an action, for ActionForm: `useForm` with what came of it. */
export function useActionForm<Name extends string, Extra = object>(
  constraints: Constraints<Name>,
  { draft, ...options }: Omit<ActionOptions<Extra>, 'onFailed'> & { draft?: string | undefined } = {},
) {
  const action = useAction<Extra>({ ...options, onFailed: shownInForm })
  const { answer } = action
  const form = useForm(constraints, answer?.done === undefined ? answer : undefined, draft)
  return { ...action, ...form, draft }
}

const shownInForm = () => {}

/** The element of a form: its message first, then what is in it. `intent` says which of the page's actions it is for. */
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

/** A button that sends its fields when it is pressed. Buttons that are sent `by` the same action wait for each other. */
export function ActionButton({ submit, action, onDone, by, ...look }: ActionButtonProps) {
  const { send, pressed } = usePress({ submit, action, onDone, by })
  return <Button {...look} {...pressed(look.disabled)} onClick={() => send(submit)} />
}

/** The same after a question; `children` say what yes means. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { submit, action, onDone, by, label, question, confirm, other, danger, children, ...look } = props
  const { send, pressed } = usePress({ submit, action, onDone, by })
  const [isAsking, setAsking] = useState(false)
  const answer = (fields: Fields) => {
    setAsking(false)
    send(fields)
  }
  return (
    <>
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
    </>
  )
}

/** While several buttons share an action, the one that was pressed is pending and the others are off. */
function usePress({
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
  return { send, pressed }
}

type ActionButtonProps = Omit<ButtonProps, 'onClick' | 'pending' | 'type'> & {
  submit: Fields
  action?: string | undefined
  onDone?: (() => void) | undefined
  by?: Pick<ReturnType<typeof useAction>, 'send' | 'sent' | 'pending'> | undefined
}

type ConfirmButtonProps = ActionButtonProps & {
  /** What the button says, unless it is what the answer says. */
  label?: ReactNode
  question: string
  confirm: string
  /** Another way to say yes. */
  other?: { label: string; submit: Fields }
  danger?: boolean
}
