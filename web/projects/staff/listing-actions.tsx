import { counted } from '#contract/format.ts'

import {
  ActionButton,
  ConfirmButton,
  formAction,
  formActions,
  useAction,
} from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import { BulkFrame } from '../../shell/staff-list.tsx'

/** What can be done to the selected projects, some of which may be on other pages. Hands on the ids that are done. */
export function BulkActions({ selected, onPage, onClear, onDone }: BulkActionsProps) {
  const by = useAction<Gone>({ onDone: ({ gone = [] }) => onDone(gone) })
  if (selected.length === 0) return null
  const fields = (intent: BulkAction) => ({ intent, ids: selected.join(' ') })
  return (
    <BulkFrame
      label="Bulk actions"
      count={selected.length}
      elsewhere={selected.length - onPage}
      onClear={onClear}
    >
      <ActionButton by={by} submit={fields('activate')} tone="quiet" size="small">
        Activate
      </ActionButton>
      <ActionButton by={by} submit={fields('deactivate')} tone="quiet" size="small">
        Deactivate
      </ActionButton>
      <ConfirmButton
        by={by}
        submit={fields('delete')}
        question={
          selected.length === 1
            ? 'Are you sure you want to delete this project?'
            : `Are you sure you want to delete these ${counted(selected.length, 'project')}?`
        }
        confirm="Delete"
        danger
        tone="danger"
        size="small"
      >
        {deletionNote}
      </ConfirmButton>
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

/** The ids that need not be selected any more. */
type Gone = { gone: string[] }

const bulk = (action: BulkAction) =>
  formAction<Gone>('Failed to perform bulk action', async ({ api, form }) => {
    const projectIds = textIn(form, 'ids').split(' ').filter(Boolean)
    const { results, updated, unknown } = await api.staffListings.bulkUpdate({ body: { projectIds, action } })
    const failed = results.filter(({ _id, success }) => !success && !unknown.includes(_id))
    const notice = [
      updated > 0 && `${counted(updated, 'project')} ${done[action]}.`,
      unknown.length > 0 && `${counted(unknown.length, 'project')} not found: deleted already.`,
      failed[0] && `${counted(failed.length, 'project')} not changed: ${failed[0].message}`,
    ]
    const gone = results.filter(({ _id, success }) => success || unknown.includes(_id)).map(({ _id }) => _id)
    return { [updated > 0 ? 'done' : 'message']: notice.filter(Boolean).join(' '), gone }
  })

/** Does what the list asks for: one deletion, or one action with many projects. */
export const changeList = formActions<Gone>({
  activate: bulk('activate'),
  deactivate: bulk('deactivate'),
  delete: bulk('delete'),
  'delete-one': formAction('Failed to delete project', async ({ api, form }) => {
    const id = textIn(form, 'id')
    const { message } = await api.projects.remove({ params: { id } })
    return { done: message ?? 'The project is deleted.', gone: [id] }
  }),
})

const done: Record<BulkAction, string> = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
}

/** Deletes one project of the list after a question. */
export const DeleteListing = ({ _id, title, onDone }: DeleteListingProps) => (
  <ConfirmButton
    submit={{ intent: 'delete-one', id: _id }}
    onDone={() => onDone([_id])}
    question="Are you sure you want to delete this project?"
    confirm="Delete"
    danger
    size="small"
    aria-label={`Delete ${title}`}
  >
    <span className="text-ink block font-semibold break-words">{title}</span>
    {deletionNote}
  </ConfirmButton>
)

interface DeleteListingProps {
  _id: string
  title: string
  onDone: (ids: readonly string[]) => void
}
