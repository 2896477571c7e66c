import { ProblemError } from '#contract/kit/problem.ts'
import type { Order } from '#contract/orders/orders.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { startCommandOf } from '../../projects/releases/start-command.ts'
import { releasesFor } from './entitlement.ts'

/**
 * Returns the command that starts what a buyer downloads with an order; null when there is nothing to download or no
 * command.
 */
export async function startCommandFor(
  dependencies: Dependencies,
  caller: Caller,
  { kind, allowed, projectId }: Pick<Order, 'kind' | 'allowed' | 'projectId'>,
): Promise<string | null> {
  if (kind !== 'source' || !allowed.includes('download')) return null
  try {
    const { main } = await releasesFor(dependencies.db, caller, projectId)
    return main ? await startCommandOf(dependencies, main) : null
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
