import { beforeAll, expect, test } from 'vitest'

import type { Endpoint } from '#contract/kit/endpoint.ts'

import { startApp } from '../../test/app.ts'
import { calls, unknownId, urlOf } from '../../test/calls.ts'
import { aMember, aProject } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { docx } from '../../test/reports.ts'
import { chunkOf, upload } from '../../test/uploads.ts'

/** A project that waits for verification, with files, a picture and a report, and a member who does not own it. */
const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let stranger: Awaited<ReturnType<typeof aMember>>
let id: string
let picture: Buffer
beforeAll(async () => {
  owner = await aMember(app)
  stranger = await aMember(app)
  picture = await drawn(64, 40, '#c96').png().toBuffer()
  id = (await aProject(owner))._id
  await upload(owner, id, { 'README.md': '# It', 'src/index.js': 'run()\n' })
  await owner.api.releases.addImages({ params: { id }, form: filesOf('images', 'a.png', picture) })
  await owner.api.releases.addReport({
    params: { id },
    form: filesOf('report', 'r.docx', docx(), { price: '9' }),
  })
})

/** Every call that names a project in its address, and the first chunk of an upload, which names it in its form. */
const aboutProjects = calls.filter(
  ({ name, endpoint }) =>
    name === 'releases.upload' ||
    /^\/(projects|github\/owner\/repo|upload\/re-upload|upload|storage\/projects)\/:id/.test(endpoint.path),
)
const ofMembers = aboutProjects.filter(
  ({ endpoint: { access } }) => access === 'anyone' || access.includes('member'),
)

/** The input that a call needs besides the project, so that it is not answered with 400. */
const sent: Record<string, Partial<Sent>> = {
  'projects.update': { body: { price: 1 } },
  'projects.ownerUpdate': { body: { price: 1 } },
  'releases.removeImage': { query: { index: '0' } },
  'releases.orderImages': { body: { newOrder: [0] } },
  'releases.describeImages': { body: { descriptions: [] } },
  'releases.chooseThumbnail': { body: { url: '/media/a', thumbnail: null } },
  'releases.upload': { form: () => chunkOf(id, { 'a.txt': 'theirs' }) },
  'releases.reUpload': { form: () => chunkOf(id, { 'a.txt': 'theirs' }) },
  'releases.addImages': { form: () => filesOf('images', 'b.png', picture) },
  'releases.addReport': { form: () => filesOf('report', 'b.docx', docx(), { price: '1' }) },
  'releases.changeReport': { form: () => filesOf('report', 'b.docx', docx(), { price: '1' }) },
  'projects.countView': { body: { from: '' } },
  'reviews.edit': { body: { rating: 1, text: 'Bad' } },
  'reviews.reply': { body: { text: 'Thank you' } },
  'complaints.sendAboutReview': { body: { reason: 'spam' } },
  'reviews.write': { body: { rating: 1, text: 'Bad' } },
  'complaints.send': { body: { kind: 'broken', text: 'It does not start' } },
  'questions.ask': { body: { text: 'Does it run on Windows?' } },
  'questions.answer': { body: { text: 'It does.' } },
  'samples.add': { body: { path: 'README.md' } },
  'downloads.setNotes': { body: { notes: 'Theirs' } },
  'source.file': { query: { path: 'README.md' } },
  'downloads.changes': { query: { from: '1' } },
  'downloads.fileChanges': { query: { from: '1', path: 'README.md' } },
  'runs.note': { body: { note: 'It runs here' } },
  'findings.waive': {
    body: { rule: 'env-file', file: '.env', marks: ['0a1b2c3d'], reason: 'It is only an example' },
  },
  'findings.unwaive': { query: { rule: 'env-file', file: '.env', mark: '0a1b2c3d' } },
}

test.each(ofMembers)(
  '$name answers a stranger as if the project were not there',
  async ({ name, endpoint }) => {
    const before = await everythingOf(id)
    const theirs = await answer(endpoint, name, id)
    // A call whose answer concerns only the caller answers the same for an unknown project.
    if (theirs.status !== 404) expect(theirs).toEqual(await answer(endpoint, name, unknownId))
    expect(theirs.text).not.toContain('Hospital')
    expect(await everythingOf(id)).toEqual(before)
  },
)

test('the owner is answered by every one of these calls, so that it is not the input that is refused', async () => {
  const refused: string[] = []
  for (const { name, endpoint } of ofMembers) {
    const { status, text } = await answer(endpoint, name, id, owner.token)
    if (status === 400) refused.push(`${name}: ${text}`)
  }
  expect(refused).toEqual([])
})

async function answer(endpoint: Endpoint, name: string, projectId: string, token = stranger.token) {
  const { query, body, form } = sent[name] ?? {}
  const url = urlOf(endpoint, { id: projectId, number: '1' }, query)
  const reply = await app.send(
    {
      method: endpoint.method,
      url,
      ...(endpoint.body && { body: JSON.stringify(body ?? {}) }),
      ...(endpoint.files && { body: form?.() ?? new FormData() }),
    },
    token,
  )
  return { status: reply.status, text: await reply.text() }
}

interface Sent {
  query: Record<string, string>
  body: object
  form: () => FormData
}

async function everythingOf(projectId: string) {
  const of = { params: { id: projectId } }
  const { project } = await owner.api.projects.get(of)
  const { verificationHistory } = await owner.api.projects.verificationHistory(of)
  const uploads = await app.dependencies.db.selectFrom('uploads').selectAll().execute()
  return { project, verificationHistory, uploads }
}

function filesOf(field: string, name: string, bytes: Buffer, texts: Record<string, string> = {}) {
  const form = new FormData()
  for (const [key, text] of Object.entries(texts)) form.set(key, text)
  form.append(field, new Blob([bytes as BlobPart]), name)
  return form
}
