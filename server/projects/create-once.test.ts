import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember } from '../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const body = { title: 'Quiz app', description: 'Asks.', category: 'SaaS' as const, price: 10 }
const create = (changes: object, by = owner) =>
  by.api.projects.create({ body: { ...body, ...changes } }).then(({ _id }) => _id)
const countOf = async (by = owner) => (await by.api.projects.mine({ query: {} })).pagination.total

test('a project whose answer was lost is sent again with its key, also twenty times at once, and created once', async () => {
  const before = await countOf()
  for (let run = 0; run < 5; run++) {
    const idempotencyKey = `lost answer ${run}`
    const ids = await Promise.all(Array.from({ length: 20 }, () => create({ idempotencyKey })))
    expect(new Set(ids).size).toBe(1)
    expect(await create({ idempotencyKey })).toBe(ids[0])
  }
  expect(await countOf()).toBe(before + 5)
})

test('the same key with other details is refused, and creates and changes nothing', async () => {
  const idempotencyKey = 'other details'
  const _id = await create({ idempotencyKey, technologies: ['React'] })
  const before = await countOf()
  for (const changes of [{ title: 'Quiz' }, { price: 11 }, { technologies: ['Vue'] }])
    await expect(create({ technologies: ['React'], ...changes, idempotencyKey })).rejects.toMatchObject({
      status: 409,
      message: 'This project was created already, with other details. It is under My Projects.',
    })
  expect(await create({ idempotencyKey, technologies: ['React'] })).toBe(_id)
  expect(await countOf()).toBe(before)
})

test('what was changed of the project since does not matter', async () => {
  const idempotencyKey = 'changed since'
  const _id = await create({ idempotencyKey })
  await owner.api.projects.ownerUpdate({ params: { id: _id }, body: { title: 'Renamed' } })
  const { project } = await owner.api.projects.create({ body: { ...body, idempotencyKey } })
  expect(project).toMatchObject({ _id, title: 'Renamed' })
})

test('a key is its owner’s own, and without one every request creates a project', async () => {
  const [idempotencyKey, other] = ['everybody’s key', await aMember(app)]
  const mine = await create({ idempotencyKey })
  expect(await create({ idempotencyKey }, other)).not.toBe(mine)
  expect(await create({})).not.toBe(await create({}))
})
