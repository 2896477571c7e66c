import Download from 'lucide-react/icons/download'
import { useState } from 'react'

import { problemOf } from '../problem-of.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notify.ts'
import { downloadReport, downloadSource } from './download.ts'

/** Saves the source or the report of a project, and says when that fails. */
export function DownloadButton({
  projectId,
  kind = 'source',
  label = 'Download',
  size,
}: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await (kind === 'report' ? downloadReport(projectId) : downloadSource(projectId))
    } catch (thrown) {
      notify(problemOf(thrown, 'Download failed').message, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      tone="quiet"
      size={size}
      pending={busy}
      pendingText="Preparing..."
      icon={<Download aria-hidden="true" />}
      onClick={() => void download()}
    >
      {label}
    </Button>
  )
}

export interface DownloadButtonProps {
  projectId: string
  kind?: 'source' | 'report'
  label?: string
  size?: 'small' | 'medium'
}
