import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'
import { counted } from '#contract/format.ts'

import { textIn } from '../../shell/form/use-form.ts'
import { problemOf } from '../../shell/session/api.ts'
import type { BulkAnswer, Selection } from '../../shell/staff-list.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

/** What deleting means to those who have bought. */
const deletionNote =
  'What is deleted is never listed again. Buyers keep their downloads; owners still have their own files.'

/** What can be done with many projects of the list at once. */
export const bulkActions = [
  { value: 'activate', label: 'Activate' },
  { value: 'deactivate', label: 'Deactivate' },
  {
    value: 'delete',
    label: 'Delete',
    question: (count: number) =>
      count === 1
        ? 'Are you sure you want to delete this project?'
        : `Are you sure you want to delete these ${counted(count, 'project')}?`,
    means: deletionNote,
  },
]

/** Does what the list asks for: one deletion, or one action with many projects. */
export async function changeList(api: Api, form: FormData): Promise<BulkAnswer> {
  const asked = textIn(form, 'action')
  const projectIds = form.getAll('id').map(String)
  try {
    if (asked === 'delete-one') {
      const { message } = await api.projects.remove({ params: { id: projectIds[0] ?? '' } })
      return { done: message ?? 'The project is deleted.', gone: projectIds }
    }
    const action = asked as keyof typeof done
    const { results, updated, unknown } = await api.staffListings.bulkUpdate({ body: { projectIds, action } })
    const failed = results.filter(({ _id, success }) => !success && !unknown.includes(_id))
    const notice = [
      updated > 0 && `${counted(updated, 'project')} ${done[action]}.`,
      unknown.length > 0 && `${counted(unknown.length, 'project')} not found: deleted already.`,
      failed[0] && `${counted(failed.length, 'project')} not changed: ${failed[0].message}`,
    ]
    const gone = results.filter(({ _id, success }) => success || unknown.includes(_id)).map(({ _id }) => _id)
    return { [updated > 0 ? 'done' : 'message']: notice.filter(Boolean).join(' '), gone }
  } catch (thrown) {
    const ofPlace = asked === 'delete-one' ? 'Failed to delete project' : 'Failed to perform bulk action'
    return { message: problemOf(thrown, ofPlace).message, gone: [] }
  }
}

const done = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
} as const

/** Deletes one project of the list after a question. */
export function DeleteListing({ _id, title, select }: DeleteListingProps) {
  const fetcher = useFetcher<BulkAnswer>()
  const [isAsking, setAsking] = useState(false)
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    if (data.done) notify(data.done, { tone: 'done' })
    if (data.message) notify(data.message, { tone: 'failed' })
    if (data.done) select([_id], false)
  }, [data, select, _id])
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
          void fetcher.submit({ action: 'delete-one', id: _id }, { method: 'post' })
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
  select: Selection['select']
}
