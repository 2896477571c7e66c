import { problemOf } from '../../problem-of.ts'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/similarity-data'

/** The projects that are like one, for its page. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  try {
    return { similarity: (await api.similarity.get({ params: { id: params.id } })).similarity }
  } catch (error) {
    return { problem: problemOf(error, 'Failed to compare the files').message }
  }
}
