import type { SyntheticEvent } from 'react'

import { useAttempt } from '../shell/form/use-attempt.ts'
import { problemWithStatus } from '../shell/session/api.ts'
import { useApi } from '../shell/session/member-api.ts'
import { buttonLook, type ButtonLook } from '../ui/button.tsx'
import { FailureBelow } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * A button that downloads the source or the report of a project. It asks for a fresh link, so that a refusal is shown
 * below it, and leaves the rest to the browser. The source is named project-{id}-{ref}.zip; `ref` is the release, or
 * 'main' for the newest one that the caller may download.
 */
export function DownloadButton({
  projectId,
  kind = 'source',
  release,
  href,
  label = 'Download',
  of,
  onDone,
  ...look
}: DownloadButtonProps) {
  const getApi = useApi()
  const { busy, failure, attempt } = useAttempt()
  const isReport = kind === 'report'
  const download = async () => {
    const { downloads } = await getApi()
    const params = { id: projectId }
    const { downloadUrl } = await (isReport
      ? downloads.reportLink({ params })
      : downloads.link({ params, query: { ref: release?.toString() } }))
    // What comes is a file, so the page stays.
    location.href = downloadUrl
    // The browser has begun by then, and the second press of a double click is over.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    onDone?.()
  }
  const sentence = isReport ? 'Failed to generate download link' : 'Download failed'
  const press = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!busy) void attempt(download, (thrown) => problemWithStatus(thrown, sentence).message)
  }
  return (
    <FailureBelow failure={failure}>
      <a
        // A button cannot have an address, which the browser's own menu and other tabs need.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="button"
        tabIndex={0}
        href={href ?? undefined}
        download
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={press}
        onKeyDown={(event) => [' ', 'Enter'].includes(event.key) && press(event)}
        className={buttonLook({ tone: 'quiet', ...look })}
      >
        <Icon name="download" />
        <span key={`${busy}`}>{busy ? 'Preparing...' : label}</span>
        {of && <span className="sr-only">{`: ${of}`}</span>}
      </a>
    </FailureBelow>
  )
}

interface DownloadButtonProps extends ButtonLook {
  projectId: string
  kind?: 'source' | 'report'
  /** The release of the source; by default the newest one that the caller may download. */
  release?: number
  /** A link to the file, for the menu of the browser and for tabs; a press asks for a fresh one. */
  href?: string | null | undefined
  label?: string
  /** The name of the download, for screen readers. */
  of?: string
  /** Called when the download has begun. */
  onDone?: () => void
}
