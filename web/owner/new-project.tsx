import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { dropDraft } from '../forms/draft.ts'
import { FilesUpload } from '../releases/files-upload.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Steps } from '../ui/feedback/steps.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { newProjectDraft, ProjectForm } from './project-form.tsx'

/** The two steps to list a project: what it is, then its files. */
export function NewProject({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<{ id: string; note?: string }>()
  const { revalidate } = useRevalidator()
  const begin = (id: string, note?: string) => {
    dropDraft(newProjectDraft)
    setCreated({ id, ...(note && { note }) })
  }
  const close = () => {
    dropDraft(newProjectDraft)
    setCreated(undefined)
    onClose()
    void revalidate()
  }
  return (
    <Dialog open={open} onClose={close} title="Add New Project" size="large">
      <Steps
        label="Steps"
        steps={['Project information', 'File upload']}
        current={created ? 1 : 0}
        className="mb-6"
      />
      {created ? (
        <>
          {created.note && (
            <Callout tone="waiting" className="mb-5">
              {created.note}
            </Callout>
          )}
          <FilesUpload
            projectId={created.id}
            onDone={() => {
              notify('Your project is uploaded. Staff will check it before it is listed.', { tone: 'done' })
              close()
            }}
          />
        </>
      ) : (
        <ProjectForm onCreated={begin} />
      )}
    </Dialog>
  )
}
