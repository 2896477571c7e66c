import { useState } from 'react'

import { counted, grouped } from '#contract/kit/counted.ts'
import type { Project } from '#contract/projects.ts'

import { sizeText } from '../projects/file-tree.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { Progress } from '../ui/feedback/progress.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { type CheckedFiles, checkFiles } from './check-files.ts'
import { filesOfDrop, filesOfFolder, filesOfZip, type PickedFile } from './picked-files.ts'
import { sendFiles, type Sent } from './send-files.ts'

type Method = 'folder' | 'zip'

/** Picks a folder or a ZIP, says what will be sent, and sends it with real progress. */
export function FilesUpload({
  projectId,
  onDone,
}: {
  projectId: string
  onDone: (project: Project) => void
}) {
  const [method, setMethod] = useState<Method>('folder')
  const [checked, setChecked] = useState<CheckedFiles>()
  const [trouble, setTrouble] = useState<string>()
  const [sent, setSent] = useState<Sent>()

  const pick = async (picking: PickedFile[] | Promise<PickedFile[]>) => {
    setTrouble(undefined)
    setChecked(undefined)
    try {
      setChecked(checkFiles(await picking, method))
    } catch (thrown) {
      setTrouble((thrown as Error).message)
    }
  }
  const send = async (files: CheckedFiles) => {
    setTrouble(undefined)
    setSent({ files: 0, of: files.files.length })
    try {
      onDone(await sendFiles(projectId, files, method, setSent))
    } catch (thrown) {
      setTrouble((thrown as Error).message)
      setSent(undefined)
    }
  }
  const isSending = sent !== undefined
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        legend="Upload method"
        name="method"
        inline
        value={method}
        disabled={isSending}
        onChange={({ target }) => {
          setMethod(target.value as Method)
          setChecked(undefined)
          setTrouble(undefined)
        }}
        options={[
          { value: 'folder', label: 'Folder' },
          { value: 'zip', label: 'ZIP' },
        ]}
      />
      {method === 'folder' ? (
        <FileDrop
          label="Drop your project folder here"
          button="Choose Folder"
          hint="100 MB in all, 10 MB a file"
          folder
          disabled={isSending}
          onPick={(files) => void pick(filesOfFolder(files))}
          onDrop={(data) => void pick(filesOfDrop(data))}
        />
      ) : (
        <FileDrop
          label="Drop a ZIP file here"
          button="Choose ZIP"
          hint="50 files, 100 MB in all, 10 MB a file"
          accept=".zip,application/zip"
          disabled={isSending}
          onPick={([zip]) => zip && void pick(filesOfZip(zip))}
        />
      )}
      {trouble && <Callout tone="stopped">{trouble}</Callout>}
      {checked && <Picked {...checked} />}
      {isSending && (
        <Progress
          label="Uploading"
          value={sent.files}
          max={sent.of}
          detail={`${grouped(sent.files)} of ${counted(sent.of, 'file')}`}
        />
      )}
      {checked && checked.errors.length === 0 && (
        <Button
          size="large"
          pending={isSending}
          pendingText="Uploading..."
          onClick={() => void send(checked)}
        >
          Upload {counted(checked.files.length, 'file')}
        </Button>
      )}
    </div>
  )
}

function Picked({ files, bytes, excluded, refused, errors, warnings }: CheckedFiles) {
  return (
    <>
      <p className="text-13 font-mono">
        {counted(files.length, 'file')}, {sizeText(bytes)}
        {excluded > 0 && (
          <span className="text-quiet">
            ; {excluded} left out (installed packages, build output, editor files)
          </span>
        )}
      </p>
      {refused.length > 0 && <Refused reasons={refused} />}
      {errors.length > 0 && (
        <Callout tone="stopped" title="Please fix the validation errors before uploading">
          {errors.slice(0, 8).join('\n')}
        </Callout>
      )}
      {errors.length === 0 && warnings.length > 0 && <Callout tone="waiting">{warnings.join('\n')}</Callout>}
    </>
  )
}

/** The files that stay behind because of their names, and what to do about it. */
function Refused({ reasons }: { reasons: string[] }) {
  return (
    <Callout tone="waiting" title={`${counted(reasons.length, 'file')} cannot be uploaded`}>
      <ul
        aria-label="Files that cannot be uploaded"
        tabIndex={0}
        className="text-13 my-1.5 flex max-h-40 flex-col gap-1 overflow-y-auto font-mono wrap-anywhere"
      >
        {reasons.slice(0, shown).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {reasons.length > shown && <li>and {reasons.length - shown} more</li>}
      </ul>
      <p>Rename them and choose the project again, or go on without them.</p>
    </Callout>
  )
}

const shown = 200
