import type { Reply } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Order, orders } from '#contract/orders/orders.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Caller } from '../platform/http/caller.ts'
import { setUpOfRelease } from '../projects/findings/service.ts'
import { approvedExplanations } from '../projects/lookup-queries.ts'
import { startCommandOf } from '../projects/releases/start-command.ts'
import { runtimeOf } from '../projects/run-records/service.ts'
import { releasesFor } from './downloads/entitlement.ts'

/** What a buyer reads beside a source that an order gives: what starts it, and what its owner explains. */
type Start = Pick<
  Reply<typeof orders.get>['order'],
  'startCommand' | 'setUp' | 'demoSignIns' | 'codeQuestions'
>

/**
 * Returns what starts the source that a buyer downloads with an order, and what its owner explains. Null or empty when
 * there is nothing to download, and where it is not known.
 */
export async function startFor(
  dependencies: Dependencies,
  caller: Caller,
  { kind, allowed, projectId }: Pick<Order, 'kind' | 'allowed' | 'projectId'>,
): Promise<Start> {
  const unknown: Start = { startCommand: null, setUp: null, demoSignIns: [], codeQuestions: [] }
  if (kind !== 'source' || !allowed.includes('download')) return unknown
  try {
    const { main } = await releasesFor(dependencies.db, caller, projectId)
    if (!main) return unknown
    const setUp = await setUpOfRelease(dependencies.db, projectId, main)
    return {
      startCommand: await startCommandOf(dependencies, main),
      setUp: setUp && { ...setUp, runtime: await runtimeOf(dependencies.db, main) },
      ...(await approvedExplanations(dependencies.db, projectId)),
    }
  } catch (error) {
    if (error instanceof ProblemError) return unknown
    throw error
  }
}
