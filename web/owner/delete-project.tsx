import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../ui/button.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Icon } from '../ui/icon.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import type { Changed } from './owner-changes.ts'

/** Deletes a project of one's own after a question; then one is among one's projects. `of`: its title, where there are several, each headed by an element with the project's id. */
export function DeleteProject({ projectId, label, of, size, hasBuyers }: DeleteProjectProps) {
  const fetcher = useFetcher<Changed>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (fetcher.data?.message) notify(fetcher.data.message, { tone: 'failed' })
  }, [fetcher.data])
  const remove = () => {
    setAsking(false)
    void fetcher.submit({ intent: 'delete' }, { method: 'post', action: `/owner/projects/${projectId}` })
  }
  return (
    <>
      <Button
        tone="quiet"
        size={size}
        icon={size !== 'small' && <Icon name="trash-2" />}
        aria-describedby={of && projectId}
        pending={fetcher.state !== 'idle'}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        question="Are you sure you want to delete this project?"
        confirm={hasBuyers ? 'Withdraw' : 'Delete'}
        danger
      >
        {of && <span className="text-ink block font-semibold break-words">{of}</span>}
        {hasBuyers
          ? 'It has buyers, so it is withdrawn from sale: buyers keep their download, nobody else can get it, and it cannot be brought back.'
          : 'Nobody has bought it. It is deleted with its files and cannot be brought back.'}
      </ConfirmDialog>
    </>
  )
}

interface DeleteProjectProps {
  projectId: string
  label: string
  of?: string
  size?: 'small' | 'medium'
  /** Then it is withdrawn: what was bought is kept. */
  hasBuyers: boolean
}
