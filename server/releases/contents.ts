import type { Reply } from '#contract/endpoint.ts'
import type { releases } from '#contract/releases.ts'

import type { Caller } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { requireVisible } from '../projects/service.ts'
import { filesOf, presentRelease } from './queries.ts'
import { readmeOf } from './readme/service.ts'

/** What is inside a project's present release, for whoever may see the project: paths, sizes, languages and the README. */
export async function contentsOf(
  stores: Pick<Parts, 'db' | 'storage'>,
  caller: Caller | undefined,
  projectId: string,
  report: (error: unknown) => void,
): Promise<Omit<Reply<typeof releases.contents>, 'success'>> {
  await requireVisible(stores.db, caller, projectId)
  const release = await presentRelease(stores.db, projectId)
  if (!release) return { files: [], readmeHtml: null, lines: 0 }
  const readmeHtml = await readmeOf(stores, release.id, report)
  return { files: await filesOf(stores.db, release.id), readmeHtml, lines: release.lines }
}
