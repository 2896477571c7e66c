import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { rupees } from '#contract/kit/rupees.ts'
import type { Project } from '#contract/projects.ts'
import { ReportForm } from '#contract/releases.ts'

import { constraintsOf } from '../forms/constraints.ts'
import { useForm } from '../forms/use-form.ts'
import { DownloadButton } from '../releases/download-button.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field, useFieldControl } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import type { Changed } from './owner-changes.ts'
import { meanwhile } from './review-note.ts'

/** The project report for its owner: absent with a form to add it, or present with its price. */
export function OwnerReport({
  project: { _id, hasReport, reportPrice, reportFileName },
}: {
  project: Project
}) {
  const fetcher = useFetcher<Changed>()
  const { data } = fetcher
  const { ref, message, field } = useForm(constraints, data)
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  return (
    <Sheet as="section" aria-label="Project Report">
      <SheetHead
        title="Project Report"
        actions={
          hasReport && (
            <>
              <DownloadButton projectId={_id} kind="report" label="Download" size="small" />
              <Button
                tone="quiet"
                size="small"
                onClick={() => void fetcher.submit({ intent: 'remove-report' }, { method: 'post' })}
              >
                Remove
              </Button>
            </>
          )
        }
      />
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        {hasReport && (
          <p className="text-13 font-mono">
            {reportFileName}, {rupees(reportPrice ?? 0)}
          </p>
        )}
        <fetcher.Form
          ref={ref}
          key={String(reportPrice)}
          method="post"
          encType="multipart/form-data"
          className="grid items-end gap-4 sm:grid-cols-[1fr_10rem_auto]"
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
          <Field label="Report price" {...field('price', reportPrice)}>
            <TextInput type="number" inputMode="decimal" unit="₹" />
          </Field>
          <Button type="submit" tone="quiet" pending={fetcher.state !== 'idle'} pendingText="Saving...">
            {hasReport ? 'Save' : 'Add Report'}
          </Button>
        </fetcher.Form>
        {message && <Callout tone="stopped" {...message} />}
        <p className="text-14 text-quiet">
          {hasReport
            ? 'A new file, or removing the report, sends the project back to review; a new price does not.'
            : `Adding a report sends the project back to review. ${meanwhile}`}
        </p>
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
