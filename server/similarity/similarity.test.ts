import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease } from '../../test/makers.ts'
import { corpus, type Generated } from '../../test/similarity/corpus.ts'
import { fingerprintApart } from './apart.ts'
import { workSimilarity } from './worker.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = await startApp()
await workSimilarity(app.parts)
const admin = await anAdmin(app)
const size = {
  projects: Number(process.env.SIMILAR_PROJECTS ?? 24),
  copies: Number(process.env.SIMILAR_COPIES ?? 6),
}

async function uploaded(owner: Awaited<ReturnType<typeof aMember>>, { files }: Generated, title: string) {
  const project = await aProject(owner, { title })
  await aRelease(owner, project._id, Object.fromEntries(files.map(({ path, text }) => [path, text])))
  return project._id
}
const similarTo = async (id: string) => (await admin.api.similarity.get({ params: { id } })).similarity

test('staff see every planted copy with the share in both directions, where it is, and nothing of those that share a framework only', async () => {
  const all = corpus({ ...size, seed: 7 })
  const owner = await aMember(app)
  const copier = await aMember(app)
  const ids: string[] = []
  for (const [index, one] of all.entries())
    ids.push(await uploaded(one.copyOf === undefined ? owner : copier, one, `Project ${index}`))
  expect((await similarTo(ids[0]!)).state).toBe('waiting')
  await app.jobs.run()
  let [found, alarms] = [0, 0]
  for (const [index, one] of all.entries()) {
    const { state, similar } = await similarTo(ids[index]!)
    expect(state).toBe('compared')
    const related = (other: number) => all[other]!.copyOf === index || one.copyOf === other
    for (const { projectId, isSameOwner } of similar) {
      if (related(ids.indexOf(projectId))) expect(isSameOwner).toBe(false)
      else alarms++
    }
    if (one.copyOf !== undefined && similar[0]?.projectId === ids[one.copyOf]) found++
  }
  expect({ found, alarms }).toEqual({ found: size.copies, alarms: 0 })
  // A part of it beside as much of their own.
  const partly = all.findIndex(({ copyOf }) => copyOf !== undefined)
  const original = ids[all[partly]!.copyOf!]!
  const [match] = (await similarTo(ids[partly]!)).similar
  expect(match).toMatchObject({ projectId: original, owner: 'Asha Rao' })
  expect(match!.thatShare).toBeGreaterThan(60)
  expect(match!.share).toBeLessThan(match!.thatShare)
  const params = { id: ids[partly]!, that: original }
  const { comparison } = await admin.api.similarity.compare({ params })
  expect(comparison).toMatchObject({ release: 1, thatRelease: 1 })
  for (const { path, thatPath, lines, thatLines } of comparison.files) {
    const textAt = (one: Generated, name: string) =>
      one.files.find((file) => file.path === name)!.text.split('\n').length
    expect(Math.max(...lines.map(({ to }) => to))).toBeLessThanOrEqual(textAt(all[partly]!, path))
    expect(Math.max(...thatLines.map(({ to }) => to))).toBeLessThanOrEqual(
      textAt(all[all[partly]!.copyOf!]!, thatPath),
    )
  }
})

test('a new release takes the place of the one before', async () => {
  const owner = await aMember(app)
  const [one, other] = corpus({ projects: 2, copies: 0, seed: 99 })
  const copy = await uploaded(owner, one!, 'First')
  const again = await uploaded(owner, one!, 'Second')
  await app.jobs.run()
  expect((await similarTo(again)).similar).toMatchObject([
    { projectId: copy, isSameOwner: true, share: 100, thatShare: 100 },
  ])
  await aRelease(owner, again, Object.fromEntries(other!.files.map(({ path, text }) => [path, text])))
  await app.jobs.run()
  expect((await similarTo(again)).similar).toEqual([])
  expect((await similarTo(copy)).similar).toEqual([])
})

test('a project without files is compared with nothing; two that were not compared have no comparison', async () => {
  const owner = await aMember(app)
  const [one, other] = [await aProject(owner), await aProject(owner, { title: 'Another' })]
  expect(await similarTo(one._id)).toEqual({ state: 'none', similar: [] })
  const params = { id: one._id, that: other._id }
  await expect(admin.api.similarity.compare({ params })).rejects.toMatchObject({ code: 'not_found' })
})

test('hostile texts take linear time and never hold up the event loop', async () => {
  const hostile = ['"', "'", '`', '/*', '<!--', '"""', '\\', 'a', '9', '#', '\n', '{'].flatMap((piece) =>
    ['js', 'py', 'php', 'html', 'sql'].map((ending) => ({
      path: `a.${ending}`,
      text: piece.repeat(250_000 / piece.length),
    })),
  )
  let [slowest, last] = [0, performance.now()]
  const beat = setInterval(() => {
    slowest = Math.max(slowest, performance.now() - last)
    last = performance.now()
  }, 10)
  expect(await fingerprintApart(hostile, { seconds: 60 })).toMatchObject({ hashes: expect.any(Array) })
  clearInterval(beat)
  expect(slowest).toBeLessThan(500)
  expect(await fingerprintApart(hostile, { seconds: 0 })).toBeUndefined()
})
