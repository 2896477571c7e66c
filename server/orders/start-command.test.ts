import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { buyAndPay, report, source, anOffer } from '../../test/orders.ts'

const app = await startApp()
const { db } = app

/** A project whose README says how to start it, and a buyer of its source and its report. */
async function setUp(findings: object[] = []) {
  const { buyer, project } = await anOffer(app, 49_900, { reportPricePaise: 9900 })
  const { releaseId } = project
  const html = '<p>Run it:</p><pre><code>npm install\nnpm start\n</code></pre>'
  await db.insertInto('releaseReadmes').values({ releaseId, renderer: 1, html }).execute()
  const result = JSON.stringify({ findings })
  await db.insertInto('releaseChecks').values({ releaseId, version: 1, state: 'checked', result }).execute()
  const { orders } = await buyAndPay(app, buyer, source(project), report(project))
  const commandOf = async (kind: 'source' | 'report') => {
    const { _id } = orders.find((order) => order.kind === kind)!
    return (await buyer.api.orders.get({ params: { id: _id } })).order.startCommand
  }
  return { releaseId, commandOf }
}

test('an order of source code has the command of the README that starts it, an order of a report has none', async () => {
  const { commandOf } = await setUp()
  expect(await commandOf('source')).toBe('npm install\nnpm start')
  expect(await commandOf('report')).toBeNull()
})

test('a command that the check found wanting, or has not looked at, is not passed on', async () => {
  expect(await (await setUp([{ rule: 'readme-command' }])).commandOf('source')).toBeNull()
  expect(await (await setUp([{ rule: 'no-entry' }])).commandOf('source')).toBeNull()
  expect(await (await setUp([{ rule: 'large-file' }])).commandOf('source')).not.toBeNull()
  const { releaseId, commandOf } = await setUp()
  await db.deleteFrom('releaseChecks').where('releaseId', '=', releaseId).execute()
  expect(await commandOf('source')).toBeNull()
})
