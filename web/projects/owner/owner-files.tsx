import { useMemo, useState } from 'react'

import { counted, sizeText } from '#contract/kit/format.ts'
import type { Project } from '#contract/projects/project.ts'
import type { Release } from '#contract/projects/source.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { deleteDraft, hasDraft } from '../../shell/form/draft.ts'
import type { Constraint } from '../../shell/form/use-form.ts'
import { useApi } from '../../shell/session/member-api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { TreeNode } from '../../ui/file-tree.tsx'
import { usePreservedFocus } from '../../ui/focus.ts'
import { Fold } from '../../ui/fold.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { ReleaseChanges } from '../source/release-changes.tsx'
import { ReleaseList } from '../source/release-list.tsx'
import { releaseReader, SourceBrowser } from '../source/source-browser.tsx'

/** The releases of a project for its owner, who can write notes for buyers and compare two of them. */
export function OwnerReleases({
  project: { _id: projectId, verificationStatus },
  releases,
}: {
  project: Project
  releases: readonly Release[]
}) {
  if (releases.length === 0) return null
  return (
    <Fold title="Releases" detail={releases.length}>
      <ReleaseList
        releases={releases}
        changesAsked={verificationStatus === 'needs_changes'}
        renderNotes={(release) => <ReleaseNotes release={release} />}
      />
      <ReleaseChanges key={releases[0]!.number} projectId={projectId} releases={releases} />
    </Fold>
  )
}

/** The files of the present release, to read in place, with the way to the next one. Renders nothing without a release. */
export function ProjectFiles({ project, tree, onUpload }: ProjectFilesProps) {
  const { _id, releaseNumber, fileCount, totalFileSize } = project
  const api = useApi()
  const reader = useMemo(() => releaseReader(api, _id, releaseNumber ?? 0), [api, _id, releaseNumber])
  if (releaseNumber === null) return null
  return (
    <Fold
      title="Project Files"
      detail={`release ${releaseNumber}, ${counted(fileCount, 'file')}, ${sizeText(totalFileSize)}`}
      actions={
        <Button tone="quiet" size="small" onClick={onUpload}>
          Upload New Release
        </Button>
      }
    >
      <SourceBrowser key={releaseNumber} tree={tree} reader={reader} />
    </Fold>
  )
}

interface ProjectFilesProps {
  project: Project
  tree: TreeNode
  onUpload: () => void
}

/** The owner's notes on a release for buyers, edited in place. */
function ReleaseNotes({ release: { number, notes } }: { release: Release }) {
  const draft = `release-notes ${number}`
  const [isOpen, setOpen] = useState(() => hasDraft(draft))
  const form = useActionForm(constraints, { draft, onDone: () => setOpen(false) })
  const place = usePreservedFocus(isOpen)
  const cancel = () => {
    deleteDraft(draft)
    setOpen(false)
  }
  if (!isOpen)
    return (
      <div ref={place} className="mt-2 flex items-start justify-between gap-4">
        <p
          className={
            notes ? 'max-w-(--container-text) min-w-0 break-words whitespace-pre-line' : 'text-14 text-quiet'
          }
        >
          {notes || 'No notes for buyers yet.'}
        </p>
        <Button
          tone="quiet"
          size="small"
          aria-label={`${notes ? 'Edit' : 'Write'} notes of release ${number}`}
          onClick={() => setOpen(true)}
        >
          {notes ? 'Edit' : 'Write Notes'}
        </Button>
      </div>
    )
  return (
    <div ref={place}>
      <ActionForm form={form} intent="release-notes" className="mt-3 flex flex-col gap-4">
        <input type="hidden" name="number" value={number} />
        <Field
          label="Notes for buyers"
          hint="What is new, and what to mind when updating"
          {...form.field('notes', notes)}
        >
          <TextArea rows={4} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" pending={form.pending} pendingText="Saving...">
            Save Notes
          </Button>
          <Button tone="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </ActionForm>
    </div>
  )
}

const constraints: { notes: Constraint } = { notes: { maxLength: 2000 } }
