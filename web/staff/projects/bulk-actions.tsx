import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { counted } from '#contract/kit/counted.ts'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
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
  if (selected.length === 0) return null
  const elsewhere = selected.length - onPage
  const busy = fetcher.formData?.get('intent')
  const pendingOf = (action: BulkAction) => ({ pending: busy === action, disabled: busy !== undefined })
  return (
    <section
      aria-label="Bulk actions"
      className="border-edge bg-sheet rounded-card sticky top-16 z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border px-4 py-2 shadow-sm"
    >
      <div className="mr-auto flex items-center gap-3">
        <p aria-live="polite" className="font-semibold tabular-nums">
          {selected.length} selected
          {elsewhere > 0 && <span className="text-quiet font-normal">, {elsewhere} on other pages</span>}
        </p>
        <Button tone="link" size="small" onClick={onClear}>
          Clear
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" size="small" {...pendingOf('activate')} onClick={() => act('activate')}>
          Activate
        </Button>
        <Button tone="quiet" size="small" {...pendingOf('deactivate')} onClick={() => act('deactivate')}>
          Deactivate
        </Button>
        <Button tone="danger" size="small" {...pendingOf('delete')} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
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
    </section>
  )
}

/** What deleting means to those who have bought. */
export const deletionNote =
  'It leaves the shop for good. Whoever has bought it keeps their download; its owner still has their own files.'

interface BulkActionsProps {
  selected: readonly string[]
  /** How many of them are on this page. */
  onPage: number
  onClear: () => void
  onDone: (ids: readonly string[]) => void
}
