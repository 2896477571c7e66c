import { afterEach, expect, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../test/app.ts'
import { anAdmin, resetSettings } from '../../test/makers.ts'

const app = await startApp()
const { api, db } = app
const { api: staff } = await anAdmin(app)
afterEach(() => resetSettings(db))
const query = { version: 0 }

test('what staff write of the about page stands in place of what is built in, and the rest stays', async () => {
  const { about: before } = await api.content.about()
  await staff.settings.aboutPage({
    query,
    body: {
      ...defaults.aboutPage,
      mission: 'To help.',
      countriesServed: 2,
      values: 'Honest\r\nWe say what it is.\n\n\nQuick\nAt once,\nalways.',
      services: 'Code\nWorks.\n- one\n- two',
      timeline: '2026: Opened: at last\nIn Pune.',
    },
  })
  const { about } = await api.content.about()
  expect(about).toEqual({
    ...before,
    stats: { ...before.stats, countriesServed: 2 },
    company: { ...before.company, mission: 'To help.' },
    values: [
      { icon: before.values[0]!.icon, title: 'Honest', description: 'We say what it is.' },
      { icon: before.values[1]!.icon, title: 'Quick', description: 'At once, always.' },
    ],
    services: [
      { icon: before.services[0]!.icon, title: 'Code', description: 'Works.', features: ['one', 'two'] },
    ],
    timeline: [{ year: '2026', title: 'Opened: at last', description: 'In Pune.' }],
  })
})

test('people are named with their role, text, skills and links; nobody else is, once somebody is', async () => {
  const leadership =
    'Meera Nair\nFounder\nBuilds the shop.\nSkills: Go, SQL\nhttps://www.linkedin.com/in/meera\n\nRavi\nDesk\nChecks.'
  await staff.settings.teamPage({ query, body: { ...defaults.teamPage, leadership } })
  expect((await api.content.team()).team).toEqual({
    leadership: [
      {
        name: 'Meera Nair',
        role: 'Founder',
        bio: 'Builds the shop.',
        skills: ['Go', 'SQL'],
        linkedin: 'https://www.linkedin.com/in/meera',
        github: null,
      },
      { name: 'Ravi', role: 'Desk', bio: 'Checks.', skills: [], linkedin: null, github: null },
    ],
    developers: [],
    advisors: [],
  })
})

test('frequent questions are those of staff, and the built-in ones once theirs are gone', async () => {
  const { contact: before } = await api.content.contact()
  await staff.settings.faq({ query, body: { questions: 'Is it safe?\nYes.\nWe check.' } })
  const { contact } = await api.content.contact()
  expect(contact).toEqual({ ...before, faq: [{ question: 'Is it safe?', answer: 'Yes. We check.' }] })
  await staff.settings.faq({ query: { version: 1 }, body: { questions: '  ' } })
  expect((await api.content.contact()).contact).toEqual(before)
})

test.each([
  ['aboutPage', { values: 'Only a title' }, 'Entry 1'],
  ['aboutPage', { timeline: '2026: Opened\nIn Pune.\n\nNo colon\nText' }, 'Entry 2'],
  ['teamPage', { advisors: 'Meera\nFounder' }, 'Entry 1'],
  ['faq', { questions: 'Why?\nSo.\n\n'.repeat(31) }, 'At most 30'],
  ['supportPages', { terms: 'No heading' }, 'Begin with a heading'],
  ['supportPages', { terms: '## A\n'.repeat(31) }, 'At most 30'],
  ['supportPages', { terms: '## A\nText\n## A\nText' }, 'Use each heading once'],
  ['supportPages', { help: `## A\n${'a'.repeat(20_000)}` }, 'At most 20000'],
] as const)('of %s, %j is refused at its field: %s', async (section, change, said) => {
  const save = staff.settings[section] as (call: object) => Promise<unknown>
  const [field] = Object.keys(change)
  await expect(save({ query, body: { ...defaults[section], ...change } })).rejects.toMatchObject({
    details: { fields: { [field!]: expect.stringContaining(said) } },
  })
})

const support = async (page: string) => (await api.content.support({ params: { page } })).page

test('a support page is what staff have written, with the figures of the settings, and nothing in it can run', async () => {
  expect(await support('terms')).toBeNull()
  expect(await support('nothing')).toBeNull()
  expect(await support('constructor')).toBeNull()
  await staff.settings.fees({ query, body: { feeRate: 1550, commissionRate: 500, refundDays: 10 } })
  const terms = [
    '## The fee',
    'We keep {fee}, a referrer gets {commission}. Money back for **{refundDays} days**.',
    '### Smaller',
    '[Projects](/projects) <img src=x onerror=alert(1)> <script>alert(1)</script> [bad](javascript:alert(1))',
    '```',
    '## no heading in code',
    '```',
    '## Second',
    '- one',
  ].join('\n')
  await staff.settings.supportPages({ query, body: { ...defaults.supportPages, terms } })
  const page = await support('terms')
  expect(page!.sections.map(({ title }) => title)).toEqual(['The fee', 'Second'])
  const [first, second] = page!.sections.map(({ html }) => html)
  expect(first).toContain('We keep 15.5%, a referrer gets 5%. Money back for <strong>10 days</strong>.')
  expect(first).toContain('<h3>Smaller</h3>')
  expect(first).toMatch(/<a href="http[^"]*\/projects" rel="nofollow[^"]*">Projects<\/a>/)
  expect(first).toContain('## no heading in code')
  expect(first).not.toMatch(/<(script|img)|onerror|href="javascript/)
  expect(second).toMatch(/<ul>\s*<li>one<\/li>/)
  expect(await support('privacy')).toBeNull()
  // The figures follow the settings.
  await staff.settings.fees({ query: { version: 1 }, body: { ...defaults.fees } })
  expect((await support('terms'))!.sections[0]!.html).toContain('We keep 20%')
})
