import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { CounterNotice, type OwnersReport } from '#contract/content/complaints.ts'
import { day } from '#contract/format.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked, textIn } from '../shell/form/use-form.ts'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Status } from '../ui/status.tsx'
import type { Route } from './+types/owner-complaints'
import { kindWords, outcomeTones, outcomeWord } from './complaint-labels.ts'

/** The complaints about the signed-in owner's project; the owner can answer each once. Renders nothing without complaints. */
export function OwnerReports({ projectId }: { projectId: string }) {
  const address = `/owner/projects/${projectId}/reports`
  const { data, load } = useFetcher<typeof clientLoader>()
  useEffect(() => {
    void load(address)
  }, [load, address])
  if (!data || data.reports?.length === 0) return null
  return (
    <Sheet as="section" id="reports" aria-label="Reports">
      <SheetHead title="Reports" />
      {data.problem !== undefined ? (
        <ErrorState as="h3" title={data.problem} onRetry={() => void load(address)} />
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {data.reports.map((report) => (
            <li key={report._id} className="py-4">
              <ComplaintRow report={report} address={address} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function ComplaintRow({ report, address }: { report: OwnersReport; address: string }) {
  const { number, about, kind, text, reportedAt, dueAt, answer, decision } = report
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{kindWords[kind]}</p>
        <Status tone={decision ? outcomeTones[decision.outcome] : 'waiting'}>
          {decision ? outcomeWord(decision.outcome, about) : `Decision by ${day(dueAt)}`}
        </Status>
      </div>
      <p className="text-13 text-quiet mt-1 font-mono">
        {number}, {day(reportedAt)}
      </p>
      <p className="mt-2 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>
      {answer && <Statement by="You" on={answer.answeredAt} text={answer.text} />}
      {decision && <Statement by="Our staff" on={decision.decidedAt} text={decision.reasons} />}
      {!answer && !decision && <AnswerForm id={report._id} address={address} />}
    </>
  )
}

const Statement = ({ by, on, text }: { by: string; on: string; text: string }) => (
  <div className="border-rule mt-3 border-l-2 pl-4">
    <p className="max-w-(--container-text) break-words whitespace-pre-line">{text}</p>
    <p className="text-13 text-quiet mt-1 font-mono">
      {by}, {day(on)}
    </p>
  </div>
)

function AnswerForm({ id, address }: { id: string; address: string }) {
  const form = useActionForm(constraints, { action: address, draft: `report answer ${id}` })
  return (
    <ActionForm form={form} className="mt-4 flex flex-col gap-4">
      <input type="hidden" name="report" value={id} />
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
    return { reports: (await api.reports.received({ params: { id: params.id } })).reports }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load reports').message }
  }
}

/** Saves the owner's counter-notice to the complaint that the form names. */
export const clientAction = formAction('Failed to save your answer', async ({ api, form }) => {
  const body = checked(CounterNotice, form)
  await api.reports.answer({ params: { id: textIn(form, 'report') }, body })
  return 'Our staff have your answer.'
})
