import type { Api } from '#contract/client.ts'
import { counted } from '#contract/kit/counted.ts'

import { textIn } from '../../forms/entered.ts'
import { problemOf } from '../../problem-of.ts'

export type BulkAction = 'activate' | 'deactivate' | 'delete'

/** What came of a change of the list: what to say, and the ids that need not be selected any more. */
export interface ListChange {
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
