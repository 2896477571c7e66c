import { grouped } from '#contract/kit/counted.ts'
import type { Project } from '#contract/projects.ts'
import { type Licence, ownLicenceDropped } from '#contract/projects/lists.ts'

import { sizeText } from '../../projects/file-tree.ts'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import type { Sent } from '../send/upload.ts'

/** What an upload has come to. It stays until it is closed: who looks elsewhere meanwhile still reads it. */
export function UploadDone({
  project,
  sent,
  licence,
  onClose,
}: {
  project: Project
  sent: Sent
  /** What the owner had chosen before. */
  licence: Licence
  onClose: () => void
}) {
  return (
    <div ref={focus} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <Callout tone="verified" title="Your project is uploaded.">
        Staff will check it before it is listed.
      </Callout>
      {licence === 'own' && project.licence !== 'own' && (
        <Callout tone="waiting">{ownLicenceDropped}</Callout>
      )}
      <FactRows
        open
        facts={[
          { term: 'project', value: project.title },
          { term: 'files', value: grouped(sent.files) },
          { term: 'size', value: sizeText(sent.bytes) },
          { term: 'release', value: project.releaseNumber },
        ]}
      />
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </div>
  )
}

function focus(shown: HTMLElement | null) {
  shown?.focus()
}
