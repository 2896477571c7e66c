import type { Api } from '#contract/client.ts'

import { useAttempt } from '../shell/form/use-attempt.ts'
import { problemWithStatus } from '../shell/session/api.ts'
import { useApi } from '../shell/session/member-api.ts'
import { Button } from '../ui/button.tsx'
import { FailureBelow } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveFile, saveFrom } from '../ui/save-file.ts'

/** A button that saves the source or the report of a project, with what failed below it. */
export function DownloadButton({
  projectId,
  kind = 'source',
  release,
  label = 'Download',
  of,
  tone = 'quiet',
  size,
  wide,
  onDone,
}: DownloadButtonProps) {
  const getApi = useApi()
  const { busy, failure, attempt } = useAttempt()
  const download = async () => {
    const api = await getApi()
    await (kind === 'report' ? downloadReport(api, projectId) : downloadSource(api, projectId, release))
    onDone?.()
  }
  const sentence = kind === 'report' ? 'Failed to generate download link' : 'Download failed'
  return (
    <FailureBelow failure={failure}>
      <Button
        tone={tone}
        size={size}
        wide={wide}
        pending={busy}
        pendingText="Preparing..."
        icon={<Icon name="download" />}
        onClick={() => void attempt(download, (thrown) => problemWithStatus(thrown, sentence).message)}
      >
        <span>{label}</span>
        {of && <span className="sr-only">{`: ${of}`}</span>}
      </Button>
    </FailureBelow>
  )
}

interface DownloadButtonProps {
  projectId: string
  kind?: 'source' | 'report'
  /** The release of the source; by default the newest one that the caller may download. */
  release?: number
  label?: string
  /** The name of the download, for screen readers. */
  of?: string
  tone?: 'quiet' | 'primary'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
  /** Called after the download. */
  onDone?: () => void
}

/**
 * Saves the source as project-{id}-{ref}.zip; `ref` is the release, or 'main' for the newest one that the caller may
 * download.
 */
async function downloadSource(api: Api, projectId: string, release?: number): Promise<void> {
  const ref = String(release ?? 'main')
  const zip = await api.downloads.archive({ params: { id: projectId }, query: { ref } })
  saveFile(zip, `project-${projectId}-${ref}.zip`)
}

/** Saves the project report under its own name, through a signed link that is valid for 5 minutes. */
async function downloadReport(api: Api, projectId: string): Promise<void> {
  const { downloadUrl, fileName } = await api.downloads.reportLink({ params: { id: projectId } })
  saveFrom(downloadUrl, fileName)
}
