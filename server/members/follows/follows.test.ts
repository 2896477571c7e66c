import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { limits } from '#contract/kit/limits.ts'

import { startApp } from '../../../test/app.ts'
import { unknownId } from '../../../test/calls.ts'
import { aMember, anAdmin, deactivate } from '../../../test/makers.ts'
import { followersAfter } from './queries.ts'

const app = await startApp()
type Member = Awaited<ReturnType<typeof aMember>>
let fan: Member
beforeAll(async () => {
  fan = await aMember(app, { name: 'Ravi Kumar' })
})

const anOwner = async (name = 'Asha Rao') => {
  const member = await aMember(app, { name })
  await show(member, true)
  return member
}
const show = (member: Member, publicProfile: boolean) =>
  member.api.accounts.updateProfile({ body: { preferences: { publicProfile } } })
const of = ({ id }: { id: string }) => ({ params: { id } })
const followersOf = async (member: Member) =>
  (await app.api.members.get({ ...of(member), query: {} })).member.followers
const mailed = async (member: Member, atOnce = 500) => {
  const ids: string[] = []
  let after: string | undefined
  for (;;) {
    const some = await followersAfter(app.db, member.id, after, atOnce)
    ids.push(...some.map(({ id }) => id))
    if (some.length < atOnce) return ids
    after = some.at(-1)!.id
  }
}

test('following and unfollowing count once, however often they are asked for', async () => {
  const owner = await anOwner()
  expect(await fan.api.follows.get(of(owner))).toMatchObject({ following: false, followers: 0 })
  const asked = await Promise.all([1, 2, 3].map(() => fan.api.follows.follow(of(owner))))
  for (const state of asked) expect(state).toMatchObject({ following: true, followers: 1 })
  expect(await followersOf(owner)).toBe(1)
  for (let time = 0; time < 2; time++)
    expect(await fan.api.follows.unfollow(of(owner))).toMatchObject({ following: false, followers: 0 })
  expect(await followersOf(owner)).toBe(0)
})

test('nobody follows themselves', async () => {
  const owner = await anOwner()
  await expect(owner.api.follows.follow(of(owner))).rejects.toMatchObject({
    status: 400,
    message: 'You cannot follow yourself',
  })
})

test('a hidden profile is as unknown as none, for following and for asking', async () => {
  const hidden = await aMember(app)
  for (const who of [hidden, { id: unknownId }])
    for (const call of ['get', 'follow'] as const)
      await expect(fan.api.follows[call](of(who))).rejects.toMatchObject({
        status: 404,
        message: 'Member not found',
      })
})

test('only a member follows: no token 401, staff 403', async () => {
  const owner = await anOwner()
  const admin = await anAdmin(app)
  for (const call of ['get', 'follow', 'unfollow'] as const) {
    await expect(app.api.follows[call](of(owner))).rejects.toMatchObject({ status: 401 })
    await expect(admin.api.follows[call](of(owner))).rejects.toMatchObject({ status: 403 })
  }
})

test('the list has whom I follow, the newest first, without those who hid again; they are back when they show themselves', async () => {
  const member = await aMember(app)
  const [one, two] = [await anOwner('One'), await anOwner('Two')]
  await member.api.follows.follow(of(one))
  await member.api.follows.follow(of(two))
  const names = async () => (await member.api.follows.mine({ query: {} })).members.map(({ name }) => name)
  expect(await names()).toEqual(['Two', 'One'])
  await show(two, false)
  expect(await names()).toEqual(['One'])
  await show(two, true)
  expect(await names()).toEqual(['Two', 'One'])
  expect((await member.api.follows.mine({ query: { page: 2, limit: 1 } })).members[0]!.name).toBe('One')
  expect((await fan.api.follows.mine({ query: {} })).members).toEqual([])
})

test('one who hid can still be unfollowed', async () => {
  const [member, owner] = [await aMember(app), await anOwner()]
  await member.api.follows.follow(of(owner))
  await show(owner, false)
  // The answer is the same as for an unknown member.
  const nobody = await member.api.follows.unfollow({ params: { id: unknownId } })
  expect(await member.api.follows.unfollow(of(owner))).toEqual(nobody)
  expect(nobody).toMatchObject({ following: false, followers: 0 })
  await show(owner, true)
  expect(await followersOf(owner)).toBe(0)
})

test('nobody follows more than they may, also with many calls at once', async () => {
  const member = await aMember(app)
  await sql`insert into members (id, email, name, referral_code)
    select gen_random_uuid(), 'many' || n || '@example.in', 'Many', 'MANY' || n
    from generate_series(1, ${limits.follows - 1}) n`.execute(app.db)
  await sql`insert into follows (follower_id, member_id)
    select ${member.id}, id from members where name = 'Many'`.execute(app.db)
  const owners = [await anOwner(), await anOwner(), await anOwner()]
  const asked = await Promise.allSettled(owners.map((owner) => member.api.follows.follow(of(owner))))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, message: 'You follow 500 people already. Unfollow somebody first.' },
  })
})

test('to be mailed are followers who want mails of new listings and are active, in parts, while the profile is public', async () => {
  const owner = await anOwner()
  const fans = [await aMember(app), await aMember(app), await aMember(app), await aMember(app)]
  for (const fan of fans) await fan.api.follows.follow(of(owner))
  await fans[0]!.api.accounts.updateProfile({ body: { preferences: { newListings: false } } })
  await deactivate(app.db, fans[1]!.id)
  const wanted = [fans[2]!.id, fans[3]!.id].toSorted()
  expect((await mailed(owner)).toSorted()).toEqual(wanted)
  expect((await mailed(owner, 1)).toSorted()).toEqual(wanted)
  await show(owner, false)
  expect(await mailed(owner)).toEqual([])
})

test('who leaves for good is no follower any more', async () => {
  const owner = await anOwner()
  const id = randomUUID()
  await sql`insert into members (id, email, name, referral_code) values (${id}, 'leaves@example.in', 'X', 'LEAVES')`.execute(
    app.db,
  )
  await sql`insert into follows (follower_id, member_id) values (${id}, ${owner.id})`.execute(app.db)
  await sql`delete from members where id = ${id}`.execute(app.db)
  expect(await followersOf(owner)).toBe(0)
})
