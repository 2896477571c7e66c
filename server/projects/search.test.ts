import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)

beforeAll(async () => {
  const catalogue = [
    {
      title: 'Hospital Management System',
      description: 'Appointments and billing.',
      technologies: ['PHP', 'MySQL'],
    },
    {
      title: 'Crop disease detector',
      category: 'AI/ML' as const,
      technologies: ['TensorFlow.js'],
      tags: ['AI/ML', 'farming'],
    },
    {
      title: 'Campus attendance',
      description: 'Marks who is present. Also used by a hospital.',
      tags: ['PWA'],
    },
    {
      title: 'रेल टिकट बुकिंग',
      description: 'Railway tickets in C++ and Node.js',
      technologies: ['C++', 'Node.js'],
    },
    { title: 'Library', description: `${'Shelves and loans. '.repeat(40)} Submarine.` },
  ]
  for (const project of catalogue)
    await aPublishedProject(app, { owner, admin, description: 'Nothing else.', ...project })
  await aProject(owner, { title: 'Unpublished 50% off_shelf' })
})

const found = async (search: string, api = app.api) =>
  (await api.projects.list({ query: { search } })).projects.map(({ title }) => title.split(' ')[0])

test.each([
  ['hospital', ['Hospital', 'Campus']],
  ['HOSPITALS', ['Hospital', 'Campus']],
  ['hospital managem', ['Hospital']],
  ['managing systems', ['Hospital']],
  ['appointment', ['Hospital']],
  ['hosp', ['Hospital', 'Campus']],
  ['mysql', ['Hospital']],
  ['ml', ['Crop']],
  ['AI/ML', ['Crop']],
  ['tensorflow.js', ['Crop']],
  ['tensor', ['Crop']],
  ['node', ['रेल']],
  ['node.js', ['रेल']],
  ['टिकट', ['रेल']],
  ['टिक', ['रेल']],
  ['"management system"', ['Hospital']],
  ['"system management"', []],
  ['hospital -billing', ['Campus']],
  ['hospital -appoint', ['Campus']],
  ['-hospital', ['Library', 'रेल', 'Crop']],
  ['farming or library', ['Library', 'Crop']],
  ['"hosp', []],
  ['shelves', ['Library']],
  ['submarine', []],
  ['the', []],
  ['???', []],
  ['hospital unicorn', []],
  ['unpublished', []],
])('a search for %s finds %j', async (search, titles) => {
  expect(await found(search)).toEqual(titles)
})

test('a project named so comes before one that only mentions it, and the asked-for sort goes before that', async () => {
  expect(await found('hospital')).toEqual(['Hospital', 'Campus'])
  const { projects, pagination } = await app.api.projects.list({
    query: { search: 'hospital', sort: 'newest' },
  })
  expect(projects.map(({ title }) => title.split(' ')[0])).toEqual(['Campus', 'Hospital'])
  expect(pagination.total).toBe(2)
})

test('a search and filters hold together', async () => {
  const { projects } = await app.api.projects.list({ query: { search: 'hospital', technology: 'php' } })
  expect(projects).toHaveLength(1)
  expect(
    (await app.api.projects.list({ query: { search: 'hospital', category: 'AI/ML' } })).pagination.total,
  ).toBe(0)
})

test('staff find any part of a title or description, unpublished ones too, and its signs mean themselves', async () => {
  expect(await found('ospital', admin.api)).toEqual(['Campus', 'Hospital'])
  expect(await found('SUBMARINE', admin.api)).toEqual(['Library'])
  expect(await found('50% off_', admin.api)).toEqual(['Unpublished'])
  expect(await found('%', admin.api)).toEqual(['Unpublished'])
  const { pagination } = await admin.api.projects.list({ query: { status: 'pending' } })
  expect(pagination.total).toBe(1)
  const approved = await admin.api.projects.list({ query: { status: 'approved', category: 'AI/ML' } })
  expect(approved.projects.map(({ title }) => title)).toEqual(['Crop disease detector'])
})
