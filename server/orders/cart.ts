import type { Reply } from '#contract/kit/endpoint.ts'
import { paiseOf, rupeesOf } from '#contract/kit/money.ts'
import type { Item, orders } from '#contract/orders.ts'

import { publishedForSale } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { itemKey } from './item.ts'
import { coverOf, toQuoted } from './presenter.ts'
import { firstImages, knownTitles, ownedOf } from './queries.ts'

type Quote = Pick<Reply<typeof orders.quote>, 'items' | 'total'>

/**
 * A cart at today's prices, item by item in its order. The total counts each thing once, and only what this member
 * (or somebody without an account) can buy: not what they own, nor their own project.
 */
export async function quote(
  connection: Connection,
  items: Item[],
  memberId: string | undefined,
): Promise<Quote> {
  if (items.length === 0) return { items: [], total: 0 }
  const projectIds = [...new Set(items.map(({ projectId }) => projectId))]
  const [listed, titles, images, owned] = await Promise.all([
    publishedForSale(connection, projectIds),
    knownTitles(connection, projectIds),
    firstImages(connection, projectIds),
    memberId ? ownedOf(connection, memberId, projectIds) : [],
  ])
  const projects = new Map(listed.map((project) => [project.id, project]))
  const ownedKeys = new Set(owned.map((order) => itemKey(order as Item)))
  const quoted = items.map(({ projectId, kind }) => {
    const project = projects.get(projectId)
    const pricePaise = (kind === 'source' ? project?.pricePaise : project?.reportPricePaise) ?? undefined
    return toQuoted({
      projectId,
      kind,
      title: project?.title ?? titles.get(projectId),
      pricePaise,
      forSale: pricePaise !== undefined && project?.ownerId !== memberId,
      owned: ownedKeys.has(itemKey({ projectId, kind })),
      imageId: project && images.get(projectId),
      cover: project ? coverOf(project) : null,
    })
  })
  const buyable = new Map(
    quoted.filter(({ forSale, owned }) => forSale && !owned).map((item) => [itemKey(item), item]),
  )
  const totalPaise = [...buyable.values()].reduce((sum, { price }) => sum + paiseOf(price), 0)
  return { items: quoted, total: rupeesOf(totalPaise) }
}
