import { z } from 'zod'

import { AboutText, ContactText, Team } from '../../content.ts'
import { datedIn, listedIn, peopleIn, questionsIn, titledIn } from '../../content/blocks.ts'
import { prose } from '../../kit/words.ts'

/** A text whose blocks are read as entries; what is wrong with one of them is said with its number. */
const blocks = (
  max: number,
  read: (text: string) => unknown[],
  entry: z.ZodType,
  maxEntries: number,
  form: string,
) =>
  prose(max).superRefine((text, context) => {
    const entries = read(text)
    if (entries.length > maxEntries)
      return context.addIssue({ code: 'custom', message: `At most ${maxEntries} entries` })
    const wrong = entries.findIndex((one) => !entry.safeParse(one).success)
    if (wrong >= 0) context.addIssue({ code: 'custom', message: `Entry ${wrong + 1}: ${form}` })
  })

const { values, services, timeline } = AboutText.shape
const Value = values.element.omit({ icon: true })
const Service = services.element.omit({ icon: true })

/** A count, or null for the one that is built in. */
const Count = z.int('Enter a number').min(0, 'Enter a number').max(1000, 'At most 1000').nullable()

/** What the about page says; what is empty says what is built in. */
export const AboutPage = z.object({
  mission: prose(2000),
  vision: prose(2000),
  yearsExperience: Count,
  countriesServed: Count,
  values: blocks(8000, titledIn, Value, 8, 'a title, and its text on the lines below'),
  services: blocks(8000, listedIn, Service, 8, 'a title, its text below, and points that begin with a dash'),
  timeline: blocks(8000, datedIn, timeline.element, 12, 'the year, a colon and a title, and its text below'),
})

const people = blocks(
  12_000,
  peopleIn,
  Team.shape.leadership.element,
  20,
  'a name, the role below it, and then a text of at most 2000 characters',
)

/** Who is named on the about page; while nobody is, it says what is built in. */
export const TeamPage = z.object({ leadership: people, developers: people, advisors: people })

/** The questions of the contact page; while there are none, those that are built in. */
export const Faq = z.object({
  questions: blocks(
    30_000,
    questionsIn,
    ContactText.shape.faq.element,
    30,
    'a question on one line, and its answer below it',
  ),
})

/** Characters of one support page. */
const maxPage = 20_000
const maxParts = 30
const headings = (text: string) => text.match(/^## .*$/gm) ?? []
const page = prose(maxPage)
  .refine((text) => text === '' || text.startsWith('## '), 'Begin with a heading: a line that begins with ##')
  .refine((text) => headings(text).length <= maxParts, `At most ${maxParts} headings`)
  .refine((text) => new Set(headings(text)).size === headings(text).length, 'Use each heading once')

/** The support pages in small Markdown; an empty one says what is built in. */
export const SupportPages = z.object({
  documentation: page,
  help: page,
  privacy: page,
  terms: page,
  cookies: page,
})
export type SupportPageName = keyof z.infer<typeof SupportPages>
