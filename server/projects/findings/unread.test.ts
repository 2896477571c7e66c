import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs, similarityJobs } from '../jobs.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
  await app.jobs.work([...findingJobs(app.dependencies), ...similarityJobs(app.dependencies)])
})

const of = (id: string) => ({ params: { id } })
async function aChecked(files: Record<string, string | Blob>) {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, { 'README.md': '# Bills\nRun python app.py.', 'app.py': 'print(1)\n', ...files })
  for (let round = 0; round < 3; round++) await app.jobs.run()
  return id
}
const findingsOf = async (id: string) => (await admin.api.findings.get(of(id))).findings
const placesIn = async (id: string) =>
  (await findingsOf(id)).findings.filter(({ isBlocking }) => isBlocking).map(({ file, line }) => [file, line])
const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))

const key = ['AKIA', 'Q3EGUP7WNCXB5TRL'].join('')
const line = `aws_key = "${key}"\n`
/** Lines of code that are no secret, of about so many kB. */
const lines = (kilobytes: number) => 'total = total + price * count\n'.repeat((kilobytes * 1024) / 30)

test.each<[how: string, file: string, content: string | Blob, line: number]>([
  ['with a zero byte before it', 'pay.py', bytes([0], line), 1],
  ['with a zero byte after it', 'pay.php', bytes('<?php\n', line, [0]), 2],
  ['with a zero byte within it', 'pay.js', bytes(line.replace('AKIA', 'AK\0IA')), 1],
  [
    'with a zero byte far behind the beginning',
    'pay.js',
    bytes(lines(10), line.replace('AKIA', 'AK\0IA')),
    342,
  ],
  ['in settings with a zero byte', '.env.production', bytes(`AWS=${key}\n`, [0]), 1],
  ['in UTF-16 without a mark', 'Pay.cs', bytes([...Buffer.from(line, 'utf16le')]), 1],
  ['behind the mark of UTF-16, which it is not', 'pay.php', bytes([0xff, 0xfe, 0], `<?php ${line}`), 1],
  ['beside a line that is as long as a tool writes', 'pay.js', `${line}s = '${'a b '.repeat(600)}'\n`, 1],
  ['in a file that is called minified', 'pay.min.js', line, 1],
  ['in the table that the service gives', 'accessKeys.csv', `Access key ID,Secret access key\n${key},x\n`, 2],
  ['before 600 kB of code', 'pay.py', line + lines(600), 1],
  ['behind 600 kB of code', 'pay.py', lines(600) + line, 20_481],
])('a key is found %s', async (_how, file, content, at) => {
  expect(await placesIn(await aChecked({ [file]: content }))).toEqual([[file, at]])
})

test('code that cannot be read needs a reason of staff, and buyers read that it was not', async () => {
  const noise = Uint8Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256)
  const hidden = await aChecked({ 'pay.py': bytes(line, [...noise]) })
  const open = await aChecked({ 'pay.py': lines(1) })
  expect(await findingsOf(hidden)).toMatchObject({
    unreadCode: 1,
    summary: expect.stringContaining('1 file was not read as a whole, 1 of them code that somebody wrote.'),
  })
  const { queue } = await admin.api.verification.queue()
  const checkOf = (id: string) => queue.find(({ _id }) => _id === id)!.check
  expect([checkOf(hidden), checkOf(open)]).toEqual(['failed', 'done'])
  await expect(approve(admin, hidden)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('1 file of code could not be read as a whole by the check'),
  })
  await approve(admin, open)
  await approve(admin, hidden, 'It is a recorded sound with a wrong name.')
  const factsOf = async (id: string) => (await app.api.findings.facts(of(id))).facts!
  const noneMissing = 'No file was found that the code names and that is not there'
  expect((await factsOf(open)).good).toContain(noneMissing)
  const { good, known } = await factsOf(hidden)
  expect(known).toContain('1 file of its code could not be read as a whole by the check.')
  expect(good).toEqual([])
})

test('of large files that are read at both ends buyers do not read that there are no keys, and code in the middle needs a reason', async () => {
  const dump = await aChecked({ 'shop.sql': `-- orders\n${'-- a note of the shop\n'.repeat(120_000)}` })
  await approve(admin, dump, 'It is a dump.')
  expect(await findingsOf(dump)).toMatchObject({ unread: 1, unreadCode: 0 })
  const { good } = (await app.api.findings.facts(of(dump))).facts!
  expect(good.filter((one) => one.includes('No keys'))).toEqual([])
  const around = await aChecked({ 'pay.py': lines(600) + line + lines(600) })
  expect(await findingsOf(around)).toMatchObject({ unread: 1, unreadCode: 1 })
  await expect(approve(admin, around)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('1 file of code could not be read as a whole by the check'),
  })
})
