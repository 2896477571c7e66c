import { useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'

import { daysToDecide, ReportDecision, reportOutcomes, type StaffReport } from '#contract/projects/reports.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { kindWords, outcomeTones, outcomeWords } from '../../reports/kind-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { day } from '../../ui/day.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-report-page'

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
    return { done: true }
  } catch (thrown) {
    const { message, fields } = problemOf(thrown, 'Failed to decide')
    return { message, fields }
  }
}

export default function AdminReportPage({ loaderData: { report }, actionData }: Route.ComponentProps) {
  const { number, about, kind, decision, isLate, dueAt, reporter, reportedAt, owner, answer } = report
  useEffect(() => {
    if (actionData?.done) notify('Decided. Reporter and owner have a mail.', { tone: 'done' })
  }, [actionData])
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-28">{kindWords[kind]}</h1>
        <Status tone={decision ? outcomeTones[decision.outcome] : isLate ? 'stopped' : 'waiting'}>
          {decision ? outcomeWords[decision.outcome] : `${isLate ? 'Late since' : 'Due'} ${day(dueAt)}`}
        </Status>
        <span className="text-13 text-quiet font-mono">{number}</span>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Sheet as="section" aria-label="What was said" className="px-4 sm:px-5">
            <dl className="divide-rule grid divide-y">
              {report.said !== null && <Said by={`The ${about}`} text={report.said} />}
              <Said
                by={reporter ? `Reported by ${reporter.name}` : 'Reported by a former member'}
                on={reportedAt}
                text={report.text}
              />
              {about === 'listing' && (
                <Said
                  by={`Owner: ${owner.name}`}
                  on={answer?.answeredAt}
                  text={answer?.text ?? 'No answer yet.'}
                />
              )}
              {decision && (
                <Said
                  by={`Decided${report.decidedBy ? `: ${report.decidedBy}` : ''}`}
                  on={decision.decidedAt}
                  text={decision.reasons}
                />
              )}
            </dl>
          </Sheet>
          {!decision && <Decide report={report} answer={actionData} />}
        </div>
        <Facts report={report} />
      </div>
    </>
  )
}

function Decide({ report, answer }: { report: StaffReport; answer: FormAnswer | undefined }) {
  const { ref, message, field } = useForm(constraints, answer)
  const isListing = report.about === 'listing'
  const offered = reportOutcomes.filter((one) => isListing || one !== 'recalled')
  return (
    <Sheet as="section" aria-label="Decision">
      <SheetHead title="Decision" />
      <Form ref={ref} method="post" noValidate className="flex flex-col gap-4 p-4 sm:p-5">
        {message && <Callout tone="stopped" {...message} />}
        <RadioGroup
          legend="What is done"
          name="outcome"
          options={offered.map((value) => ({
            value,
            label: outcomeWords[value],
            hint: isListing ? hints[value] : undefined,
          }))}
          error={answer?.fields?.outcome}
        />
        <Field
          label="Reasons"
          hint={isListing ? 'Reporter and owner read them' : 'The reporter and who wrote it read them'}
          {...field('reasons')}
        >
          <TextArea rows={4} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={useNavigation().formData !== undefined} pendingText="One moment...">
            Decide
          </Button>
          {isListing && (
            <ButtonLink to={`/admin/projects/${report.projectId}/recall`} tone="quiet">
              Recall a release
            </ButtonLink>
          )}
        </div>
      </Form>
    </Sheet>
  )
}

const hints = {
  no_action: 'It stays on the shop.',
  hidden: 'The project is rejected and leaves the shop. Buyers keep their downloads.',
  recalled: 'After you have recalled the release: nobody can download it any more.',
}

function Facts({ report }: { report: StaffReport }) {
  const { projectId, title, about, reporter, owner, reportedAt, dueAt, number } = report
  return (
    <Sheet as="section" aria-label="Report">
      <SheetHead title="Report" />
      <FactRows
        className="px-4 py-1 sm:px-5"
        open
        facts={[
          { term: 'number', value: number },
          {
            term: 'project',
            value: (
              <Link to={`/admin/projects/${projectId}`} className="link-rule">
                {title}
              </Link>
            ),
          },
          { term: 'about', value: `the ${about}` },
          { term: 'acknowledged', value: `${day(reportedAt)}, by mail` },
          { term: `due after ${daysToDecide} days`, value: day(dueAt) },
          { term: 'reporter', value: reporter?.email ?? 'account deleted' },
          { term: 'owner', value: owner.email },
        ]}
      />
    </Sheet>
  )
}

const Said = ({ by, on, text }: { by: string; on?: string | undefined; text: string }) => (
  <div className="py-4">
    <dt className="text-13 text-quiet font-mono">
      <span className="text-ink">{by}</span>
      {on && `, ${day(on)}`}
    </dt>
    <dd className="mt-1 max-w-(--container-text) break-words whitespace-pre-line">{text}</dd>
  </div>
)

const constraints = constraintsOf(ReportDecision)

export function HydrateFallback() {
  return (
    <Loading text="Loading report...">
      <Skeleton className="mb-5 h-9 w-72" />
      <Skeleton className="h-96" />
    </Loading>
  )
}

export function ErrorBoundary() {
  return (
    <ErrorState
      as="h1"
      title="Report not found"
      action={<ButtonLink to="/admin/reports">Back to Reports</ButtonLink>}
    />
  )
}
