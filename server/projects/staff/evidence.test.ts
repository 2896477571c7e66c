import { beforeAll, expect, test } from 'vitest'

import { runStateOf } from '#contract/projects/runs.ts'
import { evidenceOf, needsReason } from '#contract/projects/staff/evidence.ts'
import { queueParts } from '#contract/projects/staff/verification.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease, actionsOn } from '../../../test/makers.ts'
import { findingJobs } from '../jobs.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
  await app.jobs.work(findingJobs(app.dependencies))
})

const of = (id: string) => ({ params: { id } })
const liveKey = ['rzp', 'live', 'Hq7Zk2Wn5Lx9Tb'].join('_')
const cloudKey = ['AKIA', 'QZ5TN3WXJ7HDKLM2'].join('')
const phones = Array.from({ length: 6 }, (_, n) => `Hosteller ${n}, 98${76_412_305 + n * 1_654_321}`)
const files = {
  'README.md':
    '# Mess bills\nInstall XAMPP, copy this folder to htdocs, then open http://localhost/mess to start.',
  'index.php': "<?php include 'menu.php';",
  'pay.php': `<?php $api = new Api('${liveKey}', getenv('SECRET')); $s3 = new S3('${cloudKey}');`,
  'config.php': "<?php $c = mysqli_connect('db.college.in', 'mess', 'Ganesh@1998', 'mess');",
  'people.txt': phones.join('\n'),
}
type Name = keyof typeof files

async function aChecked(...names: Name[]) {
  const { _id: id } = await aProject(owner, { title: `Mess ${names.join(' ')}`, technologies: ['PHP'] })
  await aRelease(
    owner,
    id,
    Object.fromEntries(['README.md' as Name, ...names].map((name) => [name, files[name]])),
  )
  await app.jobs.run()
  return id
}
const findingsOf = async (id: string) => (await admin.api.findings.get(of(id))).findings
async function explain(id: string, file: Name, reason = 'It is not in use any more') {
  const { findings } = await findingsOf(id)
  const found = Map.groupBy(
    findings.filter((one) => one.file === file),
    ({ rule }) => rule,
  )
  expect(found.size).toBeGreaterThan(0)
  for (const [rule, ofRule] of found) {
    const marks = ofRule.map(({ mark }) => mark)
    await owner.api.findings.waive({ ...of(id), body: { rule, file, marks, reason } })
  }
}
const approve = (id: string, verificationOverride?: string) =>
  admin.api.projects.update({
    ...of(id),
    body: { verificationStatus: 'approved', ...(verificationOverride && { verificationOverride }) },
  })

test('queue, review and approval agree on what needs a reason: also a secret or personal data that its owner explained', async () => {
  const cases: { names: Name[]; explained: Name[]; expected: object; needed: boolean }[] = [
    { names: [], explained: [], expected: { blocking: 0, explained: 0, warnings: 0 }, needed: false },
    { names: ['config.php'], explained: [], expected: { blocking: 1, explained: 0 }, needed: true },
    {
      names: ['config.php'],
      explained: ['config.php'],
      expected: { blocking: 0, explained: 1 },
      needed: true,
    },
    {
      names: ['config.php', 'pay.php'],
      explained: ['pay.php'],
      expected: { blocking: 1, explained: 2 },
      needed: true,
    },
    {
      names: ['people.txt'],
      explained: [],
      expected: { blocking: 0, explained: 0, warnings: 1 },
      needed: false,
    },
    {
      names: ['people.txt'],
      explained: ['people.txt'],
      expected: { blocking: 0, explained: 1, warnings: 0 },
      needed: true,
    },
    // A fault that harms nobody needs none.
    {
      names: ['index.php'],
      explained: ['index.php'],
      expected: { blocking: 0, explained: 0, warnings: 0 },
      needed: false,
    },
  ]
  for (const { names, explained, expected, needed } of cases) {
    const id = await aChecked(...names)
    for (const name of explained) await explain(id, name)
    const { similarity } = await admin.api.similarity.get(of(id))
    const run = runStateOf(await admin.api.runs.list(of(id)), 1)
    const evidence = evidenceOf(await findingsOf(id), similarity, run)
    expect(evidence).toMatchObject({ check: 'done', copiedShare: 0, ...expected })
    const queued = (await admin.api.verification.queue()).queue.find(({ _id }) => _id === id)!
    expect(queued).toMatchObject(evidence)
    expect(needsReason(queued)).toBe(needed)
    if (needed) {
      expect(queueParts.clean(queued)).toBe(false)
      await expect(approve(id)).rejects.toMatchObject({
        status: 409,
        details: { fields: { verificationOverride: expect.stringContaining('write why') } },
      })
    }
    const { project } = await approve(id, needed ? 'She showed us that it is revoked.' : undefined)
    expect(project.verificationStatus).toBe('approved')
  }
})

test('the refusal names what only the owner calls harmless', async () => {
  const id = await aChecked('pay.php', 'config.php')
  await explain(id, 'pay.php')
  await explain(id, 'config.php')
  await expect(approve(id)).rejects.toMatchObject({
    message:
      'Only the owner says that this is harmless: A key of a service in pay.php; A database password in config.php. To approve it all the same, write why.',
  })
  await approve(id, 'Both are revoked; I tried them.')
  expect(await actionsOn(admin, id)).toMatchObject([
    { after: { verificationOverride: 'Both are revoked; I tried them.' } },
  ])
})

test('a key in the form of its provider cannot be called made up, another value can', async () => {
  const id = await aChecked('pay.php', 'config.php')
  for (const reason of ['It is a made-up value', 'Only a dummy key, Sir', 'this isn’t a real key'])
    await expect(explain(id, 'pay.php', reason)).rejects.toMatchObject({
      status: 400,
      details: { fields: { reason: expect.stringContaining('given out by its provider') } },
    })
  expect((await findingsOf(id)).isBlocked).toBe(true)
  await explain(id, 'config.php', 'It is a made-up value')
  await explain(id, 'pay.php', 'I have changed it at the service since')
  expect(await findingsOf(id)).toMatchObject({ isBlocked: false })
})
