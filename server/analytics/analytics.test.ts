import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../test/makers.ts'

const app = await startApp()
const admin = await anAdmin(app)
const analytics = async (period?: number) =>
  (await admin.api.analytics.get({ query: period ? { period } : {} })).analytics

test('the technologies of the projects added in the period are counted, the most used first', async () => {
  const owner = await aMember(app)
  const old = await aProject(owner, { technologies: ['COBOL'] })
  await aProject(owner, { technologies: ['React', 'Node.js'] })
  await aProject(owner, { technologies: ['React'] })
  await sql`update projects set created_at = now() - interval '40 days' where id = ${old._id}`.execute(app.db)
  const newOnes = [
    { _id: 'React', count: 2 },
    { _id: 'Node.js', count: 1 },
  ]
  expect((await analytics()).technologyStats).toEqual(newOnes)
  expect((await analytics(7)).technologyStats).toEqual(newOnes)
  expect((await analytics(90)).technologyStats).toEqual([newOnes[0], { _id: 'COBOL', count: 1 }, newOnes[1]])
  await expect(analytics(8)).rejects.toMatchObject({ status: 400 })
})
