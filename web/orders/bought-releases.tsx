import type { Release } from '#contract/projects/source.ts'

import { DownloadButton } from '../releases/download-button.tsx'
import { memberApi } from '../session/member-api.ts'
import { ReleaseChanges } from '../source/release-changes.tsx'
import { ReleaseList } from '../source/release-list.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'

/** Every release that a buyer may download, newest first, with what its owner says of it and what changed since the one bought; the newest is the order's own Download. */
export function BoughtReleases({ projectId, releases, bought, onDownloaded }: BoughtReleasesProps) {
  if (releases.length === 0) return null
  return (
    <Sheet as="section" aria-label="Releases">
      <SheetHead title="Releases" />
      <ReleaseList
        releases={releases}
        isForBuyer
        renderNotes={({ number, notes, isCurrent }) => (
          <div className="mt-2 flex flex-wrap items-start justify-between gap-4">
            {notes && (
              <p className="max-w-(--container-text) min-w-0 flex-1 basis-60 break-words whitespace-pre-line">
                {notes}
              </p>
            )}
            {!isCurrent && (
              <DownloadButton
                projectId={projectId}
                release={number}
                label="Get This One"
                of={`release ${number}`}
                size="small"
                onDone={onDownloaded}
              />
            )}
          </div>
        )}
      />
      <ReleaseChanges
        key={releases[0]!.number}
        projectId={projectId}
        releases={releases}
        since={bought ?? undefined}
        signIn={() => memberApi()}
      />
    </Sheet>
  )
}

interface BoughtReleasesProps {
  projectId: string
  releases: readonly Release[]
  /** The release that was bought. */
  bought: number | null
  onDownloaded: () => void
}
