import { z } from 'zod'

import {
  type About,
  AboutText,
  type CategorySummary,
  CategoryText,
  ContactText,
  type Figures,
  Team,
} from '#contract/content.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import {
  countPublished,
  countTechnologies,
  figuresByCategory,
  technologiesByCategory,
} from '../catalogue/service.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../database/connection.ts'
import { readSettings, settingsWithChange, storedSetting } from '../settings/service.ts'
import { aboutText } from './default-about.ts'
import { categoryTexts } from './default-categories.ts'
import { contactText } from './default-contact.ts'
import { team } from './default-team.ts'
import { toCategory } from './presenter.ts'
import { countBuyers } from './queries.ts'

/** Every category in its order, described, with the figures of what is published in it now. */
export async function listCategories(connection: Connection): Promise<CategorySummary[]> {
  const [texts, figures, technologies] = await Promise.all([
    describedCategories(connection),
    figuresByCategory(connection),
    technologiesByCategory(connection),
  ])
  return texts.map((text) =>
    toCategory(
      text,
      figures.find(({ category }) => category === text.name),
      technologies.find(({ category }) => category === text.name)?.technologies,
    ),
  )
}

/** One category by its name in any case. Throws not_found 'Category not found'. */
export async function oneCategory(connection: Connection, name: string): Promise<CategorySummary> {
  const categories = await listCategories(connection)
  const found = categories.find((category) => category.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new ProblemError('not_found', 'Category not found')
  return found
}

/** About the company, with what the database counts. */
export async function describeCompany(connection: Connection): Promise<About> {
  const [text, projectsCreated, happyClients] = await Promise.all([
    textOf(connection, 'about', AboutText, aboutText),
    countPublished(connection),
    countBuyers(connection),
  ])
  return { ...text, stats: { ...text.stats, projectsCreated, happyClients } }
}

/** The figures of the home page that are counted. A demo counts them all until staff say otherwise: nobody believes 500 in a shop of 15. */
export async function homeFigures(connection: Connection, { mode }: Pick<Config, 'mode'>): Promise<Figures> {
  const { value, changedAt } = await settingsWithChange(connection, 'home')
  const isDemo = mode !== 'live' && changedAt === null
  const [projects, students, technologies] = await Promise.all([
    value.countsProjects || isDemo ? countPublished(connection) : null,
    value.countsStudents || isDemo ? countBuyers(connection) : null,
    value.countsTechnologies || isDemo ? countTechnologies(connection) : null,
  ])
  return { projects, students, technologies: technologies && technologies.length }
}

export const describeTeam = (connection: Connection): Promise<Team> => textOf(connection, 'team', Team, team)

/** How to reach the company. In live mode, until staff have said, at the address that our mails come from. */
export async function describeContact(
  connection: Connection,
  { mode, mailFrom }: Pick<Config, 'mode' | 'mailFrom'>,
): Promise<ContactText> {
  const email = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0]
  const { grievanceOfficer } = contactText
  const reachable =
    mode === 'live' && email
      ? { ...contactText, email, grievanceOfficer: { ...grievanceOfficer, email } }
      : contactText
  const [text, identity] = await Promise.all([
    textOf(connection, 'contact', ContactText, reachable),
    readSettings(connection, 'identity'),
  ])
  const { name, address, ...officer } = text.grievanceOfficer
  return {
    ...text,
    grievanceOfficer: {
      name: identity.grievanceName || name,
      email: identity.grievanceEmail || officer.email,
      address: identity.grievanceAddress || address,
    },
  }
}

/** The staff's texts where there are some, the default for every other category. */
async function describedCategories(connection: Connection): Promise<readonly CategoryText[]> {
  const own = await textOf(connection, 'categories', z.array(CategoryText), [])
  return categoryTexts.map((text) => own.find(({ name }) => name === text.name) ?? text)
}

/** A text that staff have stored under a name; the default when there is none, or one that no page could show. */
async function textOf<T>(
  connection: Connection,
  name: string,
  schema: z.ZodType<T>,
  otherwise: T,
): Promise<T> {
  const stored = schema.safeParse(await storedSetting(connection, name))
  return stored.success ? stored.data : otherwise
}
