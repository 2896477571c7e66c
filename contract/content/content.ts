import { endpoint } from '../kit/endpoint.ts'
import { Done, line, prose, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { icons, layers, sellers, socialSiteNames } from './lists.ts'

export const Icon = z.enum(icons)
export type Icon = z.infer<typeof Icon>

const Line = line(300).min(1)
const Paragraph = prose(2000).min(1)
// These schemas validate answers as well as stored values, so they transform nothing.
const lines = (maxEntries: number, max: number) => z.array(line(max).min(1)).max(maxEntries)
const Link = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullable()

/** The texts about the company. */
export const AboutText = z.object({
  stats: z.object({ yearsExperience: z.int().min(0), countriesServed: z.int().min(0) }),
  company: z.object({ mission: Paragraph, vision: Paragraph }),
  values: z.array(z.object({ icon: Icon, title: Line, description: Paragraph })),
  services: z.array(z.object({ icon: Icon, title: Line, description: Paragraph, features: lines(8, 120) })),
  technologies: z.array(z.object({ category: z.enum(layers), icon: Icon, name: Line })),
  timeline: z.array(z.object({ year: Line, title: Line, description: Paragraph })),
})
export type AboutText = z.infer<typeof AboutText>

/** The texts about the company with two counts: published projects, and members with a completed order. */
export const About = AboutText.extend({
  stats: AboutText.shape.stats.extend({ projectsCreated: z.int(), happyClients: z.int() }),
})
schemaNames.add(About, { id: 'About' })
export type About = z.infer<typeof About>

export const TeamMember = z.object({
  name: Line,
  role: Line,
  bio: Paragraph,
  skills: lines(12, 40),
  linkedin: Link,
  github: Link,
})
schemaNames.add(TeamMember, { id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>
export const Team = z.object({
  leadership: z.array(TeamMember),
  developers: z.array(TeamMember),
  advisors: z.array(TeamMember),
})
export type Team = z.infer<typeof Team>

/** The operator of the marketplace and their contact data, as set by staff; a null field is unknown and not shown. */
export const Operator = z.object({
  legalName: z.string().nullable(),
  /** The lines of the address, State and PIN last. */
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
schemaNames.add(Operator, { id: 'Operator' })
export type Operator = z.infer<typeof Operator>

/** An officer whom the law asks to be named, as far as they are known. */
const Officer = z.object({
  name: z.string().nullable(),
  designation: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type Officer = z.infer<typeof Officer>

/** The opening hours and frequent questions. */
export const ContactText = z.object({
  /** `inIndia`: the same hours by the clocks of India today; null where they are the same or not known. */
  hours: z.array(z.object({ days: Line, time: Line, inIndia: Line.nullable() })),
  hoursNote: Line,
  faq: z.array(z.object({ question: Line, answer: Paragraph })),
})
export type ContactText = z.infer<typeof ContactText>

export const Contact = ContactText.extend({
  ...Operator.shape,
  /** The officers that the Consumer Protection (E-Commerce) Rules, 2020 require; a nodal one only of a company. */
  grievanceOfficer: Officer.extend({ address: z.string().nullable() }),
  nodalOfficer: Officer.nullable(),
})
schemaNames.add(Contact, { id: 'ContactPage' })
export type Contact = z.infer<typeof Contact>

/** A counted figure, or null when the page shows the words of staff instead. */
const Figure = z.int().nullable()
const Figures = z.object({
  projects: Figure,
  students: Figure,
  technologies: Figure,
  words: z.object({ projects: z.string(), students: z.string(), technologies: z.string() }),
})
export type Figures = z.infer<typeof Figures>

/**
 * The facts that every page may need: the operator, the current terms of purchases in percent and days, and our social
 * accounts.
 */
export const Site = z.object({
  operator: Operator,
  /** Who takes complaints, when the settings name somebody. */
  grievanceOfficer: Officer.nullable(),
  nodalOfficer: Officer.nullable(),
  /** Who sells to the buyer: the operator in its own name, or each owner on a marketplace. */
  sellsAs: z.enum(sellers),
  feePercent: z.number(),
  commissionPercent: z.number(),
  refundDays: z.int(),
  /** The days after a purchase in which its buyer can ask for help. */
  helpDays: z.int(),
  /** How long sealed copies of what was taken down or deleted are kept; 0 when none is made. */
  sealedDays: z.int(),
  /** Whether what staff approved of a project stays on sale while a change of it waits for them. */
  editionsStayOnSale: z.boolean(),
  social: z.array(
    z.object({ site: z.enum(socialSiteNames), name: z.string(), url: z.url({ protocol: /^https$/ }) }),
  ),
})
schemaNames.add(Site, { id: 'Site' })
export type Site = z.infer<typeof Site>

/** The days whose decisions about projects are counted, and the fewest of them from which their time is told. */
export const decisionTimes = { days: 30, minDecisions: 20 } as const

/** How long staff took to decide about projects in the last days. */
export const DecisionTime = z.object({
  decisions: z.int(),
  /** The median of the times that the projects had waited, in whole hours, rounded up. */
  medianHours: z.int(),
})
schemaNames.add(DecisionTime, { id: 'DecisionTime' })
export type DecisionTime = z.infer<typeof DecisionTime>

/** A support page written by staff, its sections as safe HTML. */
export const StaffsPage = z.object({
  sections: z.array(z.object({ title: z.string(), html: z.string() })),
  changedAt: z.string(),
})
schemaNames.add(StaffsPage, { id: 'SupportPage' })
export type StaffsPage = z.infer<typeof StaffsPage>

export const content = {
  about: endpoint({
    method: 'GET',
    path: '/about',
    failure: 'Failed to load about information',
    summary: 'About the company, with counts of what is published and of who bought.',
    access: 'anyone',
    reply: Done.extend({ about: About }),
  }),
  team: endpoint({
    method: 'GET',
    path: '/about/team',
    failure: 'Failed to load about information',
    summary: 'The people behind the shop, in three groups.',
    access: 'anyone',
    reply: Done.extend({ team: Team }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/content/figures',
    summary:
      'The figures of the home page: what is published, and who bought. Null for what the settings do not count.',
    access: 'anyone',
    reply: Done.extend({ figures: Figures }),
  }),
  site: endpoint({
    method: 'GET',
    path: '/content/site',
    summary:
      "Who runs the shop, the fee, the commission and the refund days of purchases made now, and the shop's accounts elsewhere.",
    access: 'anyone',
    reply: Done.extend({ site: Site }),
  }),
  decisionTime: endpoint({
    method: 'GET',
    path: '/content/decision-time',
    summary: `How long projects waited for a decision of staff in the last ${decisionTimes.days} days; null while there were fewer than ${decisionTimes.minDecisions} decisions.`,
    access: 'anyone',
    reply: Done.extend({ decisionTime: DecisionTime.nullable() }),
  }),
  support: endpoint({
    method: 'GET',
    path: '/content/support/:page',
    summary: 'A support page as staff have written it; null while the one that is built in holds.',
    access: 'anyone',
    params: z.object({ page: text(40) }),
    reply: Done.extend({ page: StaffsPage.nullable() }),
  }),
  contact: endpoint({
    method: 'GET',
    path: '/content/contact',
    summary: 'Who runs the shop and how to reach it: addresses, hours, frequent questions.',
    access: 'anyone',
    reply: Done.extend({ contact: Contact }),
  }),
}
