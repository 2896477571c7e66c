import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject, aPublishedProject } from '../../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const notice = (id: string) => app.api.recalls.notice({ params: { id } })

test('what its owner archived, switched off or deleted is said to be no longer sold; listed again it is not', async () => {
  const { _id: id } = await aPublishedProject(app, { owner })
  const of = { params: { id } }
  await expect(notice(id)).rejects.toMatchObject({ status: 404 })
  for (const isActive of [false, true]) {
    await owner.api.projects.ownerUpdate({ ...of, body: { isActive } })
    if (isActive) await expect(notice(id)).rejects.toMatchObject({ status: 404 })
    else expect(await notice(id)).toMatchObject({ title: 'Hospital Management System', recall: null })
  }
  await owner.api.projects.archive(of)
  expect(await notice(id)).toMatchObject({ title: 'Hospital Management System', category: 'Web Development' })
  await owner.api.projects.restore(of)
  await expect(notice(id)).rejects.toMatchObject({ status: 404 })
  await owner.api.projects.remove(of)
  expect(await notice(id)).toMatchObject({ title: 'Former project', recall: null })
})

test('words that staff have not approved are not shown, and what never was listed is not there for anybody', async () => {
  const { _id: id } = await aPublishedProject(app, { owner })
  const of = { params: { id } }
  await owner.api.projects.archive(of)
  await owner.api.projects.ownerUpdate({ ...of, body: { title: 'Call 98765 43210' } })
  await expect(notice(id)).rejects.toMatchObject({ status: 404 })

  const { _id: draft } = await aProject(owner)
  await owner.api.projects.archive({ params: { id: draft } })
  await expect(notice(draft)).rejects.toMatchObject({ status: 404 })
  await owner.api.projects.remove({ params: { id: draft } })
  await expect(notice(draft)).rejects.toMatchObject({ status: 404 })
})
