import { type ReactNode, useEffect, useRef, useState } from 'react'

import { ownerLicence } from '#contract/accounts/agreements.ts'
import { counted, formatCount, rupees, sizeText } from '#contract/kit/format.ts'
import { type Licence, ownLicenceDropped } from '#contract/projects/categories.ts'
import type { Project } from '#contract/projects/project.ts'

import { useSite } from '../../shell/site.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, DialogFoot } from '../../ui/dialog.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { RadioGroup } from '../../ui/inputs.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Callout } from '../../ui/status.tsx'
import { findingsAddress, useFindings } from '../findings/findings-sheet.tsx'
import { OwnerLicence } from '../owner-licence.tsx'
import type { CheckedFiles, Choice, PickedFile } from './checked-files.ts'
import { FilePicker, type ReadPicked } from './file-picker.tsx'
import { copiesOf, reportsIn } from './found-reports.ts'
import { PickedSummary } from './picked-summary.tsx'
import { ReportChoice } from './report-choice.tsx'
import { UploadProgress } from './upload-progress.tsx'
import type { Sent, Upload } from './upload.ts'
import { type ReportOnSale, useReport } from './use-report.ts'
import { useUpload } from './use-upload.ts'

/**
 * The upload of a folder or a ZIP: picks it, shows which files will be sent and which not, sends them, and shows the
 * result.
 */
export function FilesUpload(props: FilesUploadProps) {
  const {
    projectId,
    isReUpload = false,
    licence,
    isLicenceSaid = false,
    before,
    onBusy,
    onSent,
    onDone,
    onClose,
  } = props
  const [method, setMethod] = useState<Upload['method']>('folder')
  const [checked, setChecked] = useState<CheckedFiles<PickedFile>>()
  const [seen, setSeen] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [isCancelling, setCancelling] = useState(false)
  const chosen = useRef<Chosen>(undefined)
  const report = useReport(projectId, props.reportOnSale)
  const upload = useUpload(projectId, isReUpload)
  const shown = ownerLicence(useSite())
  const { state } = upload
  const isBusy = report.isStoring || ['comparing', 'sending', 'paused', 'failed'].includes(state.phase)
  useEffect(() => {
    onBusy(isBusy)
  }, [isBusy, onBusy])
  const isSent = state.phase === 'done'
  useEffect(() => {
    if (isSent) onSent?.()
  }, [isSent, onSent])

  const pick = (reading: ReadPicked) => {
    setChecked(undefined)
    report.reset()
    void read({ reading, choice: { without: [] }, openings: new Map() })
  }
  const read = async (wanted: Chosen) => {
    chosen.current = wanted
    setFailure(undefined)
    setSeen(0)
    try {
      const answer = await wanted.reading(wanted.choice)
      const [found, warned] = await Promise.all([
        reportsIn(answer.files, wanted.openings),
        withWarnings(answer),
      ])
      if (chosen.current !== wanted) return
      report.setFound(found)
      setChecked(warned)
    } catch (thrown) {
      if (chosen.current !== wanted) return
      setChecked(undefined)
      setFailure((thrown as Error).message)
    } finally {
      if (chosen.current === wanted) setSeen(undefined)
    }
  }
  const choose = (choice: Partial<Choice>) =>
    void read({ ...chosen.current!, choice: { ...chosen.current!.choice, ...choice } })
  const leaveOut = (paths: string[], report = chosen.current!.choice.report) =>
    choose({ without: [...chosen.current!.choice.without, ...paths], report })
  /** Gives the sold report with the code after all, with the copies of it that were left out. */
  const give = () => {
    const { report, without } = chosen.current!.choice
    const copies = report === undefined ? [] : copiesOf(report, without)
    choose({ report: undefined, without: without.filter((path) => !copies.includes(path)) })
  }
  const send = async () => {
    const wanted = chosen.current
    if (!checked || (checked.report && !(await report.store(checked.report)))) return
    if (chosen.current !== wanted) return
    upload.start(checked.files, method, shown.version)
  }
  if (state.phase === 'done')
    return <UploadDone {...state} licence={licence} onClose={() => onDone(state.project)} />
  if (state.phase !== 'idle')
    return (
      <div ref={focus} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        <UploadProgress state={state} upload={upload} onCancel={() => setCancelling(true)} />
        <ConfirmDialog
          open={isCancelling}
          onClose={() => setCancelling(false)}
          onConfirm={() => {
            setCancelling(false)
            void upload.cancel()
          }}
          question="Cancel the upload?"
          confirm="Cancel Upload"
          cancel="Keep Uploading"
          danger
        >
          What has arrived is thrown away. The files on your computer stay as they are.
        </ConfirmDialog>
      </div>
    )
  const isReady = checked !== undefined && checked.errors.length === 0 && seen === undefined
  const sendLabel = checked && isReady ? `Upload ${counted(checked.files.length, 'File')}` : 'Upload'
  return (
    <div className="flex flex-col gap-5">
      {before}
      <RadioGroup
        legend="Upload method"
        name="method"
        inline
        value={method}
        disabled={seen !== undefined || report.isStoring}
        onChange={({ target }) => {
          setMethod(target.value as Upload['method'])
          setChecked(undefined)
          setFailure(undefined)
        }}
        options={[
          { value: 'folder', label: 'Folder' },
          { value: 'zip', label: 'ZIP' },
        ]}
      />
      <FilePicker
        method={method}
        disabled={seen !== undefined || report.isStoring}
        compact={checked !== undefined}
        onPick={pick}
        onSeen={setSeen}
      />
      {seen !== undefined && (
        <Progress
          label={method === 'folder' ? 'Reading the folder...' : 'Unpacking the ZIP...'}
          detail={seen > 0 ? counted(seen, 'file') : ''}
        />
      )}
      {failure && (
        <Callout tone="stopped" shown>
          {failure}
          {method === 'zip' && isTooMany(failure) && <p className="mt-1.5">{chooseFolderHint}</p>}
        </Callout>
      )}
      {checked && (
        <fieldset disabled={report.isStoring} className="contents">
          <PickedSummary
            checked={checked}
            licence={licence}
            hint={method === 'zip' && checked.errors.some(isTooMany) && chooseFolderHint}
            reports={
              <ReportChoice
                checked={checked}
                report={report}
                send={sendLabel}
                onSell={(path, copies) => leaveOut(copies, path)}
                onGive={give}
                onLeaveOut={(paths) => leaveOut(paths)}
              />
            }
            onLeaveOut={(paths) => leaveOut(paths)}
            onPutBack={() => choose({ without: [] })}
          />
        </fieldset>
      )}
      {!isLicenceSaid && <OwnerLicence />}
      <DialogFoot>
        <Button tone="quiet" onClick={onClose}>
          Later
        </Button>
        <Button
          disabled={!isReady}
          pending={report.isStoring}
          pendingText="Adding the report..."
          onClick={() => report.isDecided() && void send()}
        >
          {sendLabel}
        </Button>
      </DialogFoot>
    </div>
  )
}

/** How the picked files are read, the owner's choice of them, and the beginnings of their documents. */
interface Chosen {
  reading: ReadPicked
  choice: Choice
  openings: Map<string, string>
}

/** Adds what the files need; without a connection to load that part, they are only not warned about. */
const withWarnings = (checked: CheckedFiles<PickedFile>) =>
  import('./needed-notes.ts').then(
    ({ withNeeded }) => withNeeded(checked),
    () => checked,
  )

const isTooMany = (error: string) => error.startsWith('Too many files')
const chooseFolderHint = 'A folder may hold up to 20,000 files: unpack the ZIP and choose Folder above.'

/** Focuses the new content, because the button that had the focus has been removed. */
function focus(shown: HTMLElement | null) {
  shown?.focus()
}

type FilesUploadProps = {
  projectId: string
  /** The project has files already. */
  isReUpload?: boolean
  /** The licence that the owner chose; 'own' needs a licence file among the files. */
  licence: Licence
  /** The owner has given the licence to us in the step before. */
  isLicenceSaid?: boolean
  /** The report that is on sale already. */
  reportOnSale?: ReportOnSale | undefined
  /** The content above the picker. */
  before?: ReactNode
  /** Called with whether an upload is running, so that nobody leaves by mistake. */
  onBusy: (isBusy: boolean) => void
  /** Called when everything has arrived; must be a stable function. */
  onSent?: () => void
  onDone: (project: Project) => void
  onClose: () => void
}

/** The result of an upload. It stays until it is closed, so that it is not missed. */
function UploadDone({
  project,
  sent,
  licence,
  onClose,
}: {
  project: Project
  sent: Sent
  /** The licence that the owner had chosen before the upload. */
  licence: Licence
  onClose: () => void
}) {
  const { findings } = useFindings(findingsAddress('owner', project._id))
  return (
    <div ref={focus} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {findings?.isBlocked ? (
        <Callout key="waiting" tone="stopped" shown title="Your project is uploaded. Waiting for you">
          The check found something that you have to remove or explain before an admin verifies it. You see
          what it is on the project’s page.
        </Callout>
      ) : (
        <Callout key="done" tone="verified" shown title="Your project is uploaded.">
          {findings === undefined || findings.state === 'waiting'
            ? 'The files are being checked. You read here what was found.'
            : project.verificationStatus === 'needs_changes'
              ? 'Send it back for checking on the project’s page when all changes are made.'
              : 'Staff will check it before it is listed.'}
        </Callout>
      )}
      {licence === 'own' && project.licence !== 'own' && (
        <Callout tone="waiting">{ownLicenceDropped}</Callout>
      )}
      <FactRows
        open
        facts={[
          { term: 'project', value: project.title },
          { term: 'files', value: formatCount(sent.files) },
          { term: 'size', value: sizeText(sent.bytes) },
          { term: 'release', value: project.releaseNumber },
          ...(project.hasReport
            ? [{ term: 'report', value: `${project.reportFileName}, ${rupees(project.reportPrice ?? 0)}` }]
            : []),
        ]}
      />
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </div>
  )
}
