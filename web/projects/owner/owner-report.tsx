import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { rupees } from '#contract/format.ts'
import type { Project } from '#contract/projects/projects.ts'
import { ReportForm } from '#contract/projects/releases.ts'

import { ConfirmedChange } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { dropDraft } from '../../shell/form/draft.ts'
import { useForm } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field, useFieldControl } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { DownloadButton } from '../download-button.tsx'
import { ReportContents } from '../report-contents.tsx'
import { meanwhile } from './edit-section.tsx'
import type { Changed } from './project-actions.ts'

const draft = 'report'

/** The project report for its owner: absent with a form to add it, or present with its price. */
export function OwnerReport({ project }: { project: Project }) {
  const { _id, hasReport, reportPrice, reportFileName, reportPages, reportHeadings, verificationStatus } =
    project
  const { data, state, Form } = useFetcher<Changed>()
  const goesToReview = verificationStatus !== 'pending'
  const { ref, message, field } = useForm(constraints, data, draft)
  useEffect(() => {
    if (!data?.done) return
    dropDraft(draft)
    notify(data.done, { tone: 'done' })
    // So that it does not send the same file once more.
    ref.current?.reset()
  }, [data, ref])
  return (
    <Sheet as="section" aria-label="Project Report">
      <SheetHead
        title="Project Report"
        actions={
          hasReport && (
            <>
              <DownloadButton projectId={_id} kind="report" label="Download" of="Report" size="small" />
              <ConfirmedChange
                label="Remove"
                intent="remove-report"
                question="Remove the report from sale?"
                confirm="Remove"
              >
                Those who bought it keep it. Nobody else can get it.{' '}
                {goesToReview && `The project goes back to review. ${meanwhile}`}
              </ConfirmedChange>
            </>
          )
        }
      />
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        {hasReport && (
          <div>
            <FactRows
              facts={[
                { term: 'file', value: reportFileName },
                ...(reportPages === null ? [] : [{ term: 'pages', value: reportPages }]),
                { term: 'price', value: reportPrice ? rupees(reportPrice) : 'free' },
              ]}
            />
            {reportHeadings.length > 0 ? (
              <ReportContents headings={reportHeadings} />
            ) : (
              <p className="text-14 text-quiet mt-3">
                Buyers see what a report is about when its headings have the styles Heading 1, Heading 2 and
                so on (.docx).
              </p>
            )}
          </div>
        )}
        <Form
          ref={ref}
          key={String(reportPrice)}
          method="post"
          encType="multipart/form-data"
          className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]"
          noValidate
        >
          <input type="hidden" name="intent" value={hasReport ? 'change-report' : 'add-report'} />
          <Field
            label={hasReport ? 'New report file' : 'Report file'}
            hint=".docx or .doc, up to 20 MB"
            {...field('report')}
          >
            <ReportFile />
          </Field>
          <Field
            label="Report price"
            hint={hasReport ? '0: free. Empty: as it is' : 'Empty or 0: free'}
            {...field('price', reportPrice)}
          >
            <TextInput type="number" inputMode="decimal" unit="₹" />
          </Field>
          {message && <Callout tone="stopped" className="sm:col-span-2" {...message} />}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
            <Button type="submit" tone="quiet" pending={state !== 'idle'} pendingText="Saving...">
              {hasReport ? 'Save' : 'Add Report'}
            </Button>
            {goesToReview && (
              <p className="text-14 text-quiet min-w-48 flex-1 max-sm:basis-full">
                {hasReport
                  ? `A new price needs no review. A new file, or removing the report, sends the project back to review. ${meanwhile}`
                  : `Adding a report sends the project back to review. ${meanwhile}`}
              </p>
            )}
          </div>
        </Form>
      </div>
    </Sheet>
  )
}

function ReportFile() {
  return (
    <input
      type="file"
      accept=".doc,.docx"
      {...useFieldControl()}
      className="text-14 file:border-edge file:bg-sheet file:rounded-field w-full min-w-0 file:mr-3 file:min-h-11 file:border file:px-4 file:font-semibold"
    />
  )
}

const constraints = { ...constraintsOf(ReportForm), report: {} }
