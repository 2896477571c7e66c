import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'
import { counted } from '#contract/format.ts'

import { textIn } from '../../shell/form/use-form.ts'
import { problemOf } from '../../shell/session/api.ts'
import { BulkFrame } from '../../shell/staff-list.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

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
const deletionNote =
  'What is deleted is never listed again. Buyers keep their downloads; owners still have their own files.'

interface BulkActionsProps {
  selected: readonly string[]
  /** How many of them are on this page. */
  onPage: number
  onClear: () => void
  onDone: (ids: readonly string[]) => void
}

type BulkAction = 'activate' | 'deactivate' | 'delete'

/** What came of a change of the list: what to say, and the ids that need not be selected any more. */
interface ListChange {
  notice: string
  isFailed?: boolean
  gone: string[]
}

/** Does what the list asks for: one deletion, or one action with many projects. */
export async function changeList(api: Api, form: FormData): Promise<ListChange> {
  const intent = textIn(form, 'intent')
  const projectIds = textIn(form, 'ids').split(' ').filter(Boolean)
  try {
    if (intent === 'delete-one') {
      const { message } = await api.projects.remove({ params: { id: projectIds[0] ?? '' } })
      return { notice: message ?? 'The project is deleted.', gone: projectIds }
    }
    const action = intent as BulkAction
    const { results, updated, unknown } = await api.staffListings.bulkUpdate({ body: { projectIds, action } })
    const failed = results.filter(({ _id, success }) => !success && !unknown.includes(_id))
    const notice = [
      updated > 0 && `${counted(updated, 'project')} ${done[action]}.`,
      unknown.length > 0 && `${counted(unknown.length, 'project')} not found: deleted already.`,
      failed[0] && `${counted(failed.length, 'project')} not changed: ${failed[0].message}`,
    ]
    const gone = results.filter(({ _id, success }) => success || unknown.includes(_id)).map(({ _id }) => _id)
    return { notice: notice.filter(Boolean).join(' '), isFailed: updated === 0, gone }
  } catch (thrown) {
    const ofPlace = intent === 'delete-one' ? 'Failed to delete project' : 'Failed to perform bulk action'
    return { notice: problemOf(thrown, ofPlace).message, isFailed: true, gone: [] }
  }
}

const done: Record<BulkAction, string> = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
}

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
