import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { CounterNotice, type OwnersComplaint } from '#contract/content/complaints.ts'
import { day, minute } from '#contract/kit/format.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked, textIn } from '../shell/form/use-form.ts'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import { Statement, Statements } from '../ui/statements.tsx'
import { Callout, Status } from '../ui/status.tsx'
import type { Route } from './+types/owner-complaints'
import { complaintKindLabels, outcomeTones, outcomeLabel } from './complaint-labels.ts'

/**
 * The complaints about the signed-in owner's project; the owner can answer each once. Renders nothing without
 * complaints.
 */
export function OwnerComplaints({ projectId }: { projectId: string }) {
  const address = `/owner/projects/${projectId}/complaints`
  const { data, load } = useFetcher<typeof clientLoader>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  if (!data || data.complaints?.length === 0) return null
  const waiting = complaintsToAnswer(data)
  return (
    <Fold
      title="Complaints"
      id="complaints"
      detail={waiting > 0 ? `${waiting} to answer` : data.complaints?.length}
      open={waiting > 0 || data.problem !== undefined}
    >
      {data.problem !== undefined ? (
        <ErrorState as="h3" title={data.problem} onRetry={() => void load(address)} />
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {data.complaints.map((complaint) => (
            <li key={complaint._id} className="py-4">
              <ComplaintRow complaint={complaint} address={address} />
            </li>
          ))}
        </ul>
      )}
    </Fold>
  )
}

/** Returns how many of the loaded complaints the owner has not answered yet. */
export const complaintsToAnswer = (data: { complaints?: OwnersComplaint[] } | undefined): number =>
  data?.complaints?.filter(({ answer, decision }) => !answer && !decision).length ?? 0

function ComplaintRow({ complaint, address }: { complaint: OwnersComplaint; address: string }) {
  const { number, about, kind, text, sentAt, dueAt, answer, decision, blockedUntil, notice } = complaint
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{complaintKindLabels[kind]}</p>
        <Status tone={decision ? outcomeTones[decision.outcome] : 'waiting'}>
          {decision ? outcomeLabel(decision.outcome, about) : `Decision by ${minute(dueAt)}`}
        </Status>
      </div>
      <div className="mt-2">
        <Statements>
          <Statement by={number} on={day(sentAt)} text={text} />
          {notice && (
            <Statement
              by={`The original, by ${notice.rights === 'owner' ? 'its owner' : 'somebody who acts for its owner'}`}
              text={notice.work}
            />
          )}
          {answer && <Statement by="You" on={day(answer.answeredAt)} text={answer.text} />}
          {decision && <Statement by="Our staff" on={day(decision.decidedAt)} text={decision.reasons} />}
        </Statements>
      </div>
      {blockedUntil && (
        <Callout tone="stopped" className="mt-4" title={`Off the lists until ${day(blockedUntil)}`}>
          Nobody can buy the project while our staff decide; your buyers keep it. Answer here, and they read
          it before they decide. If nothing is decided by then, it is listed again by itself.
        </Callout>
      )}
      {!answer && !decision && <AnswerForm id={complaint._id} address={address} />}
    </>
  )
}

function AnswerForm({ id, address }: { id: string; address: string }) {
  const form = useActionForm(constraints, { action: address, draft: `complaint answer ${id}` })
  return (
    <ActionForm form={form} className="mt-4 flex flex-col gap-4">
      <input type="hidden" name="complaint" value={id} />
      <Field
        label="Your answer"
        hint="Our staff read it before they decide. You can answer once."
        {...form.field('text')}
      >
        <TextArea rows={4} />
      </Field>
      <div>
        <Button type="submit" size="small" pending={form.pending} pendingText="Sending...">
          Send Answer
        </Button>
      </div>
    </ActionForm>
  )
}

const constraints = constraintsOf(CounterNotice)

/** The complaints about the signed-in owner's project, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { complaints: (await api.complaints.received({ params: { id: params.id } })).complaints }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load complaints').message }
  }
}

/** Saves the owner's counter-notice to the complaint that the form names. */
export const clientAction = formAction('Failed to save your answer', async ({ api, form }) => {
  const body = checked(CounterNotice, form)
  await api.complaints.answer({ params: { id: textIn(form, 'complaint') }, body })
  return 'Our staff have your answer.'
})
