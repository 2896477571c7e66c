import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aBuyer, aListing, buyAndPay, changePrice, report, source } from '../../../test/orders.ts'
import { schemaFiles } from '../../platform/database/migrate.ts'
import { recount } from '../../projects/save.ts'

const app = await startApp()
const { db } = app
const file = join(schemaFiles.migrations, '0009_counted_reputations.sql')

test('what was added up by the earlier rule is counted once, as every later change counts it', async () => {
  const owner = await aBuyer(app)
  const [dear, free] = [
    await aListing(db, owner.id, 40_000, { reportPricePaise: 100 }),
    await aListing(db, owner.id, 0),
  ]
  for (const { id } of [dear, dear, free]) {
    const buyer = await aBuyer(app)
    await buyAndPay(app, buyer, source({ id }))
    await buyer.api.reviews.write({ params: { id }, body: { rating: 4, text: 'I read it.' } })
  }
  await buyAndPay(app, await aBuyer(app), report(dear))
  await changePrice(owner, dear.id, 1)
  await buyAndPay(app, await aBuyer(app), source(dear))
  const figures = () =>
    db
      .selectFrom('projects')
      .innerJoin('publishedProjects as published', 'published.projectId', 'projects.id')
      .select(['projects.salesCount', 'ratingSum', 'projects.ratingCount', 'runCount', 'freeRunCount'])
      .select(['published.salesCount as rank', 'published.rating', 'published.ratingCount as shown'])
      .orderBy('projects.id')
      .execute()
  await db.updateTable('projects').set({ salesCount: 9, ratingSum: 45, ratingCount: 9 }).execute()
  await db.updateTable('publishedProjects').set({ salesCount: 9, rating: 5, ratingCount: 9 }).execute()
  await sql.raw(readFileSync(file, 'utf8')).execute(db)
  const once = await figures()
  expect(once.map(({ rank }) => rank)).toEqual([2, 0])
  for (const { id } of [dear, free]) await db.transaction().execute((trx) => recount(trx, id))
  expect(await figures()).toEqual(once)
})
