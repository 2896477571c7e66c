import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { day } from '#contract/kit/day.ts'
import { CounterNotice, type OwnersReport } from '#contract/projects/reports.ts'

import { constraintsOf } from '../forms/constraints.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Status } from '../ui/feedback/status.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { kindWords, outcomeTones, outcomeWord } from './kind-words.ts'
import type { clientAction, clientLoader } from './owner-reports-data.ts'

/** What members reported of the signed-in owner's project, to be answered once; nothing while there is nothing. */
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
              <OneReport report={report} address={address} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function OneReport({ report, address }: { report: OwnersReport; address: string }) {
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
      {answer && <Said by="You" on={answer.answeredAt} text={answer.text} />}
      {decision && <Said by="Our staff" on={decision.decidedAt} text={decision.reasons} />}
      {!answer && !decision && <AnswerForm id={report._id} address={address} />}
    </>
  )
}

const Said = ({ by, on, text }: { by: string; on: string; text: string }) => (
  <div className="border-rule mt-3 border-l-2 pl-4">
    <p className="max-w-(--container-text) break-words whitespace-pre-line">{text}</p>
    <p className="text-13 text-quiet mt-1 font-mono">
      {by}, {day(on)}
    </p>
  </div>
)

function AnswerForm({ id, address }: { id: string; address: string }) {
  const fetcher = useFetcher<typeof clientAction>()
  const { data } = fetcher
  const { ref, message, field } = useForm(constraints, data, `report answer ${id}`)
  useEffect(() => {
    if (data?.done) notify('Our staff have your answer.', { tone: 'done' })
  }, [data])
  return (
    <fetcher.Form ref={ref} method="post" action={address} noValidate className="mt-4 flex flex-col gap-4">
      <input type="hidden" name="report" value={id} />
      {message && <Callout tone="stopped" {...message} />}
      <Field
        label="Your answer"
        hint="Our staff read it before they decide. You can answer once."
        {...field('text')}
      >
        <TextArea rows={4} />
      </Field>
      <div>
        <Button type="submit" size="small" pending={fetcher.state !== 'idle'} pendingText="Sending...">
          Send Answer
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = constraintsOf(CounterNotice)
