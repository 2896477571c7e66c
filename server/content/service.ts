import { z } from 'zod'

import {
  type About,
  AboutText,
  type CategorySummary,
  CategoryText,
  type Contact,
  ContactText,
  type Figures,
  type Operator,
  type Site,
  Team,
} from '#contract/content.ts'
import { peopleIn, questionsIn } from '#contract/content/blocks.ts'
import { socialSiteNames, socialSites } from '#contract/content/social-sites.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Settings } from '#contract/staff/settings.ts'

import {
  countPublished,
  countTechnologies,
  figuresByCategory,
  picturesByCategory,
  technologiesByCategory,
} from '../catalogue/service.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../database/connection.ts'
import { countedFigures, readSections, readSettings, storedSetting } from '../settings/service.ts'
import { withPage } from './about-page.ts'
import { aboutText } from './default-about.ts'
import { categoryTexts } from './default-categories.ts'
import { contactText } from './default-contact.ts'
import { team } from './default-team.ts'
import { toCategory } from './presenter.ts'
import { countBuyers } from './queries.ts'

/** Every category in its order, described, with the figures of what is published in it now. */
export async function listCategories(connection: Connection): Promise<CategorySummary[]> {
  const [texts, figures, technologies, pictures] = await Promise.all([
    describedCategories(connection),
    figuresByCategory(connection),
    technologiesByCategory(connection),
    picturesByCategory(connection),
  ])
  return texts.map((text) =>
    toCategory(
      text,
      figures.find(({ category }) => category === text.name),
      technologies.find(({ category }) => category === text.name)?.technologies,
      pictures.find(({ category }) => category === text.name)?.pictures,
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
  const [builtIn, { aboutPage, fees }, projectsCreated, happyClients] = await Promise.all([
    storedText(connection, 'about', AboutText),
    readSections(connection, 'aboutPage', 'fees'),
    countPublished(connection),
    countBuyers(connection),
  ])
  const text = withPage(builtIn ?? aboutText(fees), aboutPage)
  return { ...text, stats: { ...text.stats, projectsCreated, happyClients } }
}

/** The figures of the home page; null for one that is not counted. */
export async function homeFigures(connection: Connection, config: Pick<Config, 'mode'>): Promise<Figures> {
  const { countsProjects, countsStudents, countsTechnologies } = await countedFigures(connection, config)
  const [projects, students, technologies] = await Promise.all([
    countsProjects ? countPublished(connection) : null,
    countsStudents ? countBuyers(connection) : null,
    countsTechnologies ? countTechnologies(connection) : null,
  ])
  return { projects, students, technologies: technologies && technologies.length }
}

/** Who is named; while nobody is, what the teams do. */
export async function describeTeam(connection: Connection): Promise<Team> {
  const page = await readSettings(connection, 'teamPage')
  if (Object.values(page).some((text) => text !== ''))
    return {
      leadership: peopleIn(page.leadership),
      developers: peopleIn(page.developers),
      advisors: peopleIn(page.advisors),
    }
  return (await storedText(connection, 'team', Team)) ?? team
}

/** What every page may need; see the contract. */
export async function describeSite(connection: Connection): Promise<Site> {
  const { identity, fees, social } = await readSections(connection, 'identity', 'fees', 'social')
  const { feeRate, commissionRate, refundDays } = fees
  return {
    operator: operatorOf(identity),
    feePercent: feeRate / 100,
    commissionPercent: commissionRate / 100,
    refundDays,
    social: socialSiteNames
      .filter((site) => social[site] !== '')
      .map((site) => ({ site, name: socialSites[site].name, url: social[site] })),
  }
}

/** How to reach the shop. In live mode, until staff have said, at the address that our mails come from. */
export async function describeContact(
  connection: Connection,
  { mode, mailFrom }: Pick<Config, 'mode' | 'mailFrom'>,
): Promise<Contact> {
  const [stored, { identity, faq, fees }] = await Promise.all([
    storedText(connection, 'contact', ContactText),
    readSections(connection, 'identity', 'faq', 'fees'),
  ])
  const operator = operatorOf(identity)
  const ours = mode === 'live' ? /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] : undefined
  const email = operator.email ?? ours ?? null
  return {
    ...(stored ?? contactText(fees)),
    ...operator,
    email,
    grievanceOfficer: {
      name: identity.grievanceName || null,
      email: identity.grievanceEmail || email,
      address: identity.grievanceAddress || null,
    },
    ...(faq.questions && { faq: questionsIn(faq.questions) }),
  }
}

/** Who runs the shop, from the section that invoices are issued with. */
function operatorOf(identity: Settings['identity']): Operator {
  const { legalName, address, state, pin, supportEmail, email, phone } = identity
  const place = [state, pin].filter(Boolean).join(' ')
  return {
    legalName: legalName || null,
    address: address ? [address, place].filter(Boolean).join('\n') : null,
    email: supportEmail || email || null,
    phone: phone || null,
  }
}

/** The staff's texts where there are some, the default for every other category. */
async function describedCategories(connection: Connection): Promise<readonly CategoryText[]> {
  const own = (await storedText(connection, 'categories', z.array(CategoryText))) ?? []
  return categoryTexts.map((text) => own.find(({ name }) => name === text.name) ?? text)
}

/** A text that stands in the settings table under a name; undefined when there is none, or one that no page could show. */
const storedText = async <T>(connection: Connection, name: string, schema: z.ZodType<T>) =>
  schema.safeParse(await storedSetting(connection, name)).data
