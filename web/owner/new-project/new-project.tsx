import { useCallback, useState } from 'react'
import { useRevalidator } from 'react-router'

import { dropDraft, putDraftAway } from '../../forms/draft.ts'
import { FilesUpload } from '../../releases/upload/files-upload.tsx'
import { UploadDialog } from '../../releases/upload/upload-dialog.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Steps } from '../../ui/feedback/steps.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { ChosenPicture } from '../images/read-picture.ts'
import { type Created, newProjectDraft, ProjectForm } from './project-form.tsx'

/** The two steps to list a project: what it is, then its files. What is typed stays when it is closed in the first one. */
export function NewProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<Created>()
  const [pictures, setPictures] = useState<ChosenPicture[]>([])
  const [isSent, setSent] = useState(false)
  const markSent = useCallback(() => setSent(true), [])
  const { revalidate } = useRevalidator()
  const begin = (made: Created) => {
    dropDraft(newProjectDraft)
    for (const { url } of pictures) URL.revokeObjectURL(url)
    setPictures([])
    setCreated(made)
  }
  const close = () => {
    putDraftAway(newProjectDraft)
    onClose()
    if (!created) return
    setCreated(undefined)
    setSent(false)
    void revalidate()
  }
  return (
    <UploadDialog open={open} onClose={close} title="Add New Project">
      {(setBusy) => (
        <>
          <Steps
            label="Steps"
            steps={['Project information', 'File upload']}
            current={isSent ? 2 : created ? 1 : 0}
            className="mb-6"
          />
          {created ? (
            <FilesUpload
              projectId={created.id}
              licence={created.licence}
              before={<Saved {...created} />}
              onBusy={setBusy}
              onSent={markSent}
              onDone={close}
              onClose={close}
            />
          ) : (
            <ProjectForm pictures={pictures} onPictures={setPictures} onCreated={begin} />
          )}
        </>
      )}
    </UploadDialog>
  )
}

/** The project exists already, whatever becomes of this step. */
const Saved = ({ id, note }: Created) => (
  <>
    {note && <Callout tone="waiting">{note}</Callout>}
    <p className="text-14 text-quiet">
      Your project is saved. You can also send its files later from{' '}
      <TextLink to={`/owner/projects/${id}`}>its page</TextLink>.
    </p>
  </>
)
