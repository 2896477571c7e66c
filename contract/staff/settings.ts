import { sellers, type SocialSite, socialSites } from '../content/lists.ts'
import { AboutPage, Faq, SupportPages, TeamPage } from '../content/page-texts.ts'
import { defaultRates } from '../kit/amounts.ts'
import { endpoint, staff, superAdmin } from '../kit/endpoint.ts'
import { Done, line, numeric, prose, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { defaultRefundDays } from '../orders/terms.ts'
import { Identity } from './identity.ts'

const maxRate = 5000
/** Hundredths of a percent. */
const rate = (missing: string) => z.int(missing).min(0, missing).max(maxRate, missing)

const defaultReviewPercent = 25

/**
 * The terms of later purchases: the fee, the commission out of it, the days in which money can be refunded, and what
 * must be paid for a review to count.
 */
const Fees = z
  .object({
    feeRate: rate('Enter a fee from 0 to 50 %'),
    commissionRate: rate('Enter a commission from 0 to 50 %'),
    refundDays: z.int('Enter the days').min(1, 'At least 1 day').max(90, 'At most 90 days'),
    /** The part of the list price in percent from which on a buyer's review counts in the average. */
    reviewPercent: z
      .int('Enter whole percent')
      .min(0, 'Enter 0 to 100 %')
      .max(100, 'Enter 0 to 100 %')
      .default(defaultReviewPercent),
  })
  .refine(({ feeRate, commissionRate }) => commissionRate <= feeRate, {
    path: ['commissionRate'],
    error: 'It is paid out of the fee: at most as much as that',
  })

/** An https address at one of the site's hosts or their subdomains, or an empty text. */
const accountAt = (site: SocialSite) => {
  const { name, hosts } = socialSites[site]
  return text(300)
    .trim()
    .refine(
      (link) => link === '' || isAt(link, hosts),
      `Enter the address of your ${name} account, beginning with https://`,
    )
}

function isAt(link: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(link) || /[\s\p{Cc}\p{Cs}]/u.test(link)) return false
  const { protocol, hostname, pathname, username, port } = new URL(link)
  if (protocol !== 'https:' || username || port || pathname === '/') return false
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Our own social accounts, shown at the foot of every page; an empty one is not shown. */
const Social = z.object({
  instagram: accountAt('instagram'),
  youtube: accountAt('youtube'),
  linkedin: accountAt('linkedin'),
  x: accountAt('x'),
  github: accountAt('github'),
  facebook: accountAt('facebook'),
  telegram: accountAt('telegram'),
  whatsapp: accountAt('whatsapp'),
})

/**
 * The exemption in rupees a year for a person or Hindu undivided family with PAN, by section 393(1) of the Income-tax
 * Act, 2025.
 */
const defaultExemption = 500_000

/** Hundredths of a percent. */
const BasisPoints = z.int('Enter a rate').min(0, 'Enter a rate').max(10_000, 'At most 100%')

/** The tax withheld from owners' earnings; `section` names the law on statements. */
const Withholding = z.object({ on: z.boolean(), basisPoints: BasisPoints, section: line(100) })

const series = text(10)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter 2 letters')

/** How sales are taxed and numbered. */
const Tax = z
  .object({
    sellsAs: z.enum(sellers, { error: 'Choose who sells' }).default('own_name'),
    registered: z.boolean(),
    /** The services accounting code: 998434, software downloads. */
    sac: text(10)
      .trim()
      .regex(/^99\d{4}$/, 'A SAC has 6 digits and begins with 99'),
    /** Included in every price: buyers pay the price they see. */
    ratePercent: z
      .number('Enter a rate')
      .min(0, 'Enter a rate')
      .max(40, 'At most 40%')
      .multipleOf(0.25, 'Enter a rate in steps of 0.25'),
    /** Whether the tax on an invoice is rounded to whole rupees. */
    roundsToRupee: z.boolean(),
    /**
     * The prefixes of the numbers of invoices and credit notes: with two letters a number has at most 16 characters.
     */
    invoicePrefix: series,
    creditNotePrefix: series,
    /** The tax collected by a marketplace on supplies of registered owners. */
    tcs: Withholding,
    /** The tax deducted by a marketplace from payments to owners. */
    tds: Withholding.extend({
      basisPointsWithoutPan: BasisPoints,
      /**
       * An owner's sales in a financial year, in rupees, up to which nothing is deducted from persons and families with
       * a PAN; 0 for no such limit.
       */
      exemptUpTo: z
        .int('Enter whole rupees')
        .min(0, 'Enter whole rupees')
        .max(1_000_000_000, 'At most ₹1,00,00,00,000')
        .default(defaultExemption),
    }),
  })
  .refine(({ invoicePrefix, creditNotePrefix }) => invoicePrefix !== creditNotePrefix, {
    path: ['creditNotePrefix'],
    error: 'Credit notes need a prefix of their own',
  })

const Figure = line(12).min(1, 'Enter the words')

/** Which figures of the home page are counted, and the words of staff's own for the others. */
const Home = z.object({
  countsProjects: z.boolean(),
  countsStudents: z.boolean(),
  countsTechnologies: z.boolean(),
  projectsText: Figure.default('500+'),
  studentsText: Figure.default('2000+'),
  technologiesText: Figure.default('50+'),
})

/** The business hours, one line for each: days, a colon, and the time. */
const Hours = z.object({
  lines: prose(500).refine(
    (text) => text.split('\n').every((entry) => /^[^:]+: *\S/.test(entry)) && text.split('\n').length <= 7,
    'One line for each: the days, a colon, and the time',
  ),
  timeZone: line(40).min(1, 'Name the time zone'),
})

/** How long sealed copies of what was taken down or deleted are kept, in days; 0 for none. */
const Records = z.object({
  sealedDays: z.int('Enter the days').min(0, 'At least 0 days').max(1100, 'At most 1,100 days'),
})

/** The rules of sign-up. */
const SignUp = z.object({
  /** Domains of disposable emails, one a line: nobody signs up with them or with a subdomain of one. */
  blockedDomains: text(50_000)
    .overwrite((typed) => [...new Set(domainsIn(typed))].toSorted().join('\n'))
    .superRefine((domains, context) => {
      const wrong = domainsIn(domains).find((domain) => domain.length > 253 || !isDomain.test(domain))
      const message = `${wrong?.slice(0, 60)} is not a domain such as example.com`
      if (wrong) context.addIssue({ code: 'custom', message })
    }),
})

/** Splits a text into domains: normalized, without what people write before one (@, *.) or behind it. */
const domainsIn = (typed: string) =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^(?:@|\*?\.)+/, '').replace(/\.$/, ''))
    .filter(Boolean)
const isDomain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

/** The settings of staff, by section. */
export const settingsSections = {
  identity: Identity,
  tax: Tax.register(schemaNames, { id: 'Tax' }),
  fees: Fees.register(schemaNames, { id: 'Fees' }),
  home: Home.register(schemaNames, { id: 'Home' }),
  aboutPage: AboutPage,
  teamPage: TeamPage,
  faq: Faq,
  hours: Hours,
  supportPages: SupportPages,
  social: Social.register(schemaNames, { id: 'Social' }),
  signUp: SignUp.register(schemaNames, { id: 'SignUp' }),
  records: Records,
}
export type SettingsSection = keyof typeof settingsSections
export type Settings = { [S in SettingsSection]: z.infer<(typeof settingsSections)[S]> }

/** The settings until staff change them. */
export const settingsDefaults: Settings = {
  identity: {
    legalName: '',
    tradeName: 'Readymade',
    address: '',
    state: '',
    pin: '',
    gstin: '',
    email: '',
    phone: '',
    supportEmail: '',
    grievanceName: '',
    grievanceDesignation: '',
    grievancePhone: '',
    grievanceEmail: '',
    grievanceAddress: '',
    nodalName: '',
    nodalDesignation: '',
    nodalPhone: '',
    nodalEmail: '',
  },
  tax: {
    sellsAs: 'own_name',
    registered: false,
    sac: '998434',
    ratePercent: 18,
    roundsToRupee: false,
    invoicePrefix: 'RM',
    creditNotePrefix: 'RC',
    tcs: { on: false, basisPoints: 50, section: 'Section 52, CGST Act' },
    tds: {
      on: false,
      basisPoints: 10,
      basisPointsWithoutPan: 500,
      section: 'Section 393(1), Income-tax Act, 2025',
      exemptUpTo: defaultExemption,
    },
  },
  fees: { ...defaultRates, refundDays: defaultRefundDays, reviewPercent: defaultReviewPercent },
  home: {
    countsProjects: true,
    countsStudents: true,
    countsTechnologies: true,
    projectsText: '500+',
    studentsText: '2000+',
    technologiesText: '50+',
  },
  aboutPage: {
    mission: '',
    vision: '',
    yearsExperience: null,
    countriesServed: null,
    values: '',
    services: '',
    timeline: '',
  },
  teamPage: { leadership: '', developers: '', advisors: '' },
  faq: { questions: '' },
  // The specified hours.
  hours: { lines: 'Mon-Fri: 9 AM - 6 PM\nSaturday: 10 AM - 4 PM\nSunday: Closed', timeZone: 'Pacific time' },
  supportPages: { documentation: '', help: '', privacy: '', terms: '', cookies: '' },
  social: {
    instagram: '',
    youtube: '',
    linkedin: '',
    x: '',
    github: '',
    facebook: '',
    telegram: '',
    whatsapp: '',
  },
  signUp: { blockedDomains: '' },
  records: { sealedDays: 180 },
}

/** A section with its version, 0 for the defaults, and who changed it last. */
const withChange = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, version: z.int(), changedAt: z.string().nullable(), changedBy: z.string().nullable() })
export type StoredSettings<S extends SettingsSection> = {
  value: Settings[S]
  version: number
  changedAt: string | null
  changedBy: string | null
}
export type AllSettings = { [S in SettingsSection]: StoredSettings<S> }
export const AllSettings = z.object({
  identity: withChange(Identity),
  tax: withChange(Tax),
  fees: withChange(Fees),
  home: withChange(Home),
  aboutPage: withChange(AboutPage),
  teamPage: withChange(TeamPage),
  faq: withChange(Faq),
  hours: withChange(Hours),
  supportPages: withChange(SupportPages),
  social: withChange(Social),
  signUp: withChange(SignUp),
  records: withChange(Records),
})
schemaNames.add(AllSettings, { id: 'AllSettings' })

/** The version that was edited, so that changes saved meanwhile are not overwritten. */
const Edited = z.object({ version: numeric.pipe(z.int('Say which version was edited').min(0)) })

/** Creates the endpoint that saves a section. A text of it may take six bytes for each character. */
const set = <
  const Name extends SettingsSection,
  Body extends z.ZodType,
  Access extends typeof staff | typeof superAdmin = typeof staff,
>(
  name: Name,
  body: Body,
  summary: string,
  access = staff as unknown as Access,
) =>
  endpoint({
    method: 'PUT',
    path: `/admin/settings/${name}`,
    summary,
    access,
    problems: ['conflict'],
    query: Edited,
    body,
    bodyLimit: 1280 * 1024,
    reply: Done,
  })

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/admin/settings',
    summary: 'What staff have set, by section, and who changed it last.',
    access: staff,
    reply: Done.extend({
      settings: AllSettings,
      /** Whether acts on money take two members of staff; not while only one of them can sign in. */
      needsSecondPerson: z.boolean(),
    }),
  }),
  identity: set(
    'identity',
    Identity,
    'Sets who runs the marketplace: invoices, the foot of every page, the contact and support pages name it. Invoices that were issued keep what stands on them.',
    superAdmin,
  ),
  tax: set(
    'tax',
    Tax,
    'Sets who sells, and how later sales are taxed and numbered. Registered for GST asks for a GSTIN and an address, a marketplace for a GSTIN; TCS and TDS are for a marketplace alone.',
    superAdmin,
  ),
  fees: set(
    'fees',
    Fees,
    'Sets the fee, the commission and the refund days of later purchases. What was bought keeps its own.',
    superAdmin,
  ),
  home: set(
    'home',
    Home,
    'Sets which figures of the home page are counted, and the words for the others. Until it is set, all are counted.',
  ),
  aboutPage: set('aboutPage', AboutPage, 'Sets what the about page says. What is empty is as built in.'),
  teamPage: set('teamPage', TeamPage, 'Sets who is named on the about page. Empty, it is as built in.'),
  faq: set('faq', Faq, 'Sets the frequent questions of the contact page. Empty, they are as built in.'),
  hours: set('hours', Hours, 'Sets the business hours and their time zone, on the contact page.'),
  records: set(
    'records',
    Records,
    'Sets for how many days sealed copies of what is taken down or deleted from now on are kept.',
    superAdmin,
  ),
  supportPages: set(
    'supportPages',
    SupportPages,
    'Sets the support pages, in Markdown. An empty one is as built in.',
  ),
  social: set('social', Social, "Sets the shop's own accounts elsewhere, shown at the foot of every page."),
  signUp: set('signUp', SignUp, 'Sets which domains nobody signs up with. Who has an account keeps it.'),
  testMail: endpoint({
    method: 'POST',
    path: '/admin/settings/test-mail',
    summary: 'Sends a mail to the caller and says what the mail server answered.',
    access: staff,
    limit: { requests: 10, seconds: 600, protects: 'people' },
    reply: Done.extend({ message: z.string() }),
  }),
}

/** The titles of the sections of the settings, on their page and in the audit log; Featured is stored elsewhere. */
export const settingsTitles: Record<SettingsSection | 'featured', string> = {
  identity: 'Identity',
  tax: 'Tax',
  fees: 'Fees',
  home: 'Home',
  aboutPage: 'About',
  teamPage: 'Team',
  faq: 'FAQ',
  hours: 'Hours',
  supportPages: 'Support pages',
  social: 'Social links',
  signUp: 'Sign-up',
  records: 'Records',
  featured: 'Featured',
}
