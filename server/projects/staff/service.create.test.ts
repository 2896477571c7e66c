import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, mailsTo, actionsOn } from '../../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const wanted = {
  title: 'Library with barcodes',
  description: 'Lends books.',
  category: 'Web Development' as const,
  price: 349.5,
  difficulty: 'intermediate',
  technologies: ['PHP', 'MySQL'],
}
const create = (body: object) =>
  admin.api.staffProjects.create({ body: { ...wanted, ownerEmail: owner.email, ...body } })

test('staff create a project for a member: it is theirs, pending, without files, and they are mailed', async () => {
  const { _id, project } = await create({ isFeatured: true, isActive: false })
  expect(project).toMatchObject({
    title: wanted.title,
    price: 349.5,
    difficulty: 'Intermediate',
    technologies: ['PHP', 'MySQL'],
    isFeatured: true,
    isActive: false,
    verificationStatus: 'pending',
    hasFiles: false,
    projectOwner: { _id: owner.id },
  })
  const { projects } = await owner.api.projects.mine({ query: {} })
  expect(projects.map((mine) => mine._id)).toContain(_id)
  const mail = mailsTo(app, owner.email).at(-1)!
  expect(mail.subject).toBe('A project was created for you: Library with barcodes')
  expect(mail.text).toContain(`/owner/projects/${_id}`)
  expect((await actionsOn(admin, _id)).map(({ action }) => action)).toContain('create project')
})

test('the same key creates one project and mails its owner once', async () => {
  const key = { idempotencyKey: 'a key of its own' }
  const mailed = app.mails.length
  const [one, other] = [await create(key), await create(key)]
  expect(other._id).toBe(one._id)
  expect(app.mails.length - mailed).toBe(1)
})

test('an email of nobody is refused at its field', async () => {
  await expect(create({ ownerEmail: 'nobody@nowhere.in' })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: { ownerEmail: 'No member signs in with this email' } },
  })
})
