import { counted } from '#contract/kit/format.ts'

import { ConfirmButton, formAction, formActions } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import type { Gone, Selection } from '../../shell/staff-list.tsx'

/** The consequence of a deletion for buyers and owners. */
const deletionNote =
  'What is deleted is never listed again. Buyers keep their downloads; owners still have their own files.'

/** The actions on several projects of the list. */
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

const done = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
} as const

const bulk = (action: keyof typeof done) =>
  formAction<Gone>('Failed to perform bulk action', async ({ api, form }) => {
    const projectIds = form.getAll('id').map(String)
    const { results, updated, unknown } = await api.staffProjects.bulkUpdate({ body: { projectIds, action } })
    const failed = results.filter(({ _id, success }) => !success && !unknown.includes(_id))
    const problems = [
      unknown.length > 0 && `${counted(unknown.length, 'project')} not found: deleted already.`,
      failed[0] && `${counted(failed.length, 'project')} not changed: ${failed[0].message}`,
    ]
    const gone = results.filter(({ _id, success }) => success || unknown.includes(_id)).map(({ _id }) => _id)
    return {
      ...(updated > 0 && { done: `${counted(updated, 'project')} ${done[action]}.` }),
      message: problems.filter(Boolean).join(' ') || undefined,
      gone,
    }
  })

/** The actions of the list: on the selected projects, or the deletion of one. */
export const listActions = formActions<Gone>({
  activate: bulk('activate'),
  deactivate: bulk('deactivate'),
  delete: bulk('delete'),
  'delete-one': formAction('Failed to delete project', async ({ api, form }) => {
    const { message } = await api.projects.remove({ params: { id: textIn(form, 'id') } })
    return message ?? 'The project is deleted.'
  }),
})

/** A button that deletes one project of the list after a question. */
export const DeleteProject = ({ _id, title, select }: DeleteProjectProps) => (
  <ConfirmButton
    submit={{ intent: 'delete-one', id: _id }}
    onDone={() => select([_id], false)}
    question="Are you sure you want to delete this project?"
    confirm="Delete"
    danger
    tone="link"
    size="small"
    className="text-quiet! hover:text-ink! font-normal no-underline! hover:underline!"
    aria-label={`Delete ${title}`}
  >
    <span className="text-ink block font-semibold break-words">{title}</span>
    {deletionNote}
  </ConfirmButton>
)

interface DeleteProjectProps {
  _id: string
  title: string
  select: Selection['select']
}
