import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember } from '../../../test/makers.ts'
import { reportsIn, doc, docx, formOf, withBody } from '../../../test/reports.ts'
import { approve, keysIn } from '../../../test/uploads.ts'

const app = await startApp()
const { owner, admin, newProject, add, change, linkFor, get, status, aPublished } = await reportsIn(app)

test('a first report needs a file; without a price it is free', async () => {
  const id = await newProject()
  for (const file of [undefined, Buffer.alloc(0)]) {
    await expect(add(id, file, 10)).rejects.toThrow('Please select a report file')
    await expect(change(id, file, 10)).rejects.toThrow('Please select a report file')
  }
  expect(await keysIn(app.dependencies.storage, 'reports/')).toEqual(
    (await app.db.selectFrom('reports').select('key').execute()).map(({ key }) => key).toSorted(),
  )
  for (const price of [undefined, '', ' ', 0]) {
    const another = await newProject()
    expect(await add(another, docx(), price)).toMatchObject({ hasReport: true, reportPrice: 0 })
  }
  expect(await add(id, docx(), 25)).toMatchObject({ reportPrice: 25 })
  expect(await change(id, docx(), ''), 'a new file without a price keeps the price').toMatchObject({
    reportPrice: 25,
  })
})

test('a file that comes without a name gets one', async () => {
  const id = await newProject()
  const payload = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="price"\r\n\r\n10\r\n--x\r\n'),
    Buffer.from(
      'content-disposition: form-data; name="report"\r\ncontent-type: application/octet-stream\r\n\r\n',
    ),
    docx(),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const headers = {
    authorization: `Bearer ${owner.token}`,
    'content-type': 'multipart/form-data; boundary=x',
  }
  await app.app.inject({ method: 'POST', url: `/api/projects/${id}/report`, headers, payload })
  expect((await linkFor(owner, id)).fileName).toBe('project-report.docx')
})

test.each(['-1', '1.005', 'free', 'NaN', 'Infinity', '1e400', '1000001'])(
  'the price %j is refused',
  async (price) => {
    const id = await newProject()
    await expect(add(id, docx(), price)).rejects.toMatchObject({ code: 'invalid_input' })
    await add(id, docx(), 10)
    await expect(change(id, undefined, price)).rejects.toMatchObject({ code: 'invalid_input' })
  },
)

test('file and price can be changed apart and together', async () => {
  const id = await newProject()
  const [one, two, three] = [docx(), docx({ a: '2' }), doc()]
  await add(id, one, 10, 'one.docx')
  expect(await change(id, undefined, 20)).toMatchObject({ reportPrice: 20, reportFileName: 'one.docx' })
  expect(await change(id, two, undefined, 'two.docx')).toMatchObject({
    reportPrice: 20,
    reportFileName: 'two.docx',
  })
  expect(await change(id, three, 30, 'three.doc')).toMatchObject({
    reportPrice: 30,
    reportFileName: 'three.doc',
  })
  expect((await get((await linkFor(owner, id)).downloadUrl)).rawPayload.equals(three)).toBe(true)
  await expect(change(id)).rejects.toThrow('Please select a report file')
  const mine = await app.db.selectFrom('reports').select('key').where('projectId', '=', id).execute()
  const all = await app.db.selectFrom('reports').select('key').execute()
  expect(mine).toHaveLength(1)
  expect(await keysIn(app.dependencies.storage, 'reports/')).toEqual(all.map(({ key }) => key).toSorted())
})

test('another file sends an approved project to review and says so, another price does not', async () => {
  const params = { id: await aPublished() }
  const { addReport, changeReport, removeReport } = owner.api.releases
  const changed = (file?: Buffer, price?: number) => changeReport({ params, form: formOf(file, price) })
  expect(await changed(undefined, 50)).toMatchObject({ sentToReview: false })
  expect(await status(params.id)).toBe('approved')
  for (const change of [
    () => changed(docx({ a: '2' })),
    () => removeReport({ params }),
    () => addReport({ params, form: formOf(docx(), 10) }),
  ]) {
    expect(await change()).toMatchObject({ sentToReview: true })
    expect(await status(params.id)).toBe('pending')
    expect(await changed(docx({ a: '3' })), 'it waits already').toMatchObject({ sentToReview: false })
    await approve(admin, params.id)
  }
})

test('a stranger cannot add, change or remove a report', async () => {
  const id = await aPublished()
  const { releases } = (await aMember(app)).api
  const notFound = { code: 'not_found', message: 'Project not found' }
  const params = { id }
  await expect(releases.addReport({ params, form: formOf(docx(), 1) })).rejects.toMatchObject(notFound)
  await expect(releases.changeReport({ params, form: formOf(undefined, 1) })).rejects.toMatchObject(notFound)
  await expect(releases.removeReport({ params })).rejects.toMatchObject(notFound)
})

test('the report that is on sale speaks, to everybody once it is approved; a new file speaks for itself', async () => {
  const titled = (title: string, rest = '') =>
    withBody(`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${title}</w:t></w:r></w:p>${rest}`)
  const id = await aPublished(
    titled('One', '<w:p><w:r><w:lastRenderedPageBreak/><w:t>More</w:t></w:r></w:p>'),
  )
  const shown = async () => (await app.api.projects.get({ params: { id } })).project
  expect(await shown()).toMatchObject({ reportPages: 2, reportHeadings: [{ level: 1, text: 'One' }] })
  expect(await change(id, undefined, 20)).toMatchObject({ reportPages: 2 })
  await change(id, titled('Two'))
  await approve(admin, id)
  expect(await shown()).toMatchObject({ reportPages: null, reportHeadings: [{ text: 'Two' }] })
})
