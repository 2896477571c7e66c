import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { longestStall, timeLimit } from '../../../test/stall.ts'
import { aListing, type Files } from '../../../test/uploads.ts'
import { releaseJobs } from '../../projects/jobs.ts'

const app = await startApp()
await app.jobs.work(releaseJobs(app.dependencies))

const readmeOf = async (id: string) => (await app.api.releases.contents({ params: { id } })).readmeHtml
const projectWith = async (readme: string | Buffer) => {
  const files: Files = { 'README.md': readme, 'b.txt': '' }
  return (await aListing(app, files)).id
}
const blobOf = (id: string) =>
  app.db
    .selectFrom('projects')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .innerJoin('blobs', 'blobs.sha256', 'releases.readmeSha256')
    .select(['blobs.key', 'releases.id as releaseId'])
    .where('projects.id', '=', id)
    .executeTakeFirstOrThrow()

test('a README is plain text until the job has rendered it', async () => {
  const id = await projectWith('# Shop\n\n<b>Run</b> & see')
  expect(await readmeOf(id)).toBe(
    '<pre tabindex="0" data-plain=""># Shop\n\n&lt;b&gt;Run&lt;/b&gt; &amp; see</pre>',
  )
  await app.jobs.run()
  expect(await readmeOf(id)).toBe('<h3>Shop</h3>\n<p>Run &amp; see</p>\n')
})

/** Repeats a piece, in the long run ten times as often. */
const repeated = (piece: string, times: number) => piece.repeat(isLong ? 10 * times : times)

test.each<[string, string]>([
  ['emphasis without end', repeated('***a* ', 270)],
  // Takes all of the ten seconds that a README may.
  ...(isLong ? ([['four times as much of it', '***a* '.repeat(10_900)]] satisfies [string, string][]) : []),
  ['quotes in quotes', `${'> '.repeat(20_000)}a`],
  ['lists in lists', `${repeated('1. ', 2000)}a`],
  ['lists in lists by indents', Array.from({ length: 700 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')],
  ['brackets without end', repeated('[', 6000)],
  ['links without end', repeated('[a](<', 1200)],
  [
    'a table of a hundred million cells',
    `${'|a'.repeat(9000)}|\n${'|-'.repeat(9000)}|\n${'|\n'.repeat(100_000)}`,
  ],
  ['elements in elements', repeated('<b>', 6000)],
  ['lines without end', repeated('\n', 25_000)],
])('%s stalls nobody, and its README has an answer, plain text if need be', async (_name, markdown) => {
  const id = await projectWith(markdown)
  let readme: string | null | undefined
  const stall = await longestStall(async () => {
    await app.jobs.run()
    readme = await readmeOf(id)
  })
  expect(stall).toBeLessThan(timeLimit(500))
  expect(readme).toEqual(expect.any(String))
  expect(readme!.length).toBeLessThan(600_000)
})

test('a README that is too much is cut as plain text at 64 kB, without breaking a letter, and says so', async () => {
  const id = await projectWith('न'.repeat(100_000))
  for (const moment of ['before', 'after']) {
    const readme = await readmeOf(id)
    expect(readme, moment).toContain(`>${'न'.repeat(Math.floor((64 * 1024) / 3))}</pre>`)
    expect(readme, moment).toContain('The README is longer than what is shown here.')
    await app.jobs.run()
  }
})

test('bytes that are no text do no harm', async () => {
  const id = await projectWith(Buffer.from([200, 254, 0, 60, 62]))
  const utf16 = await projectWith(Buffer.from('\uFEFFनमस्ते', 'utf16le'))
  for (let moment = 0; moment < 2; moment++) {
    expect(await readmeOf(id)).toEqual(expect.not.stringContaining('<>'))
    expect(await readmeOf(utf16)).toContain('नमस्ते')
    await app.jobs.run()
  }
})

test('a README that was rendered by another version, or never, is rendered when a process starts', async () => {
  app.jobs.asked.length = 0
  const [old, none] = [await projectWith('# Old'), await projectWith('# None')]
  await app.jobs.run()
  const { releaseId } = await blobOf(old)
  await app.db
    .updateTable('releaseReadmes')
    .set({ renderer: 0, html: '<p>as it was</p>' })
    .where('releaseId', '=', releaseId)
    .execute()
  await app.db
    .deleteFrom('releaseReadmes')
    .where('releaseId', '=', (await blobOf(none)).releaseId)
    .execute()
  expect(await readmeOf(old)).toBe('<p>as it was</p>')
  await app.jobs.work(releaseJobs(app.dependencies))
  await app.jobs.run()
  expect(app.jobs.asked).toHaveLength(2)
  await app.jobs.run()
  expect([await readmeOf(old), await readmeOf(none)]).toEqual(['<h3>Old</h3>\n', '<h3>None</h3>\n'])
  expect(app.jobs.asked).toEqual([])
})

test('damaged or lost bytes leave the README out, or what was rendered of them in; the rest is there', async () => {
  const [early, late] = [await projectWith('# Early'), await projectWith('# Late')]
  await app.jobs.run()
  await app.db
    .deleteFrom('releaseReadmes')
    .where('releaseId', '=', (await blobOf(early)).releaseId)
    .execute()
  await app.dependencies.storage.put((await blobOf(early)).key, Buffer.from('# Evil'))
  await app.dependencies.storage.delete((await blobOf(late)).key)
  const contents = await app.api.releases.contents({ params: { id: early } })
  expect(contents).toMatchObject({ readmeHtml: null, fileCount: 2 })
  expect(await readmeOf(late)).toBe('<h3>Late</h3>\n')
})
