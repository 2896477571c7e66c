import { parsedAddress } from '../kit/addresses.ts'
import { prose } from '../kit/fields.ts'
import type { z } from '../kit/zod.ts'
import { AboutText, ContactText, Team } from './content.ts'

/** Splits a text that staff write into blocks, separated by empty lines, and returns the trimmed lines of each. */
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

/** Joins blocks into a text; empty lines are left out. */
export const joinBlocks = (blocks: readonly (string | null | false)[][]): string =>
  blocks.map((lines) => lines.filter(Boolean).join('\n')).join('\n\n')

/** Parses blocks with a title on the first line and its text below it. */
export const parseTitledBlocks = (text: string) =>
  blocksIn(text).map(([title = '', ...rest]) => ({ title, description: rest.join(' ') }))

/** Parses blocks with a title, a text below it, and points on lines that begin with a dash. */
export const parseServices = (text: string) =>
  blocksIn(text).map(([title = '', ...rest]) => ({
    title,
    description: rest.filter((line) => !isPoint(line)).join(' '),
    features: rest.filter(isPoint).map((line) => line.slice(1).trim()),
  }))

const isPoint = (line: string) => line.startsWith('-')

/** Parses blocks with a year and title on the first line, such as '2026: The shop opens', and the text below it. */
export const parseTimeline = (text: string) =>
  blocksIn(text).map(([first = '', ...rest]) => {
    const [year = '', ...title] = first.split(':')
    return { year: year.trim(), title: title.join(':').trim(), description: rest.join(' ') }
  })

/** Parses blocks with a question on the first line and its answer below it. */
export const parseQuestions = (text: string) =>
  parseTitledBlocks(text).map(({ title, description }) => ({ question: title, answer: description }))

/**
 * Parses blocks with name and role on the first two lines, then the text, 'Skills: one, another', and addresses at
 * LinkedIn and GitHub.
 */
export const parsePeople = (text: string) =>
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
    const address = /^https:\/\/\S+$/.test(line) ? parsedAddress(line) : undefined
    return address?.hostname === host || address?.hostname.endsWith(`.${host}`)
  }) ?? null

/** A text whose blocks are parsed as entries; an error names the number of the wrong entry. */
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

export const ValuesText = blocks(
  8000,
  parseTitledBlocks,
  Value,
  8,
  'a title, and its text on the lines below',
)
export const ServicesText = blocks(
  8000,
  parseServices,
  Service,
  8,
  'a title, its text below, and points that begin with a dash',
)
export const TimelineText = blocks(
  8000,
  parseTimeline,
  timeline.element,
  12,
  'the year, a colon and a title, and its text below',
)
export const PeopleText = blocks(
  12_000,
  parsePeople,
  Team.shape.leadership.element,
  20,
  'a name, the role below it, and then a text of at most 2000 characters',
)
export const QuestionsText = blocks(
  30_000,
  parseQuestions,
  ContactText.shape.faq.element,
  30,
  'a question on one line, and its answer below it',
)

/** The most characters of a support page. */
const maxPage = 20_000
const maxParts = 30
const headings = (text: string) => text.match(/^## .*$/gm) ?? []
/** A support page in limited Markdown. */
export const SupportPageText = prose(maxPage)
  .refine((text) => text === '' || text.startsWith('## '), 'Begin with a heading: a line that begins with ##')
  .refine((text) => headings(text).length <= maxParts, `At most ${maxParts} headings`)
  .refine((text) => new Set(headings(text)).size === headings(text).length, 'Use each heading once')
