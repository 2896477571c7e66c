import { usualRates } from '../amounts.ts'
import { type SocialSite, socialSites } from '../content/lists.ts'
import { AboutPage, Faq, SupportPages, TeamPage } from '../content/page-texts.ts'
import { endpoint, staff } from '../endpoint.ts'
import { Done, Email, line, numeric, prose, text } from '../fields.ts'
import { isGstin, stateCodes, states } from '../money/tax-ids.ts'
import { usualRefundDays } from '../orders/terms.ts'
import { z } from '../zod.ts'

const maxRate = 5000
/** Hundredths of a percent. */
const rate = (missing: string) => z.int(missing).min(0, missing).max(maxRate, missing)

/** What later purchases are sold under: the fee, the commission out of it, and for how many days money is given back. */
export const Fees = z
  .object({
    feeRate: rate('Enter a fee from 0 to 50 %'),
    commissionRate: rate('Enter a commission from 0 to 50 %'),
    refundDays: z.int('Enter the days').min(1, 'At least 1 day').max(90, 'At most 90 days'),
  })
  .refine(({ feeRate, commissionRate }) => commissionRate <= feeRate, {
    path: ['commissionRate'],
    error: 'It is paid out of the fee: at most as much as that',
  })

/** An https address at one of these hosts or below them, or nothing. */
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

/** Our own accounts elsewhere, shown at the foot of every page; an empty one is not shown. */
export const Social = z.object({
  instagram: accountAt('instagram'),
  youtube: accountAt('youtube'),
  linkedin: accountAt('linkedin'),
  x: accountAt('x'),
  github: accountAt('github'),
  facebook: accountAt('facebook'),
  telegram: accountAt('telegram'),
  whatsapp: accountAt('whatsapp'),
})

/** An email, or nothing. */
const OptionalEmail = text(254)
  .trim()
  .refine((email) => email === '' || Email.safeParse(email).success, 'Please enter a valid email address')

/** Who runs the marketplace, as invoices and every page name it. What is empty is not known yet, and shown nowhere. */
export const Identity = z
  .object({
    legalName: line(200),
    tradeName: line(100).min(1, 'Enter the name that people know'),
    address: prose(300).refine((address) => address.split('\n').length <= 5, 'At most 5 lines'),
    state: z.enum(['', ...states], { error: 'Choose a State' }),
    pin: text(20)
      .trim()
      .regex(/^([1-9]\d{5})?$/, 'A PIN has 6 digits'),
    gstin: text(40)
      .trim()
      .toUpperCase()
      .refine((gstin) => gstin === '' || isGstin(gstin), 'This is not a GSTIN: check each letter and digit'),
    email: OptionalEmail,
    phone: line(40),
    /** Where buyers write to. */
    supportEmail: OptionalEmail,
    /** Rule 3(2) of the IT Rules, 2021: who decides complaints, and where. */
    grievanceName: line(100),
    grievanceEmail: OptionalEmail,
    grievanceAddress: prose(300),
  })
  .refine(({ gstin, state }) => gstin === '' || state !== '', {
    path: ['state'],
    error: 'Choose the State of the GSTIN',
  })
  .refine(
    ({ gstin, state }) => !isGstin(gstin) || state === '' || gstin.startsWith(stateCodes[state] ?? '?'),
    {
      path: ['state'],
      error: 'The GSTIN begins with the code of another State',
    },
  )

/** Section 194-O of the Income-tax Act: of a person or Hindu undivided family with PAN, in rupees a year. */
const usualExemption = 500_000

/** Hundredths of a percent. */
const BasisPoints = z.int('Enter a rate').min(0, 'Enter a rate').max(10_000, 'At most 100%')

/** What is kept back from owners' earnings for the tax office; `section` names the law on statements. */
const Withholding = z.object({ on: z.boolean(), basisPoints: BasisPoints, section: line(100) })

const series = text(10)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter 2 letters')

/** How sales are taxed and numbered. */
export const Tax = z
  .object({
    registered: z.boolean(),
    /** The code of what is sold: 998434, software downloads. */
    sac: text(10)
      .trim()
      .regex(/^99\d{4}$/, 'A SAC has 6 digits and begins with 99'),
    /** Contained in every price: what a buyer is shown is what they pay. */
    ratePercent: z
      .number('Enter a rate')
      .min(0, 'Enter a rate')
      .max(40, 'At most 40%')
      .multipleOf(0.25, 'Enter a rate in steps of 0.25'),
    /** Whether the tax on an invoice is rounded to whole rupees. */
    roundsToRupee: z.boolean(),
    /** What the numbers of invoices and of credit notes begin with: with two letters a number has at most 16 characters. */
    invoicePrefix: series,
    creditNotePrefix: series,
    /** Collected by a marketplace on supplies of registered owners. */
    tcs: Withholding,
    /** Deducted by a marketplace from what it pays to owners. */
    tds: Withholding.extend({
      basisPointsWithoutPan: BasisPoints,
      /** Rupees of an owner's sales in a financial year up to which nothing is deducted from persons and families with a PAN; 0 for no such limit. */
      exemptUpTo: z
        .int('Enter whole rupees')
        .min(0, 'Enter whole rupees')
        .max(1_000_000_000, 'At most ₹1,00,00,00,000')
        .default(usualExemption),
    }),
  })
  .refine(({ invoicePrefix, creditNotePrefix }) => invoicePrefix !== creditNotePrefix, {
    path: ['creditNotePrefix'],
    error: 'Credit notes need a prefix of their own',
  })

/** Which figures of home's strip are counted; the others stand as promised: 500+, 2000+, 50+. */
export const Home = z.object({
  countsProjects: z.boolean(),
  countsStudents: z.boolean(),
  countsTechnologies: z.boolean(),
})

/** Who may sign up. */
export const SignUp = z.object({
  /** Domains of throwaway mailboxes, one a line: nobody signs up with them or with a domain below one of them. */
  blockedDomains: text(50_000)
    .overwrite((typed) => [...new Set(domainsIn(typed))].toSorted().join('\n'))
    .superRefine((domains, context) => {
      const wrong = domainsIn(domains).find((domain) => domain.length > 253 || !isDomain.test(domain))
      if (wrong)
        context.addIssue({
          code: 'custom',
          message: `${wrong.slice(0, 60)} is not a domain such as example.com`,
        })
    }),
})

/** Words of a text as domains: folded, without what people write before one (@, *.) or behind it. */
const domainsIn = (typed: string) =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^(?:@|\*?\.)+/, '').replace(/\.$/, ''))
    .filter(Boolean)
const isDomain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

/** What staff can set, by section. */
export const settingsSections = {
  identity: Identity,
  tax: Tax,
  fees: Fees,
  home: Home,
  aboutPage: AboutPage,
  teamPage: TeamPage,
  faq: Faq,
  supportPages: SupportPages,
  social: Social,
  signUp: SignUp,
}
export type SettingsSection = keyof typeof settingsSections
export type Settings = { [S in SettingsSection]: z.infer<(typeof settingsSections)[S]> }

/** What holds until staff set something else. */
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
    grievanceEmail: '',
    grievanceAddress: '',
  },
  tax: {
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
      section: 'Section 194-O, Income-tax Act',
      exemptUpTo: usualExemption,
    },
  },
  fees: { ...usualRates, refundDays: usualRefundDays },
  home: { countsProjects: false, countsStudents: false, countsTechnologies: false },
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
}

/** A section with its version, 0 while the defaults hold, and who changed it last. */
const kept = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, version: z.int(), changedAt: z.string().nullable(), changedBy: z.string().nullable() })
export type KeptSettings<S extends SettingsSection> = {
  value: Settings[S]
  version: number
  changedAt: string | null
  changedBy: string | null
}
export type AllSettings = { [S in SettingsSection]: KeptSettings<S> }
export const AllSettings = z.object({
  identity: kept(Identity),
  tax: kept(Tax),
  fees: kept(Fees),
  home: kept(Home),
  aboutPage: kept(AboutPage),
  teamPage: kept(TeamPage),
  faq: kept(Faq),
  supportPages: kept(SupportPages),
  social: kept(Social),
  signUp: kept(SignUp),
})

/** The version that was edited: what somebody else has saved meanwhile is not overwritten. */
const Edited = z.object({ version: numeric.pipe(z.int('Say which version was edited').min(0)) })

/** The endpoint that sets a section. A text of it may be written as six bytes for each character. */
const set = <const Name extends SettingsSection, Body extends z.ZodType>(
  name: Name,
  body: Body,
  summary: string,
) =>
  endpoint({
    method: 'PUT',
    path: `/admin/settings/${name}`,
    summary,
    access: staff,
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
    reply: Done.extend({ settings: AllSettings }),
  }),
  identity: set(
    'identity',
    Identity,
    'Sets who runs the marketplace: invoices, the foot of every page, the contact and support pages name it. Invoices that were issued keep what stands on them.',
  ),
  tax: set(
    'tax',
    Tax,
    'Sets how later sales are taxed and numbered. Registered for GST asks for a GSTIN and an address.',
  ),
  fees: set(
    'fees',
    Fees,
    'Sets the fee, the commission and the refund days of later purchases. What was bought keeps its own.',
  ),
  home: set(
    'home',
    Home,
    'Sets which figures of the home page are counted. Until it is set, a demo counts them all.',
  ),
  aboutPage: set('aboutPage', AboutPage, 'Sets what the about page says. What is empty is as built in.'),
  teamPage: set('teamPage', TeamPage, 'Sets who is named on the about page. Empty, it is as built in.'),
  faq: set('faq', Faq, 'Sets the frequent questions of the contact page. Empty, they are as built in.'),
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
    limit: { requests: 10, seconds: 600 },
    reply: Done.extend({ message: z.string() }),
  }),
}

/** What the sections of the settings are called, on their page and in the audit log; Featured is kept elsewhere. */
export const settingsTitles: Record<SettingsSection | 'featured', string> = {
  identity: 'Identity',
  tax: 'Tax',
  fees: 'Fees',
  home: 'Home',
  aboutPage: 'About',
  teamPage: 'Team',
  faq: 'FAQ',
  supportPages: 'Support pages',
  social: 'Social links',
  signUp: 'Sign-up',
  featured: 'Featured',
}
