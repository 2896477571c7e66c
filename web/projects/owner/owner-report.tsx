import { rupees } from '#contract/kit/format.ts'
import type { Project } from '#contract/projects/project.ts'
import { ReportForm } from '#contract/projects/releases.ts'
import { isSentBackByChange } from '#contract/projects/verification.ts'

import { ActionForm, ConfirmButton, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { hasDraft } from '../../shell/form/draft.ts'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field, useFieldControl } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { DownloadButton } from '../download-button.tsx'
import { ReportContents } from '../report-contents.tsx'
import { saleNote } from './edit-section.tsx'

/** The project report for its owner: its facts and price when there is one, and the form to add or change it. */
export function OwnerReport({ project }: { project: Project }) {
  const {
    _id,
    hasReport,
    reportPrice,
    reportFileName,
    reportPages,
    reportHeadings,
    verificationStatus,
    edition,
  } = project
  const goesToReview = isSentBackByChange(verificationStatus)
  const form = useActionForm(constraints, {
    draft: 'report',
    // The file field is cleared, so that the same file is not sent again.
    onDone: () => form.ref.current?.reset(),
  })
  return (
    <Fold
      title="Project Report"
      id="report"
      detail={hasReport ? (reportPrice ? rupees(reportPrice) : 'free') : 'none'}
      open={hasDraft('report')}
      actions={
        hasReport && (
          <>
            <DownloadButton projectId={_id} kind="report" label="Download" of="Report" size="small" />
            <ConfirmButton
              submit={{ intent: 'remove-report' }}
              question="Remove the report from sale?"
              confirm="Remove"
              danger
              size="small"
            >
              Those who bought it keep it.{' '}
              {!(edition?.isOnSale && edition.staysOnSale) && <span>Nobody else can get it.</span>}{' '}
              {goesToReview && <span>{`The project goes back to review. ${saleNote(project)}`}</span>}
            </ConfirmButton>
          </>
        )
      }
    >
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
        <ActionForm
          form={form}
          intent={hasReport ? 'change-report' : 'add-report'}
          key={String(reportPrice)}
          encType="multipart/form-data"
          className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]"
        >
          <Field
            label={hasReport ? 'New report file' : 'Report file'}
            hint=".docx or .doc, up to 20 MB"
            {...form.field('report')}
          >
            <ReportFile />
          </Field>
          <Field
            label="Report price"
            hint={hasReport ? '0: free. Empty: as it is' : 'Empty or 0: free'}
            {...form.field('price', reportPrice)}
          >
            <NumberInput inputMode="decimal" unit="₹" />
          </Field>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
            <Button type="submit" tone="quiet" pending={form.pending} pendingText="Saving...">
              {hasReport ? 'Save' : 'Add Report'}
            </Button>
            {goesToReview && (
              <p className="text-14 text-quiet min-w-48 flex-1 max-sm:basis-full">
                {hasReport
                  ? `A new price needs no review. A new file, or removing the report, sends the project back to review. ${saleNote(project)}`
                  : `Adding a report sends the project back to review. ${saleNote(project)}`}
              </p>
            )}
          </div>
        </ActionForm>
      </div>
    </Fold>
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
