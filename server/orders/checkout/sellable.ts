import { ProblemError } from '#contract/kit/problem.ts'
import type { Item } from '#contract/orders.ts'

import { publishedForSale } from '../../catalogue/service.ts'
import type { Connection } from '../../database/connection.ts'
import { keepProjects } from '../../projects/service.ts'
import { itemKey } from '../item.ts'
import { knownTitles, ownedOf } from '../queries.ts'
import type { Offer } from './price.ts'

/** One thing as it may be sold to a member now. */
export interface Sellable extends Offer {
  title: string
  releaseId: string | null
}

/** Throws invalid_input when a cart holds the same thing twice. */
export function requireDistinct(items: Item[]) {
  if (new Set(items.map(itemKey)).size < items.length) {
    throw new ProblemError('invalid_input', 'Your cart holds the same item twice')
  }
}

/** The items at today's prices. Throws already_owned, not_for_sale or conflict, naming the first thing that cannot be bought. */
export async function requireSellable(trx: Connection, memberId: string, items: Item[]): Promise<Sellable[]> {
  const projectIds = [...new Set(items.map(({ projectId }) => projectId))]
  await keepProjects(trx, projectIds)
  const owned = await ownedOf(trx, memberId, projectIds)
  const listed = new Map((await publishedForSale(trx, projectIds)).map((project) => [project.id, project]))
  const sellable: Sellable[] = []
  for (const item of items) {
    const mine = owned.find((order) => itemKey(order as Item) === itemKey(item))
    if (mine) throw new ProblemError('already_owned', `You already own ${mine.title}`)
    const project = listed.get(item.projectId)
    const pricePaise = item.kind === 'source' ? project?.pricePaise : project?.reportPricePaise
    if (!project || pricePaise === undefined || pricePaise === null) throw await notForSale(trx, item)
    const { title, ownerId, releaseId, bundlePricePaise } = project
    if (ownerId === memberId) throw new ProblemError('conflict', `${title} is your own project`)
    sellable.push({
      ...item,
      title,
      pricePaise,
      bundlePaise: bundlePricePaise,
      ownerId,
      releaseId: item.kind === 'source' ? releaseId : null,
    })
  }
  return sellable
}

async function notForSale(trx: Connection, { projectId, kind }: Item): Promise<ProblemError> {
  const title = (await knownTitles(trx, [projectId])).get(projectId) ?? 'This project'
  const thing = kind === 'source' ? title : `The report of ${title}`
  return new ProblemError('not_for_sale', `${thing} is no longer for sale`)
}
