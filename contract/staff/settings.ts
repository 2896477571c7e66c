import { sellers, type SocialSite, socialSiteNames, socialSites } from '../content/lists.ts'
import {
  PeopleText,
  QuestionsText,
  ServicesText,
  SupportPageText,
  TimelineText,
  ValuesText,
} from '../content/page-texts.ts'
import { defaultRates } from '../kit/amounts.ts'
import { staff, superAdmin } from '../kit/endpoint.ts'
import { line, prose } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'
import { defaultRefundDays } from '../orders/terms.ts'
import { identity } from './identity.ts'
import {
  accountAt,
  BasisPoints,
  Count,
  Domains,
  Figure,
  HoursText,
  Prefix,
  rate,
  Sac,
  TaxPercent,
  WholePercent,
  YearlySales,
} from './setting-schemas.ts'
import { group, pluck, section, setting } from './setting.ts'

/** What happens to the edition on sale while a change of it waits. */
const whileChangesWait = ['off_sale', 'on_sale'] as const

const onlyLater = 'For sales from now on; earlier ones keep what they had.'

/** A text in place of one that is built in, while it is not empty. */
const pageText = (label: string, schema: z.ZodString, entry: { hint?: string; placeholder?: string } = {}) =>
  setting(label, schema, '', { ...entry, input: 'pageText' })

const nobody = { placeholder: 'Nobody is named' }

const account = (site: SocialSite) =>
  setting(socialSites[site].name, accountAt(site), '', {
    input: 'url',
    placeholder: `https://${socialSites[site].hosts[0]}/…`,
  })

/** The settings of staff, by section, in the order of their page. */
export const settingsTable = {
  identity,
  tax: section(
    {
      title: 'Tax',
      summary:
        'Sets who sells, and how later sales are taxed and numbered. Registered for GST asks for a GSTIN and an address, a marketplace for a GSTIN; TCS and TDS are for a marketplace alone.',
      lead: 'Who sells, and how later sales are taxed and numbered. Prices contain the tax: what a buyer is shown is what they pay.',
      access: superAdmin,
    },
    {
      sellsAs: setting(
        'Who sells to the buyer?',
        z.enum(sellers, { error: 'Choose who sells' }).default('own_name'),
        'own_name',
        {
          input: 'radios',
          options: [
            {
              value: 'own_name',
              label: 'We do, in our own name',
              hint: 'Owners license us to sell copies and earn a share. No TCS and no TDS under section 393(1).',
            },
            {
              value: 'marketplace',
              label: 'Each owner does, on our marketplace',
              hint: 'We need a GSTIN whatever we sell. Receipts name the owner as the seller.',
            },
          ],
        },
      ),
      registered: setting('Registered for GST', z.boolean(), false, {
        heading: 'GST',
        hint: 'Buyers get tax invoices. Without it they get receipts that say so.',
      }),
      sac: setting('SAC', Sac, '998434', { hint: '998434: software downloads', input: 'digits' }),
      // Included in every price: buyers pay the price they see.
      ratePercent: setting('Rate in %', TaxPercent, 18, { hint: 'CGST and SGST half each, or IGST' }),
      roundsToRupee: setting('Round the tax on each invoice to whole rupees', z.boolean(), false, {
        hint: 'The total stays what was paid.',
      }),
      invoicePrefix: setting('Invoices and receipts begin with', Prefix, 'RM', {
        heading: 'Numbers',
        hint: 'RM/26-27/000123',
        input: 'code',
      }),
      creditNotePrefix: setting('Credit notes begin with', Prefix, 'RC', {
        hint: 'RC/26-27/000045',
        input: 'code',
      }),
      // The tax collected by a marketplace on supplies of registered owners.
      tcs: group('TCS, on sales of registered owners', {
        on: setting('Collect TCS', z.boolean(), false, { hint: onlyLater }),
        basisPoints: setting('TCS in %', BasisPoints, 50, { input: 'percent' }),
        section: setting('TCS under section', line(100), 'Section 52, CGST Act'),
      }),
      // The tax deducted by a marketplace from payments to owners.
      tds: group(
        'TDS, on what owners earn',
        {
          on: setting('Deduct TDS', z.boolean(), false, { hint: onlyLater }),
          basisPoints: setting('TDS in %', BasisPoints, 10, { input: 'percent' }),
          section: setting('TDS under section', line(100), 'Section 393(1), Income-tax Act, 2025', {
            hint: 'The section of the law',
          }),
          basisPointsWithoutPan: setting('Without PAN in %', BasisPoints, 500, { input: 'percent' }),
          // The exemption for a person or Hindu undivided family with PAN, by the same section.
          exemptUpTo: setting('No TDS up to ₹ a year', YearlySales.default(500_000), 500_000, {
            hint: 'Persons with a PAN; 0: TDS from the first rupee',
          }),
        },
        ['on', 'basisPoints', 'basisPointsWithoutPan', 'exemptUpTo'],
      ),
    },
    (schema) =>
      schema.refine(({ invoicePrefix, creditNotePrefix }) => invoicePrefix !== creditNotePrefix, {
        path: ['creditNotePrefix'],
        error: 'Credit notes need a prefix of their own',
      }),
  ),
  fees: section(
    {
      title: 'Fees',
      summary:
        'Sets the fee, the commission and the refund days of later purchases. What was bought keeps its own.',
      lead: 'What holds for purchases from now on. What was bought before keeps the fee, the commission and the refund days it was bought under.',
      access: superAdmin,
    },
    {
      feeRate: setting('Fee in %', rate('Enter a fee from 0 to 50 %'), defaultRates.feeRate, {
        hint: 'Kept of every price',
        input: 'percent',
      }),
      commissionRate: setting(
        'Commission in %',
        rate('Enter a commission from 0 to 50 %'),
        defaultRates.commissionRate,
        { hint: 'Of the price, paid out of the fee', input: 'percent' },
      ),
      refundDays: setting(
        'Refund days',
        z.int('Enter the days').min(1, 'At least 1 day').max(90, 'At most 90 days'),
        defaultRefundDays,
        { hint: 'To ask for the money back' },
      ),
      reviewPercent: setting('Reviews count from, in %', WholePercent.default(25), 25, {
        hint: 'Of the list price; who paid less is shown and does not count',
      }),
    },
    (schema) =>
      schema.refine(({ feeRate, commissionRate }) => commissionRate <= feeRate, {
        path: ['commissionRate'],
        error: 'It is paid out of the fee: at most as much as that',
      }),
  ),
  help: section(
    {
      title: 'Help',
      summary:
        'Sets for how many days after a purchase its buyer can ask for help. Requests that were opened keep their days.',
      lead: 'Buyers of a paid order can ask for help on its page. The owner answers where the label promises installation help, our staff otherwise.',
      access: superAdmin,
    },
    {
      days: setting(
        'Days for help',
        z.int('Enter the days').min(1, 'At least 1 day').max(90, 'At most 90 days').default(30),
        30,
        { hint: 'Counted from the purchase; then the messages can only be read' },
      ),
    },
  ),
  home: section(
    {
      title: 'Home',
      summary:
        'Sets which figures of the home page are counted, and the words for the others. Until it is set, all are counted.',
      lead: 'The strip of figures on the home page. Counted figures are always true. Words of your own must be true too: who promises more than there is may be fined (section 21, Consumer Protection Act).',
      access: staff,
      order: ['countsProjects', 'projectsText', 'countsStudents', 'studentsText'],
    },
    {
      countsProjects: setting('Count the projects', z.boolean(), true, { hint: 'Those listed now' }),
      countsStudents: setting('Count the students', z.boolean(), true, {
        hint: 'Members with a completed order',
      }),
      countsTechnologies: setting('Count the technologies', z.boolean(), true, {
        hint: 'Those of projects listed now',
      }),
      projectsText: setting('Projects, when not counted', Figure.default('500+'), '500+'),
      studentsText: setting('Students, when not counted', Figure.default('2000+'), '2000+'),
      technologiesText: setting('Technologies, when not counted', Figure.default('50+'), '50+'),
    },
  ),
  aboutPage: section(
    {
      title: 'About',
      summary: 'Sets what the about page says. What is empty is as built in.',
      lead: 'The about page. What is empty here says what is built in. In the lists below, leave an empty line between entries.',
      access: staff,
    },
    {
      mission: pageText('Mission', prose(2000)),
      vision: pageText('Vision', prose(2000)),
      yearsExperience: setting('Years of experience', Count, null, { input: 'number' }),
      countriesServed: setting('Countries served', Count, null, { input: 'number' }),
      values: pageText('What we stand for', ValuesText, { hint: 'A title on one line, its text below it' }),
      services: pageText('What we do', ServicesText, {
        hint: 'A title, its text below it, and points that begin with a dash',
      }),
      timeline: pageText('How it came about', TimelineText, {
        hint: '2026: a title on one line, its text below it',
      }),
    },
  ),
  teamPage: section(
    {
      title: 'Team',
      summary: 'Sets who is named on the about page. Empty, it is as built in.',
      lead: 'The people on the about page. For each: the name, the role below it, then the text; if you like a line “Skills: one, another” and the addresses at LinkedIn and GitHub. An empty line before the next. While nobody is named, the page says which work is done.',
      access: staff,
    },
    {
      leadership: pageText('Leadership', PeopleText, nobody),
      developers: pageText('Developers', PeopleText, nobody),
      advisors: pageText('Advisors', PeopleText, nobody),
    },
  ),
  faq: section(
    {
      title: 'FAQ',
      summary: 'Sets the frequent questions of the contact page. Empty, they are as built in.',
      lead: 'The frequent questions of the contact page.',
      access: staff,
    },
    {
      questions: pageText('Questions', QuestionsText, {
        hint: 'The question on one line, its answer below it, an empty line before the next',
      }),
    },
  ),
  hours: section(
    {
      title: 'Hours',
      summary: 'Sets the business hours and their time zone, on the contact page.',
      lead: 'When somebody answers, on the contact page.',
      access: staff,
    },
    {
      // The specified hours.
      lines: setting(
        'Business hours',
        HoursText,
        'Mon-Fri: 9 AM - 6 PM\nSaturday: 10 AM - 4 PM\nSunday: Closed',
        {
          hint: 'One line for each: the days, a colon, and the time, such as Mon-Fri: 9 AM - 6 PM',
          input: 'lines',
        },
      ),
      timeZone: setting('Time zone', line(40).min(1, 'Name the time zone'), 'Pacific time', {
        hint: 'Such as Indian time, Pacific time or Asia/Dubai: the hours in India stand beside those of another zone',
      }),
    },
  ),
  supportPages: section(
    {
      title: 'Support pages',
      summary: 'Sets the support pages, in Markdown. An empty one is as built in.',
      lead: 'Use simple Markdown: each part begins with a heading on a line with ##. {fee}, {commission} and {refundDays} stand for what is set under Fees. Leave a page empty to keep the built-in text.',
      access: superAdmin,
    },
    {
      documentation: pageText('Documentation', SupportPageText),
      help: pageText('Help Centre', SupportPageText),
      privacy: pageText('Privacy', SupportPageText),
      terms: pageText('Terms', SupportPageText),
      cookies: pageText('Cookie Policy', SupportPageText),
    },
  ),
  social: section(
    {
      title: 'Social links',
      summary: "Sets the shop's own accounts elsewhere, shown at the foot of every page.",
      lead: 'The accounts of Readymade, as icons at the foot of every page. Without an address there is no icon.',
      access: staff,
    },
    Object.fromEntries(socialSiteNames.map((site) => [site, account(site)])) as Record<
      SocialSite,
      ReturnType<typeof account>
    >,
  ),
  signUp: section(
    {
      title: 'Sign-up',
      summary: 'Sets which domains nobody signs up with. Who has an account keeps it.',
      lead: 'Throwaway mailboxes last a few minutes, so nobody can be reached there later. Accounts that exist already stay.',
      access: superAdmin,
    },
    {
      blockedDomains: setting('Blocked email domains', Domains, '', {
        hint: 'One on each line, such as mailinator.com. Its subdomains are blocked too: inbox.mailinator.com.',
        input: 'entries',
      }),
    },
  ),
  verification: section(
    {
      title: 'Verification',
      summary:
        'Sets whether a listing that its owner changes stays on sale as it was approved, until staff decide. It applies at once to what waits already.',
      lead: 'What owners change of a listing, staff look at before anybody else sees it.',
      access: superAdmin,
    },
    {
      whileChangesWait: setting(
        'While a change waits for review',
        z.enum(whileChangesWait, { error: 'Choose what happens meanwhile' }).default('off_sale'),
        'off_sale',
        {
          input: 'radios',
          options: [
            {
              value: 'off_sale',
              label: 'The project is off sale',
              hint: 'It leaves the lists with the change, and is back with the approval.',
            },
            {
              value: 'on_sale',
              label: 'The approved edition stays on sale',
              hint: 'Its page, files and report stay as staff approved them last.',
            },
          ],
        },
      ),
    },
  ),
  runs: section(
    {
      title: 'Runners',
      summary:
        'Sets whether projects are run by themselves when they are uploaded. Owners and staff can ask for a run all the same.',
      lead: 'Where a machine runs projects, buyers read what it saw.',
      access: superAdmin,
    },
    {
      automatic: setting('Run by itself', z.boolean().default(true), true, {
        hint: 'After each upload, and by night when versions change. Off: when owner or staff ask',
      }),
    },
  ),
  records: section(
    {
      title: 'Records',
      summary: 'Sets for how many days sealed copies of what is taken down or deleted from now on are kept.',
      lead: 'When a listing is taken down or an account is deleted, an encrypted copy is kept for this long, because the IT Rules (rule 3(1)(g) and (h)) ask for 180 days. Only a super admin opens one, and the audit log records it; then it is gone for good.',
      access: superAdmin,
    },
    {
      sealedDays: setting(
        'Days',
        z.int('Enter the days').min(0, 'At least 0 days').max(1100, 'At most 1,100 days'),
        180,
        { hint: '0: no copy is made. Copies that exist keep their end.' },
      ),
    },
  ),
}

export type SettingsSection = keyof typeof settingsTable
export const sectionNames = Object.keys(settingsTable) as SettingsSection[]

/** The schema of each section. */
export const settingsSections = pluck(settingsTable, 'schema')
export type Settings = { [S in SettingsSection]: z.infer<(typeof settingsSections)[S]> }

/** The settings until staff change them. */
export const settingsDefaults: Settings = pluck(settingsTable, 'default')

/** The titles of the sections of the settings, on their page and in the audit log; Featured is stored elsewhere. */
export const settingsTitles = { ...pluck(settingsTable, 'title'), featured: 'Featured' }
