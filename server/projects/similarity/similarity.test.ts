import { expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { sampled } from '../../../test/sampled.ts'
import { generateProjects, type GeneratedProject } from '../../../test/similarity/corpus.ts'
import { timeLimit } from '../../../test/stall.ts'
import { similarityJobs } from '../jobs.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { fingerprintInThread } from './index-release.ts'
import { codeOf } from './tokens.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = await startApp()
await app.jobs.work(similarityJobs(app.dependencies))
const admin = await anAdmin(app)
const size = { projects: repetitions(300, 10), copies: repetitions(75, 3) }

async function uploaded(
  owner: Awaited<ReturnType<typeof aMember>>,
  { files }: GeneratedProject,
  title: string,
) {
  const project = await aProject(owner, { title })
  await aRelease(owner, project._id, Object.fromEntries(files.map(({ path, text }) => [path, text])))
  return project._id
}
const similarTo = async (id: string) => (await admin.api.similarity.get({ params: { id } })).similarity

test('staff see every planted copy with the share in both directions, where it is, and nothing of those that share a framework only', async () => {
  const all = generateProjects({ ...size, seed: 7 })
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
  // A partial copy, next to as much code of the copier's own.
  const partly = all.findIndex(({ copyOf }) => copyOf !== undefined)
  const original = ids[all[partly]!.copyOf!]!
  const [match] = (await similarTo(ids[partly]!)).similar
  expect(match).toMatchObject({ projectId: original, owner: 'Asha Rao' })
  expect(match!.thatShare).toBeGreaterThan(60)
  expect(match!.share).toBeLessThan(match!.thatShare)
  const params = { id: ids[partly]!, that: original }
  const { comparison } = await admin.api.similarity.compare({ params })
  expect(comparison).toMatchObject({
    one: { projectId: ids[partly], release: 1 },
    that: { projectId: original, release: 1, owner: 'Asha Rao' },
    share: match!.share,
    thatShare: match!.thatShare,
  })
  expect(comparison.files.flatMap(({ passages }) => passages)).toHaveLength(match!.passages)
  const linesAt = (one: GeneratedProject, path: string, from: number, to: number) =>
    one.files
      .find((file) => file.path === path)!
      .text.split('\n')
      .slice(from - 1, to)
      .map(bare)
  for (const { path, thatPath, passages } of comparison.files)
    for (const { from, to, thatFrom, thatTo } of passages) {
      // The first and last lines of a passage may be there only in part.
      const [here, there] = [
        linesAt(all[partly]!, path, from, to),
        linesAt(all[all[partly]!.copyOf!]!, thatPath, thatFrom, thatTo),
      ]
      expect(here.length).toBeGreaterThan(0)
      expect(inside(here)).toEqual(inside(there))
    }
})

/** A line with its names, numbers and strings replaced; empty for a comment. */
const bare = (line: string) =>
  /^\s*(?:#|\/\/)/.test(line) ? '' : line.trim().replaceAll(/"[^"]*"|\$?\w+/g, 'x')
const inside = (lines: string[]) => lines.filter(Boolean).slice(1, -1)

test('nobody makes code common with copies, but what the listings of nine owners have beside their own code counts for nobody', async () => {
  const [first, second, ...others] = generateProjects({ projects: 22, copies: 0, seed: 41 })
  const popular = { ...first!, files: first!.files.slice(-1) }
  const tutorial = { ...second!, files: second!.files.slice(-1) }
  const approve = (id: string) =>
    admin.api.projects.update({
      params: { id },
      body: { verificationStatus: 'approved', verificationOverride: 'It is from a course.' },
    })
  const original = await uploaded(await aMember(app), popular, 'Copied from')
  await app.jobs.run()
  await approve(original)
  for (let owners = 0; owners < 9; owners++) {
    const copier = await aMember(app)
    const own = others
      .slice(2 * owners, 2 * owners + 2)
      .flatMap((one, n) => one.files.map(({ path, text }) => ({ path: `own${n}/${path}`, text })))
    const copy = await uploaded(copier, popular, 'Copy')
    const withTutorial = await uploaded(copier, { ...first!, files: [...own, ...tutorial.files] }, 'Own')
    await app.jobs.run()
    for (const id of [copy, withTutorial]) await approve(id)
  }
  const [last, learner] = [
    await uploaded(await aMember(app), popular, 'Again'),
    await uploaded(await aMember(app), tutorial, 'From the tutorial'),
  ]
  await app.jobs.run()
  expect((await similarTo(last)).copied).toMatchObject({ projectId: original, share: 1 })
  expect(await similarTo(learner)).toMatchObject({ state: 'compared', similar: [], copied: null })
})

test.runIf(isLong)(
  'a copy is found beside a folder of data, and within more code of their own than is kept',
  async () => {
    const owner = await aMember(app)
    const [small, ...others] = generateProjects({ projects: 20, copies: 0, seed: 77 })
    const original = await uploaded(owner, small!, 'Small')
    const data = { path: 'data.csv', text: 'a,b\n'.repeat(200_000) }
    const files = [...small!.files.map(({ path, text }) => ({ path: `deep/down/${path}`, text })), data]
    const copy = await uploaded(await aMember(app), { ...small!, files }, 'With data')
    await app.jobs.run()
    expect((await similarTo(copy)).similar).toMatchObject([
      { projectId: original, share: 100, thatShare: 100 },
    ])
    // The share of the copy stays the same when only a third of the fingerprints is kept.
    const all = [...small!.files, ...others.flatMap((one) => one.files)]
    const whole = fingerprintsOf(all)
    const part = fingerprintsOf(all, { max: Math.round(whole.hashes.length / 3) })
    expect(whole.maxHash).toBe(2 ** 31 - 1)
    const mine = fingerprintsOf(small!.files).hashes.filter((hash) => hash <= part.maxHash)
    expect(mine.length).toBeGreaterThan(100)
    expect(mine.every((hash) => part.hashes.includes(hash))).toBe(true)
  },
)

test('code that is too large to compare is counted, and a deleted project is in no list', async () => {
  const owner = await aMember(app)
  const [one] = generateProjects({ projects: 1, copies: 0, seed: 55 })
  const large = { path: 'large.js', text: 'let a = 1\n'.repeat(110_000) }
  const first = await uploaded(owner, { ...one!, files: [...one!.files, large] }, 'First')
  const second = await uploaded(owner, one!, 'Second')
  await app.jobs.run()
  expect(await similarTo(first)).toMatchObject({ omitted: 1, similar: [{ projectId: second }] })
  await owner.api.projects.remove({ params: { id: second } })
  expect(await similarTo(first)).toMatchObject({ omitted: 1, similar: [] })
  const params = { id: first, that: second }
  await expect(admin.api.similarity.compare({ params })).rejects.toMatchObject({ code: 'not_found' })
})

test('a new release takes the place of the one before', async () => {
  const owner = await aMember(app)
  const [one, other] = generateProjects({ projects: 2, copies: 0, seed: 99 })
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
  expect(await similarTo(one._id)).toEqual({ state: 'none', omitted: 0, similar: [], copied: null })
  const params = { id: one._id, that: other._id }
  await expect(admin.api.similarity.compare({ params })).rejects.toMatchObject({ code: 'not_found' })
})

test('hostile texts take linear time and never hold up the event loop', async () => {
  const pieces = ['"', "'", '`', '/*', '<!--', '"""', '\\', 'a', 'a;', '9', '#', '\n', '{']
  const endingsOf = sampled(pieces, {
    classOf: () => 'pieces',
    values: ['js', 'py', 'php', 'html', 'sql'],
    few: 2,
  })
  const hostile = pieces.flatMap((piece) =>
    endingsOf(piece).map((ending) => ({ path: `a.${ending}`, text: piece.repeat(125_000 / piece.length) })),
  )
  let [slowest, last] = [0, performance.now()]
  const beat = setInterval(() => {
    slowest = Math.max(slowest, performance.now() - last)
    last = performance.now()
  }, 10)
  expect(await fingerprintInThread(hostile, { seconds: 60 })).toMatchObject({ hashes: expect.any(Array) })
  clearInterval(beat)
  expect(slowest).toBeLessThan(timeLimit(500))
  expect(await fingerprintInThread(hostile, { seconds: 0 })).toBeUndefined()
})

test('a very long line takes no longer than as many signs in short ones', () => {
  const count = isLong ? 500_000 : 100_000
  const [long, short] = ['a;'.repeat(count), 'a;\n'.repeat(count)]
  const secondsFor = (text: string) => {
    const before = process.cpuUsage()
    expect(codeOf('a.js', text)?.read).toBe(count)
    return (process.cpuUsage().user - before.user) / 1e6
  }
  // A scan that counts lines anew for each token takes far longer for one long line.
  expect(secondsFor(long)).toBeLessThan(5 * secondsFor(short) + 1)
})
