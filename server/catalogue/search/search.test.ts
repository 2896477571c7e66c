import { beforeAll, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../../test/makers.ts'

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
    { title: 'Stalls', technologies: ['Booking/Testing'] },
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
  ['hospital managem', ['Hospital', 'Campus']],
  ['managing systems', ['Hospital']],
  ['appointment', ['Hospital']],
  ['hosp', ['Hospital', 'Campus']],
  ['mysql', ['Hospital']],
  ['ml', ['Crop']],
  ['AI/ML', ['Crop']],
  ['tensorflow.js', ['Crop']],
  ['tensor', ['Crop']],
  ['node', ['रेल']],
  ['testing', ['Stalls']],
  ['bookings', ['Stalls']],
  ['node.js', ['रेल']],
  ['nodejs', ['रेल']],
  ['node js', ['रेल']],
  ['C++', ['रेल']],
  ['cpp', ['रेल']],
  ['टिकट', ['रेल']],
  ['टिक', ['रेल']],
  ['"management system"', ['Hospital']],
  ['hospital -billing', ['Campus']],
  ['shelves', ['Library']],
])('a search for %s finds what has all its words: %j', async (search, titles) => {
  const { projects, match, ignoredWords } = await app.api.projects.list({ query: { search } })
  expect(projects.slice(0, titles.length).map(({ title }) => title.split(' ')[0])).toEqual(titles)
  expect([match, ignoredWords]).toEqual(['all', []])
})

test.each([
  ['hospital unicorn', ['Hospital', 'Campus'], 'some', ['unicorn']],
  ['"system management" hospital', [], 'popular', []],
  ['the', [], 'popular', []],
  ['???', [], 'popular', []],
  ['unpublished', [], 'popular', []],
])('a search for %s finds what is nearest: %j, and says so', async (search, titles, match, ignoredWords) => {
  const answer = await app.api.projects.list({ query: { search } })
  expect(answer).toMatchObject({ match, ignoredWords })
  if (match === 'popular') {
    expect(answer.pagination.total).toBe(0)
    expect(answer.projects).toHaveLength(6)
    expect(answer.nearWords).toEqual([])
  } else expect(answer.projects.map(({ title }) => title.split(' ')[0])).toEqual(titles)
})

test('a search in vain names only words that are near to it', async () => {
  const { nearWords } = await app.api.projects.list({ query: { search: 'submerge' } })
  expect(nearWords).toEqual(['submarine'])
  const { nearWords: none } = await app.api.projects.list({ query: { search: 'hospital' } })
  expect(none).toBeUndefined()
})

test('words are called missing only when none of the listed projects has them, and words in a title come first', async () => {
  await aPublishedProject(app, { owner, admin, title: 'Orchid greenhouse', description: 'Nothing else.' })
  await aPublishedProject(app, {
    owner,
    admin,
    title: 'Tulip classifier',
    tags: ['pollination'],
    description: 'Pollination.',
  })
  const list = (search: string) => app.api.projects.list({ query: { search } })
  const near = await list('orchid anther pollination')
  expect(near.projects.map(({ title }) => title)).toEqual(['Orchid greenhouse', 'Tulip classifier'])
  expect([near.match, near.ignoredWords]).toEqual(['near', ['anther']])
  const parted = await list('orchid tulip')
  expect(parted.projects.map(({ title }) => title).toSorted()).toEqual([
    'Orchid greenhouse',
    'Tulip classifier',
  ])
  expect([parted.match, parted.ignoredWords]).toEqual(['some', []])
})

test('a word that no project has does not count again what another word of the search finds', async () => {
  await admin.api.synonyms.create({ body: { words: ['muzzle', 'perception'], isNear: true } })
  await aPublishedProject(app, { owner, admin, title: 'Gallop counter', description: 'Nothing else.' })
  await aPublishedProject(app, {
    owner,
    admin,
    title: 'Depth sensor',
    tags: ['perception'],
    description: 'Nothing else.',
  })
  const { projects, ignoredWords } = await app.api.projects.list({
    query: { search: 'gallop muzzle perception' },
  })
  expect([projects.map(({ title }) => title), ignoredWords]).toEqual([
    ['Gallop counter', 'Depth sensor'],
    ['muzzle'],
  ])
})

test('words that nearly everybody writes are not required, unless there are no others', async () => {
  expect(await found('online hospital project with source code for final year')).toEqual([
    'Hospital',
    'Campus',
  ])
  expect(await found('hospital website bca')).toEqual(['Hospital', 'Campus'])
  expect(await found('management system')).toEqual(['Hospital'])
})

describe('every project, what sold most first, is what is asked for by', () => {
  let sold: string
  beforeAll(async () => {
    sold = 'Stalls'
    const { projects } = await app.api.projects.list({ query: {} })
    const best = projects.find(({ title }) => title === sold)!
    await app.db
      .updateTable('publishedProjects')
      .set({ salesCount: 3 })
      .where('projectId', '=', best._id)
      .execute()
    const featured = projects.find(({ title }) => title === 'Library')!
    await app.db
      .updateTable('publishedProjects')
      .set({ featuredRank: 5 })
      .where('projectId', '=', featured._id)
      .execute()
  })

  test.each([
    'final year project',
    'final year project for bca',
    'MCA final year project',
    'b.tech final year project with report',
    'B.E. last year project',
    'diploma final year ka project chahiye',
    'bsc it final year',
    'fyp',
    'अंतिम वर्ष प्रोजेक्ट',
    'bca project with source code',
    'mujhe project chahiye',
    'information technology project',
  ])('%s', async (search) => {
    const { projects, match, ignoredWords, correctedSearch } = await app.api.projects.list({
      query: { search },
    })
    const all = (await app.api.projects.list({ query: {} })).projects.map(({ title }) => title)
    const titles = projects.map(({ title }) => title)
    expect(titles).toEqual([sold, ...all.filter((title) => title !== sold)])
    expect(all[0]).toBe('Library')
    expect([match, ignoredWords, correctedSearch]).toEqual(['all', [], undefined])
  })

  test('an order that was chosen stays', async () => {
    const query = { search: 'final year project', sort: 'newest' } as const
    expect((await app.api.projects.list({ query })).projects).toEqual(
      (await app.api.projects.list({ query: { sort: 'newest' } })).projects,
    )
  })
})

test('a search for a final year project lists everything, also where enough projects say these words', async () => {
  for (let n = 0; n < 12; n++)
    await aPublishedProject(app, { owner, admin, title: `Ledger ${n}`, tags: ['final year project', 'bca'] })
  const all = await app.api.projects.list({ query: {} })
  for (const search of ['final year project', 'bca final year project'])
    expect((await app.api.projects.list({ query: { search } })).pagination.total).toBe(all.pagination.total)
})

test.each([
  ['ai', 'Crop'],
  ['machine learning', 'Crop'],
  ['fasal ki bimari', 'Crop'],
  ['artificial intelligence project', 'Crop'],
  ['aspatal', 'Hospital'],
  ['pustakalaya', 'Library'],
  ['upasthiti', 'Campus'],
  ['roll call', 'Campus'],
  ['c plus plus', 'रेल'],
  ['dawakhana', 'Hospital'],
  ['kitab ghar', 'Library'],
  ['presenty', 'Campus'],
  ['paudhe ki bimari', 'Crop'],
])('%s finds what means the same', async (search, title) => {
  const { projects, match } = await app.api.projects.list({ query: { search } })
  expect(projects[0]!.title.split(' ')[0]).toBe(title)
  expect(match).toBe('all')
})

test('a match in the name comes before one in the description, unless another sort is requested', async () => {
  expect(await found('hospital')).toEqual(['Hospital', 'Campus'])
  const { projects, pagination } = await app.api.projects.list({
    query: { search: 'hospital', sort: 'newest' },
  })
  expect(projects.map(({ title }) => title.split(' ')[0])).toEqual(['Campus', 'Hospital'])
  expect(pagination.total).toBe(2)
})

test('what costs more than a search says comes after what does not', async () => {
  for (const [title, price] of [
    ['Cheap seismograph', 400],
    ['Dear seismograph', 800],
  ] as const)
    await aPublishedProject(app, { owner, admin, title, price, description: 'Nothing else.' })
  expect(await found('seismograph')).toEqual(['Dear', 'Cheap'])
  expect(await found('seismograph under 500')).toEqual(['Cheap', 'Dear'])
  expect(await found('seismograph under 900')).toEqual(['Dear', 'Cheap'])
})

test('a search and filters combine; filters that exclude every match show the popular projects of the category', async () => {
  const { projects } = await app.api.projects.list({ query: { search: 'hospital', technology: 'php' } })
  expect(projects).toHaveLength(1)
  const none = await app.api.projects.list({ query: { search: 'hospital', category: 'AI/ML' } })
  expect(none).toMatchObject({ match: 'popular', pagination: { total: 0 } })
  expect(none.projects.map(({ title }) => title.split(' ')[0])).toEqual(['Crop'])
  expect(JSON.stringify(none.facets)).not.toContain('"count":0')
})

test('staff find any part of a title and the beginnings of words of a description, unpublished ones too, and signs mean themselves', async () => {
  expect(await found('ospital', admin.api)).toEqual(['Hospital'])
  expect(await found('hospit', admin.api)).toEqual(['Campus', 'Hospital'])
  expect(await found('SUBMARINE', admin.api)).toEqual(['Library'])
  expect(await found('50% off_', admin.api)).toEqual(['Unpublished'])
  expect(await found('%', admin.api)).toEqual(['Unpublished'])
  const { pagination } = await admin.api.projects.list({ query: { status: 'pending' } })
  expect(pagination.total).toBe(1)
  const approved = await admin.api.projects.list({ query: { status: 'approved', category: 'AI/ML' } })
  expect(approved.projects.map(({ title }) => title)).toEqual(['Crop disease detector'])
})

test.each([
  ['hosptal managment', 'hospital management', ['Hospital', 'Campus']],
  ['Hosptal', 'hospital', ['Hospital', 'Campus']],
  ['atendance', 'attendance', ['Campus']],
  ['crop diseese', 'crop disease', ['Crop']],
  ['mysqll', 'mysql', ['Hospital']],
  ['campus atendence', 'campus attendance', ['Campus']],
  ['campusattendance', 'campus attendance', ['Campus']],
  ['pustakalya', 'pustakalaya', ['Library']],
])('%s finds what %s finds, and says so', async (search, corrected, titles) => {
  const { projects, correctedSearch } = await app.api.projects.list({ query: { search } })
  expect(projects.slice(0, titles.length).map(({ title }) => title.split(' ')[0])).toEqual(titles)
  expect(correctedSearch).toBe(corrected)
})

test('every word is corrected, also when others are found', async () => {
  const { projects, correctedSearch, match } = await app.api.projects.list({
    query: { search: 'hospital apointments' },
  })
  expect([projects[0]!.title, correctedSearch, match]).toEqual([
    'Hospital Management System',
    'hospital appointments',
    'all',
  ])
})

test('a word of the synonyms corrects only where what it means is there', async () => {
  await admin.api.synonyms.create({ body: { words: ['brihaspati', 'jupiter', 'planetarium'] } })
  const search = () => app.api.projects.list({ query: { search: 'brihaspatti' } })
  expect(await search()).toMatchObject({ match: 'popular', nearWords: [] })
  expect((await search()).correctedSearch).toBeUndefined()
  await aPublishedProject(app, { owner, admin, title: 'Planetarium show' })
  expect(await search()).toMatchObject({
    correctedSearch: 'brihaspati',
    projects: [{ title: 'Planetarium show' }],
  })
})

test('a word that may be right does not put the others in another order when it is corrected', async () => {
  for (const [title, description] of [
    ['Meadow insulation', 'Nothing else.'],
    ['Insect map', 'A meadow with an incubator.'],
  ] as const)
    await aPublishedProject(app, { owner, admin, title, description })
  expect(await found('meadow')).toEqual(['Meadow', 'Insect'])
  // One letter, which sounds otherwise.
  const { projects, correctedSearch } = await app.api.projects.list({ query: { search: 'meadow incudator' } })
  expect(correctedSearch).toBe('meadow incubator')
  expect(projects.map(({ title }) => title)).toEqual(['Meadow insulation', 'Insect map'])
})

test('a form of a word that projects have is not corrected to another word', async () => {
  await aPublishedProject(app, { owner, admin, title: 'Waking up', description: 'Nothing else.' })
  for (const title of ['Waves', 'Heat waves'])
    await aPublishedProject(app, { owner, admin, title, description: 'Nothing else.' })
  const { projects, correctedSearch } = await app.api.projects.list({ query: { search: 'wakes' } })
  expect([projects[0]!.title, correctedSearch]).toEqual(['Waking up', undefined])
})

test.each(['bhojan', 'khana', 'khaana', 'खाना', 'bhojn'])('%s finds food delivery', async (search) => {
  await aPublishedProject(app, { owner, admin, title: 'Food delivery', description: 'Nothing else.' })
  const { projects, match } = await app.api.projects.list({ query: { search } })
  expect([projects[0]!.title, match]).toEqual(['Food delivery', 'all'])
})

test('known words and those without a near one are not corrected', async () => {
  await aPublishedProject(app, { owner, admin, title: 'Cross country classes' })
  for (const search of ['hospital', 'hospitals', 'bookings', 'noughts and crosses', 'qqqqqq', 'xyz', '!!'])
    expect(await app.api.projects.list({ query: { search } })).not.toMatchObject({
      correctedSearch: expect.anything() as unknown,
    })
})

test('a word of a deleted project corrects nothing', async () => {
  const project = await aPublishedProject(app, { owner, admin, title: 'Zeppelin hangar' })
  expect((await found('zepelin'))[0]).toBe('Zeppelin')
  await owner.api.projects.remove({ params: { id: project._id } })
  expect(await app.api.projects.list({ query: { search: 'zepelin' } })).toMatchObject({ match: 'popular' })
})

describe('suggestions', () => {
  const suggested = async (search: string) => {
    const { titles, technologies, correctedSearch } = await app.api.catalogue.suggestions({
      query: { search },
    })
    return [
      titles.map(({ title }) => title.split(' ')[0]),
      technologies.map(({ name }) => name),
      correctedSearch,
    ]
  }

  test.each([
    ['ho', [['Hospital'], [], undefined]],
    ['hospital man', [['Hospital'], [], undefined]],
    ['my', [['Hospital'], ['MySQL'], undefined]],
    ['PH', [['Hospital'], ['PHP'], undefined]],
    ['टिक', [['रेल'], [], undefined]],
    ['hosptal managment', [['Hospital'], [], 'hospital management']],
    ['appointments', [[], [], undefined]],
    ['cpp', [['रेल'], ['C++'], undefined]],
    ['nodejs', [['रेल'], ['Node.js'], undefined]],
    ['roll call', [['Campus'], [], undefined]],
    ['hospital unicorn', [['Hospital'], [], undefined]],
    ['zzzz', [[], [], undefined]],
    ['%', [[], [], undefined]],
  ])('for %s are %j', async (search, expected) => {
    expect(await suggested(search)).toEqual(expected)
  })

  test('are at most 6 titles, the best first', async () => {
    for (let index = 0; index < 8; index++)
      await aPublishedProject(app, { owner, admin, title: `Quasar map ${index}` })
    const { titles } = await app.api.catalogue.suggestions({ query: { search: 'quas' } })
    expect(titles.map(({ title }) => title)).toEqual([7, 6, 5, 4, 3, 2].map((index) => `Quasar map ${index}`))
  })
})
