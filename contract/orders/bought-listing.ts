import { counted, inRupees } from '../kit/format.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { licenceText, questionsForBuyers } from '../projects/categories.ts'
import { DemoSignIn, signInText } from '../projects/demo-sign-ins.ts'
import { seatsForTeam } from '../projects/seats.ts'

/** The content of a project's page at the time of the order. */
export const SoldListing = z.object({
  description: z.string(),
  category: z.string(),
  difficulty: z.string(),
  technologies: z.array(z.string()),
  features: z.array(z.string()),
  requirements: z.array(z.string()),
  tags: z.array(z.string()),
  demoUrl: z.string().nullable(),
  /** Those that everybody saw, and the number of the questions about the code; listings of earlier releases have none. */
  demoSignIns: z.array(DemoSignIn).optional(),
  codeQuestionCount: z.int().optional(),
  /** Whether its buyer may invite others; listings of earlier releases say nothing of it. */
  allowsSeats: z.boolean().optional(),
  includesInstallationSupport: z.boolean(),
  allowsCustomization: z.boolean(),
  /** The files of the release on sale; null when there was none. */
  files: z.object({ count: z.int(), bytes: z.int(), lines: z.int() }).nullable(),
  languages: z.array(z.object({ name: z.string(), percent: z.number() })),
  /** The report that was on sale with the source. */
  report: z
    .object({
      name: z.string(),
      pages: z.int().nullable(),
      headings: z.array(z.object({ level: z.int(), text: z.string() })),
    })
    .nullable(),
})
schemaNames.add(SoldListing, { id: 'SoldListing' })
export type SoldListing = z.infer<typeof SoldListing>

/** An item as it was bought: the content of its page, its price in rupees before any discount, and the terms. */
export const BoughtListing = z.object({
  title: z.string(),
  price: z.number(),
  orderedAt: z.string(),
  /** The number of the release that was bought; null for a report. */
  release: z.int().nullable(),
  /** Null once the owner has deleted their account and no bank can dispute the payment any more. */
  listing: SoldListing.nullable(),
  licence: z.string(),
  /** The path of the owner's own licence when it applied; null when ours did. */
  ownLicence: z.string().nullable(),
  /** The refund policy; null for free items. */
  refundPolicy: z.string().nullable(),
})
schemaNames.add(BoughtListing, { id: 'BoughtListing' })
export type BoughtListing = z.infer<typeof BoughtListing>

/** Lists what was promised about an item, as terms and values, for its buyer, for staff and for a bank. */
export function listingFacts(
  { price, release, listing, ownLicence }: BoughtListing,
  kind: 'source' | 'report',
): { term: string; value: string }[] {
  const facts: [string, string | null | undefined][] = [
    ['price', price > 0 ? inRupees(price) : 'Free'],
    ['release', release === null ? null : `${release}`],
    ['licence', licenceText(ownLicence)],
    ...(listing ? (kind === 'report' ? reportFacts(listing) : sourceFacts(listing)) : []),
  ]
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))
}

const sourceFacts = (listing: SoldListing): [string, string | null][] => [
  ['category', `${listing.category}, ${listing.difficulty}`],
  ['technologies', listing.technologies.join(', ')],
  [
    'files',
    listing.files && `${counted(listing.files.count, 'file')}, ${counted(listing.files.lines, 'line')}`,
  ],
  ['languages', listing.languages.map(({ name, percent }) => `${name}\u00a0${percent}%`).join(', ')],
  ['demo', listing.demoUrl],
  ['demo sign-ins', (listing.demoSignIns ?? []).map(signInText).join('; ')],
  ['questions', listing.codeQuestionCount ? questionsForBuyers(listing.codeQuestionCount) : ''],
  [
    'extras',
    [
      listing.includesInstallationSupport ? 'installation help' : '',
      listing.allowsCustomization ? 'customisation' : '',
      listing.allowsSeats ? seatsForTeam : '',
    ]
      .filter(Boolean)
      .join(', '),
  ],
]

const reportFacts = ({ report }: SoldListing): [string, string | null][] => [
  ['report', report && report.name],
  ['pages', report?.pages ? `${report.pages}` : null],
]
