import { useEffect } from 'react'

import { day } from '#contract/kit/day.ts'
import { daysToDecide, ReportDecision, type StaffReport } from '#contract/projects/reports.ts'

import { dropDraft } from '../../forms/draft.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { FormAnswer } from '../../forms/use-form.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { kindWords, outcomeTones, outcomeWord } from '../../reports/kind-words.ts'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Status } from '../../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { MailText } from '../../ui/text/mail-text.tsx'
import { PageNotLoaded } from '../page-not-loaded.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-report-page'
import { decisionDraft, DecideForm } from './decide-form.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.report.number ?? 'Report'} | Readymade staff` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  return { report: (await api.reports.get({ params: { id: params.id } })).report }
}
clientLoader.hydrate = true as const

export async function clientAction({
  request,
  params,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: true }> {
  const api = await requireStaff()
  const form = await request.formData()
  const body = { outcome: textIn(form, 'outcome') as 'hidden', reasons: textIn(form, 'reasons') }
  const mistakes = mistakesIn(ReportDecision, body)
  if (mistakes) return mistakes
  try {
    await api.reports.decide({ params: { id: params.id }, body })
    dropDraft(decisionDraft(params.id))
    return { done: true }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to decide')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminReportPage({ loaderData: { report }, actionData }: Route.ComponentProps) {
  const { number, title, about, kind, decision, isLate, dueAt, reporter, reportedAt, owner, answer } = report
  useEffect(() => {
    if (actionData?.done) notify('Decided. The emails are on their way.', { tone: 'done' })
  }, [actionData])
  return (
    <>
      <p className="text-13 text-quiet font-mono">Report {number}</p>
      <div className="mt-1 mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-28 min-w-0 wrap-anywhere">{title}</h1>
        <Status tone={decision ? outcomeTones[decision.outcome] : isLate ? 'stopped' : 'waiting'}>
          {decision ? outcomeWord(decision.outcome, about) : `${isLate ? 'Late since' : 'Due'} ${day(dueAt)}`}
        </Status>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Sheet as="section" aria-label="What was said" className="px-4 sm:px-5">
            <dl className="divide-rule grid divide-y">
              {report.said !== null && <Said by={`The ${about}`} text={report.said} />}
              <Said
                by={reporter ? `Reported by ${reporter.name}` : 'Reported by a former member'}
                on={reportedAt}
                title={kindWords[kind]}
                text={report.text}
              />
              {about === 'listing' && (
                <Said
                  by={`Owner: ${owner.name}`}
                  on={answer?.answeredAt}
                  text={answer?.text ?? (decision ? 'No answer.' : 'No answer yet.')}
                />
              )}
              {decision && (
                <Said
                  by={`Decided by ${report.decidedBy ?? 'our staff'}`}
                  on={decision.decidedAt}
                  title={outcomeWord(decision.outcome, about)}
                  text={decision.reasons}
                />
              )}
            </dl>
          </Sheet>
          {!decision && <DecideForm report={report} answer={actionData} />}
        </div>
        <Facts report={report} />
      </div>
    </>
  )
}

function Facts({ report }: { report: StaffReport }) {
  const { projectId, title, about, isGone, reporter, owner, reportedAt, dueAt } = report
  return (
    <Sheet as="section" aria-label="Report">
      <SheetHead title="Report" />
      <FactRows
        className="px-4 py-2 sm:px-5"
        facts={[
          {
            term: 'project',
            value: isGone ? title : <TextLink to={`/admin/projects/${projectId}`}>{title}</TextLink>,
          },
          {
            term: 'about',
            value: isGone ? (
              `the ${about}`
            ) : (
              <TextLink to={`/projects/${projectId}${anchors[about]}`}>{`the ${about}`}</TextLink>
            ),
          },
          { term: 'acknowledged', value: `${day(reportedAt)}, by email` },
          { term: `due after ${daysToDecide} days`, value: day(dueAt) },
          { term: 'reporter', value: reporter ? <MailTo {...reporter} /> : 'account deleted' },
          { term: 'owner', value: <MailTo {...owner} /> },
        ]}
      />
    </Sheet>
  )
}

const anchors = { listing: '', review: '#reviews', question: '#questions' }

const MailTo = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className="link-rule wrap-anywhere">
    <MailText of={email} />
  </a>
)

const Said = ({ by, on, title, text }: SaidProps) => (
  <div className="py-4">
    <dt className="text-13 text-quiet font-mono">
      <span className="text-ink">{by}</span>
      {on && (
        <>
          , <span className="whitespace-nowrap">{day(on)}</span>
        </>
      )}
    </dt>
    <dd className="mt-1 max-w-(--container-text) break-words whitespace-pre-line">
      {title && <span className="block font-semibold">{title}</span>}
      {text}
    </dd>
  </div>
)

interface SaidProps {
  by: string
  on?: string | undefined
  title?: string
  text: string
}

export const ErrorBoundary = () => <PageNotLoaded what="report" to="/admin/reports" label="Back to Reports" />
