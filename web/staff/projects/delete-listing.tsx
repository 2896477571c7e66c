import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { deletionNote } from './bulk-actions.tsx'
import type { ListChange } from './list-changes.ts'

/** Deletes one project of the list after a question. */
export function DeleteListing({ _id, title, onDone }: DeleteListingProps) {
  const fetcher = useFetcher<ListChange>()
  const [isAsking, setAsking] = useState(false)
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    notify(data.notice, { tone: data.isFailed ? 'failed' : 'done' })
    onDone(data.gone)
  }, [data, onDone])
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Delete ${title}`}
        pending={fetcher.state !== 'idle'}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void fetcher.submit({ intent: 'delete-one', ids: _id }, { method: 'post' })
        }}
        question="Are you sure you want to delete this project?"
        confirm="Delete"
        danger
      >
        <span className="text-ink block font-semibold break-words">{title}</span>
        {deletionNote}
      </ConfirmDialog>
    </>
  )
}

interface DeleteListingProps {
  _id: string
  title: string
  onDone: (ids: readonly string[]) => void
}
