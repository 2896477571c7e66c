import type { CategorySummary, CategoryText } from '#contract/content/categories.ts'
import {
  type About,
  type AboutText,
  type Contact,
  type DecisionTime,
  decisionTimes,
  type Figures,
  type Officer,
  type Operator,
  type Site,
  type Team,
} from '#contract/content/content.ts'
import { socialSiteNames, socialSites } from '#contract/content/lists.ts'
import {
  parseTimeline,
  parseServices,
  parsePeople,
  parseQuestions,
  parseTitledBlocks,
} from '#contract/content/page-texts.ts'
import { rupeesOf } from '#contract/kit/amounts.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Settings } from '#contract/staff/settings.ts'

import {
  countPublished,
  countTechnologies,
  figuresByCategory,
  picturesByCategory,
  technologiesByCategory,
} from '../catalogue/figures/lookup-queries.ts'
import type { Config } from '../config.ts'
import { countBuyers } from '../orders/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { pictureAddress } from '../platform/images/variants.ts'
import { readSections, readSettings } from '../staff/settings/service.ts'
import { parseHours } from './business-hours.ts'
import { decisionFigures } from './decision-queries.ts'
import { aboutText, categoryTexts, contactText, team } from './default-texts.ts'

/** Every category in its order, with its text and the figures of its published projects. */
export async function listCategories(connection: Connection): Promise<CategorySummary[]> {
  const [figures, technologies, pictures] = await Promise.all([
    figuresByCategory(connection),
    technologiesByCategory(connection),
    picturesByCategory(connection),
  ])
  return categoryTexts.map((text) =>
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

/** The about page, with figures counted in the database. */
export async function describeCompany(connection: Connection): Promise<About> {
  const [{ aboutPage, fees }, projectsCreated, happyClients] = await Promise.all([
    readSections(connection, 'aboutPage', 'fees'),
    countPublished(connection),
    countBuyers(connection),
  ])
  const text = withPage(aboutText(fees), aboutPage)
  return { ...text, stats: { ...text.stats, projectsCreated, happyClients } }
}

/** The figures of the home page; null for one that is not counted. */
export async function homeFigures(connection: Connection): Promise<Figures> {
  const { countsProjects, countsStudents, countsTechnologies, ...words } = await readSettings(
    connection,
    'home',
  )
  const [projects, students, technologies] = await Promise.all([
    countsProjects ? countPublished(connection) : null,
    countsStudents ? countBuyers(connection) : null,
    countsTechnologies ? countTechnologies(connection) : null,
  ])
  return {
    projects,
    students,
    technologies: technologies && technologies.length,
    words: {
      projects: words.projectsText,
      students: words.studentsText,
      technologies: words.technologiesText,
    },
  }
}

/** The people named in the settings or, while nobody is named, the default text about their work. */
export async function describeTeam(connection: Connection): Promise<Team> {
  const page = await readSettings(connection, 'teamPage')
  if (Object.values(page).some((text) => text !== ''))
    return {
      leadership: parsePeople(page.leadership),
      developers: parsePeople(page.developers),
      advisors: parsePeople(page.advisors),
    }
  return team
}

/** The facts about the site that every page may need; see the contract. */
export async function describeSite(connection: Connection): Promise<Site> {
  const { identity, fees, social, tax, records, verification, help } = await readSections(
    connection,
    'identity',
    'fees',
    'social',
    'tax',
    'records',
    'verification',
    'help',
  )
  const { feeRate, commissionRate, refundDays } = fees
  return {
    operator: operatorOf(identity),
    grievanceOfficer: known(grievanceOfficerOf(identity)),
    nodalOfficer: nodalOfficerOf(identity),
    sellsAs: tax.sellsAs,
    feePercent: feeRate / 100,
    commissionPercent: commissionRate / 100,
    refundDays,
    helpDays: help.days,
    sealedDays: records.sealedDays,
    editionsStayOnSale: verification.whileChangesWait === 'on_sale',
    social: socialSiteNames
      .filter((site) => social[site] !== '')
      .map((site) => ({ site, name: socialSites[site].name, url: social[site] })),
  }
}

/** How long staff took to decide about projects lately; null while too few decisions say little. */
export async function describeDecisionTime(connection: Connection): Promise<DecisionTime | null> {
  const { decisions, medianHours } = await decisionFigures(connection, decisionTimes.days)
  if (decisions < decisionTimes.minDecisions || medianHours === null) return null
  return { decisions, medianHours }
}

/**
 * Contact details of the company. In live mode the address that our emails come from is used until staff enter another.
 */
export async function describeContact(
  connection: Connection,
  { mode, mailFrom }: Pick<Config, 'mode' | 'mailFrom'>,
): Promise<Contact> {
  const { identity, faq, hours, fees } = await readSections(connection, 'identity', 'faq', 'hours', 'fees')
  const operator = operatorOf(identity)
  const ours = mode === 'live' ? /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] : undefined
  const email = operator.email ?? ours ?? null
  return {
    ...contactText(fees),
    hours: parseHours(hours),
    hoursNote: `${hours.timeZone}. Write at any hour: messages wait for us.`,
    ...operator,
    email,
    grievanceOfficer: {
      ...grievanceOfficerOf(identity),
      email: identity.grievanceEmail || email,
      address: identity.grievanceAddress || null,
    },
    nodalOfficer: nodalOfficerOf(identity),
    ...(faq.questions && { faq: parseQuestions(faq.questions) }),
  }
}

const grievanceOfficerOf = (identity: Settings['identity']): Officer => ({
  name: identity.grievanceName || null,
  designation: identity.grievanceDesignation || null,
  phone: identity.grievancePhone || null,
  email: identity.grievanceEmail || null,
})

const nodalOfficerOf = (identity: Settings['identity']): Officer | null =>
  known({
    name: identity.nodalName || null,
    designation: identity.nodalDesignation || null,
    phone: identity.nodalPhone || null,
    email: identity.nodalEmail || null,
  })

/** An officer of whom something is known; null otherwise. */
const known = (officer: Officer): Officer | null =>
  Object.values(officer).some((value) => value !== null) ? officer : null

/** Details of the operator, from the settings that invoices are issued with. */
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

type FiguresRow = Awaited<ReturnType<typeof figuresByCategory>>[number]

/** A category with its figures, in rupees; zeros when nothing is published in it. */
function toCategory(
  text: CategoryText,
  figures: FiguresRow | undefined,
  technologies: string[] = [],
  pictures: string[] = [],
): CategorySummary {
  const { category: _, avgPrice, minPrice, maxPrice, ...counts } = figures ?? none
  return {
    ...text,
    ...counts,
    avgPrice: rupeesOf(avgPrice),
    minPrice: rupeesOf(minPrice),
    maxPrice: rupeesOf(maxPrice),
    technologies,
    thumbnails: pictures.map((id) => pictureAddress(id, '320.webp')),
  }
}

const none = { category: '', count: 0, avgPrice: 0, minPrice: 0, maxPrice: 0, avgRating: 0, reviews: 0 }

/** The text of the about page with the staff's changes. */
function withPage(text: AboutText, page: Settings['aboutPage']): AboutText {
  const icon = (entries: { icon: AboutText['values'][number]['icon'] }[], index: number) =>
    entries[index % entries.length]?.icon ?? 'badge-check'
  return {
    ...text,
    stats: {
      yearsExperience: page.yearsExperience ?? text.stats.yearsExperience,
      countriesServed: page.countriesServed ?? text.stats.countriesServed,
    },
    company: {
      mission: page.mission || text.company.mission,
      vision: page.vision || text.company.vision,
    },
    ...(page.values && {
      values: parseTitledBlocks(page.values).map((value, index) => ({
        ...value,
        icon: icon(text.values, index),
      })),
    }),
    ...(page.services && {
      services: parseServices(page.services).map((service, index) => ({
        ...service,
        icon: icon(text.services, index),
      })),
    }),
    ...(page.timeline && { timeline: parseTimeline(page.timeline) }),
  }
}
