import type { Project } from '#contract/projects.ts'
import type { Release } from '#contract/projects/source.ts'

import { memberApi } from '../../session/member-api.ts'
import { ReleaseChanges } from '../../source/release-changes.tsx'
import { ReleaseList } from '../../source/release-list.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { ReleaseNotes } from './release-notes.tsx'

/** The releases of a project for its owner, who writes to buyers what is new in each, and sees what changed between two. */
export function OwnerReleases({
  project: { _id: projectId, verificationStatus },
  releases,
}: {
  project: Project
  releases: readonly Release[]
}) {
  if (releases.length === 0) return null
  return (
    <Sheet as="section" aria-label="Releases">
      <SheetHead title="Releases">
        <span className="text-13 text-quiet font-mono tabular-nums">{releases.length}</span>
      </SheetHead>
      <ReleaseList
        releases={releases}
        changesAsked={verificationStatus === 'needs_changes'}
        renderNotes={(release) => <ReleaseNotes release={release} />}
      />
      <ReleaseChanges
        key={releases[0]!.number}
        projectId={projectId}
        releases={releases}
        signIn={() => memberApi()}
      />
    </Sheet>
  )
}
