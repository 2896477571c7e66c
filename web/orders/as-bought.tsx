import { clsx } from 'clsx'

import { type BoughtListing, listingFacts } from '#contract/orders/bought-listing.ts'

import { Disclosure } from '../ui/disclosure.tsx'
import { FactRows } from '../ui/facts.tsx'

/** The listing of an item as it was at the purchase: its facts, and its texts in disclosures below. */
export function AsBought({ bought, kind }: { bought: BoughtListing; kind: 'source' | 'report' }) {
  const { listing } = bought
  return (
    <div className="min-w-0">
      <FactRows facts={listingFacts(bought, kind)} className="border-rule border-b" />
      {listing ? (
        <Disclosure title="Description">
          <p className="max-w-(--container-text) break-words whitespace-pre-line">{listing.description}</p>
        </Disclosure>
      ) : (
        <p className="border-rule text-quiet border-b py-3">
          The owner has left, and what they wrote is deleted.
        </p>
      )}
      {listing && <Points title="Key features" points={listing.features} />}
      {listing && <Points title="Requirements" points={listing.requirements} />}
      {listing?.report && kind === 'report' && <Contents headings={listing.report.headings} />}
      {bought.refundPolicy && (
        <Disclosure title="Refund policy">
          <p className="max-w-(--container-text)">{bought.refundPolicy}</p>
        </Disclosure>
      )}
      <Disclosure title="Licence">
        <p className="text-14 max-w-(--container-text) whitespace-pre-line">{unwrapped(bought.licence)}</p>
      </Disclosure>
    </div>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <Disclosure title={title} detail={points.length}>
      <ul className="marker:text-quiet max-w-(--container-text) list-disc pl-5">
        {points.map((point) => (
          <li key={point} className="break-words">
            {point}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function Contents({ headings }: { headings: NonNullable<Listing['report']>['headings'] }) {
  if (headings.length === 0) return null
  return (
    <Disclosure title="Contents of the report" detail={headings.length}>
      <ol className="text-14 max-w-(--container-text)">
        {Object.entries(headings).map(([place, { level, text }]) => (
          <li key={place} className={clsx('py-0.5 wrap-anywhere', depths[level - 1] ?? depths[2])}>
            {text}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

type Listing = NonNullable<BoughtListing['listing']>
const depths = ['font-semibold', 'pl-4', 'pl-8 text-quiet']

/** The licence is a text file with short lines; joined, they wrap at the width of the screen. */
const unwrapped = (text: string) => text.replaceAll(/\n {3}/g, ' ')
