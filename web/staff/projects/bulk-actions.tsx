import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { counted } from '#contract/kit/counted.ts'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { BulkFrame } from '../found/bulk-frame.tsx'
import type { BulkAction, ListChange } from './list-changes.ts'

/** What can be done to the selected projects, some of which may be on other pages. Hands on the ids that are done. */
export function BulkActions({ selected, onPage, onClear, onDone }: BulkActionsProps) {
  const fetcher = useFetcher<ListChange>()
  const [isAsking, setAsking] = useState(false)
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    notify(data.notice, { tone: data.isFailed ? 'failed' : 'done' })
    onDone(data.gone)
  }, [data, onDone])
  const act = (action: BulkAction) => {
    setAsking(false)
    if (selected.length === 0) return notify('Please select projects first', { tone: 'failed' })
    void fetcher.submit({ intent: action, ids: selected.join(' ') }, { method: 'post' })
  }
  if (selected.length === 0 && isAsking) setAsking(false)
  if (selected.length === 0) return null
  const elsewhere = selected.length - onPage
  const busy = fetcher.formData?.get('intent')
  const pendingOf = (action: BulkAction) => ({ pending: busy === action, disabled: busy !== undefined })
  return (
    <BulkFrame label="Bulk actions" count={selected.length} elsewhere={elsewhere} onClear={onClear}>
      <Button tone="quiet" size="small" {...pendingOf('activate')} onClick={() => act('activate')}>
        Activate
      </Button>
      <Button tone="quiet" size="small" {...pendingOf('deactivate')} onClick={() => act('deactivate')}>
        Deactivate
      </Button>
      <Button tone="danger" size="small" {...pendingOf('delete')} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => act('delete')}
        question={
          selected.length === 1
            ? 'Are you sure you want to delete this project?'
            : `Are you sure you want to delete these ${counted(selected.length, 'project')}?`
        }
        confirm="Delete"
        danger
      >
        {deletionNote}
      </ConfirmDialog>
    </BulkFrame>
  )
}

/** What deleting means to those who have bought. */
export const deletionNote =
  'What is deleted is never listed again. Buyers keep their downloads; owners still have their own files.'

interface BulkActionsProps {
  selected: readonly string[]
  /** How many of them are on this page. */
  onPage: number
  onClear: () => void
  onDone: (ids: readonly string[]) => void
}
