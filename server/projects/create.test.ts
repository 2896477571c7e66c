import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, aProject, projectRow } from '../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const row = ({ _id }: { _id: string }) => projectRow(app.db, _id)

/** Sends a raw body; answers the status and the parsed body. */
async function sent(method: string, path: string, body: unknown, token?: string) {
  const answer = await app.send({ method, url: `/api${path}`, body: JSON.stringify(body) }, token)
  return {
    status: answer.status,
    ...(JSON.parse(await answer.text()) as { message?: string; fields?: Record<string, string> }),
  }
}

const needed = { title: 'Quiz app', description: 'Asks.', category: 'SaaS', price: 10 }

test('a created project is pending, without files, seen by its owner, and named by a flat _id too', async () => {
  const body = {
    ...needed,
    category: 'SaaS' as const,
    price: 199.5,
    technologies: [' React ', '', 'React', 'Vue'],
    features: ['One'],
    requirements: ['Node 24'],
    tags: ['quiz'],
    difficulty: 'advanced',
    demoUrl: 'https://demo.example/x',
    githubUrl: '',
  }
  const { _id, project } = await owner.api.projects.create({ body })
  expect(project).toMatchObject({
    _id,
    ...body,
    technologies: ['React', 'Vue'],
    difficulty: 'Advanced',
    githubUrl: null,
    verificationStatus: 'pending',
    isActive: true,
    isFeatured: false,
    hasFiles: false,
    hasReport: false,
    fileCount: 0,
    githubRepo: null,
    rating: 0,
    salesCount: 0,
    downloads: 0,
    allowsCustomization: true,
    includesInstallationSupport: true,
    allowed: ['edit', 'upload', 'delete', 'archive', 'duplicate'],
  })
  expect((await row(project)).repository).toMatch(/^quiz-app-[0-9a-f]{10}$/)
  expect((await row(project)).pricePaise).toBe(19_950)
})

test('two projects of one title, or of a title without Latin letters, get repositories of their own', async () => {
  const made = await Promise.all(
    ['रेल', 'रेल', '!!!', 'Quiz', 'Quiz'].map((title) => aProject(owner, { title })),
  )
  expect(new Set((await Promise.all(made.map(row))).map(({ repository }) => repository)).size).toBe(5)
})

test.each(['title', 'description', 'category', 'price'])(
  'without %s: Please fill in all required fields',
  async (missing) => {
    for (const value of [undefined, null, '', '   ']) {
      if (missing === 'price' && value === '   ') continue
      const answer = await sent('POST', '/projects', { ...needed, [missing]: value }, owner.token)
      expect([answer.status, answer.message]).toEqual([400, 'Please fill in all required fields'])
    }
  },
)

test.each([
  ...[-1, 0.001, 19.999, '10', Number.MAX_VALUE, [], {}, true].map((price) => ({ price })),
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'ftp://a.example',
    'http://a b.example',
    'nonsense',
    'http://a\u0000.example',
  ].flatMap((link) => [{ demoUrl: link }, { githubUrl: link }]),
  { category: 'Gardening' },
  { difficulty: 'Godlike' },
  { title: 'x'.repeat(121) },
  { title: 'a\u0000b' },
  { title: ['x'] },
  { description: 'x\u0000' },
  { description: 'half \ud800' },
  { technologies: 'React' },
  { technologies: ['a\u0000'] },
  { tags: Array(21).fill('x') },
  { tags: [1] },
  { isActive: 'no' },
])('%j is refused and changes nothing, on all three routes', async (wrong) => {
  const project = await aProject(owner)
  const before = await row(project)
  if (!('isActive' in wrong))
    expect((await sent('POST', '/projects', { ...needed, ...wrong }, owner.token)).status).toBe(400)
  expect((await sent('PUT', `/projects/${project._id}`, wrong, owner.token)).status).toBe(400)
  const only = (await sent('PATCH', `/projects/${project._id}/owner-update`, wrong, owner.token)).status
  expect(only).toBe(400)
  expect(await row(project)).toEqual(before)
})
