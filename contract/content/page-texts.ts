import { prose } from '../fields.ts'
import { z } from '../zod.ts'
import { AboutText, ContactText, Team } from './content.ts'

/** The trimmed lines of each block of a text that staff write as plain blocks, one for each entry, with an empty line between them. */
const blocksIn = (text: string): string[][] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0)

/** The text of such blocks; a line that is nothing is left out. */
export const blocksOf = (blocks: readonly (string | null | false)[][]): string =>
  blocks.map((lines) => lines.filter(Boolean).join('\n')).join('\n\n')

/** A title on the first line, its text below it. */
export const titledIn = (text: string) =>
  blocksIn(text).map(([title = '', ...rest]) => ({ title, description: rest.join(' ') }))

/** The same; lines below the text that begin with a dash are its points. */
export const listedIn = (text: string) =>
  blocksIn(text).map(([title = '', ...rest]) => ({
    title,
    description: rest.filter((line) => !isPoint(line)).join(' '),
    features: rest.filter(isPoint).map((line) => line.slice(1).trim()),
  }))

const isPoint = (line: string) => line.startsWith('-')

/** '2026: The shop opens' on the first line, its text below it. */
export const datedIn = (text: string) =>
  blocksIn(text).map(([first = '', ...rest]) => {
    const [year = '', ...title] = first.split(':')
    return { year: year.trim(), title: title.join(':').trim(), description: rest.join(' ') }
  })

/** A question on the first line, its answer below it. */
export const questionsIn = (text: string) =>
  titledIn(text).map(({ title, description }) => ({ question: title, answer: description }))

/** Name and role on the first two lines, then the text, 'Skills: one, another', and addresses at LinkedIn and GitHub. */
export const peopleIn = (text: string) =>
  blocksIn(text).map(([name = '', role = '', ...rest]) => {
    const [linkedin, github] = [linkTo(rest, 'linkedin.com'), linkTo(rest, 'github.com')]
    const skills = rest.find((line) => skillsLine.test(line))
    return {
      name,
      role,
      bio: rest.filter((line) => line !== linkedin && line !== github && line !== skills).join(' '),
      skills: (skills ?? '')
        .replace(skillsLine, '')
        .split(',')
        .map((skill) => skill.trim())
        .filter(Boolean),
      linkedin,
      github,
    }
  })

const skillsLine = /^skills:/i

const linkTo = (lines: string[], host: string) =>
  lines.find((line) => {
    if (!/^https:\/\/\S+$/.test(line) || !URL.canParse(line)) return false
    const { hostname } = new URL(line)
    return hostname === host || hostname.endsWith(`.${host}`)
  }) ?? null

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
