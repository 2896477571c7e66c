import { counted } from '../kit/counted.ts'
import { inRupees } from '../kit/rupees.ts'
import type { BoughtListing, SoldListing } from './bought-listing.ts'

/** What was promised of a thing, line by line, for its buyer, for staff and for a bank: a term, and its value. */
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

/** Which licence holds, as every label says it; `name` as far as it is known. */
export const licenceText = (file: string | null, name?: string | null): string =>
  file === null ? 'Readymade' : name ? `${name}, in ${file}` : `the owner’s own, in ${file}`

const sourceFacts = (listing: SoldListing): [string, string | null][] => [
  ['category', `${listing.category}, ${listing.difficulty}`],
  ['technologies', listing.technologies.join(', ')],
  [
    'files',
    listing.files && `${counted(listing.files.count, 'file')}, ${counted(listing.files.lines, 'line')}`,
  ],
  ['languages', listing.languages.map(({ name, percent }) => `${name}\u00a0${percent}%`).join(', ')],
  ['demo', listing.demoUrl],
  [
    'extras',
    [
      listing.includesInstallationSupport ? 'installation help' : '',
      listing.allowsCustomization ? 'customisation' : '',
    ]
      .filter(Boolean)
      .join(', '),
  ],
]

const reportFacts = ({ report }: SoldListing): [string, string | null][] => [
  ['report', report && report.name],
  ['pages', report?.pages ? `${report.pages}` : null],
]
