import type { BoughtListing } from '#contract/orders/bought-listing.ts'
import { listingFacts } from '#contract/orders/listing-facts.ts'

import { ReportContents } from '../projects/report-contents.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Disclosure } from '../ui/overlay/disclosure.tsx'

/** What the page said of a thing when it was bought, with licence and refund policy folded away below. */
export function AsBought({ bought, kind }: { bought: BoughtListing; kind: 'source' | 'report' }) {
  const { listing } = bought
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {listing ? (
        <p className="max-w-(--container-text) break-words whitespace-pre-line">{listing.description}</p>
      ) : (
        <p className="text-quiet max-w-(--container-text)">
          The owner has left, and what they wrote is deleted.
        </p>
      )}
      <FactRows facts={listingFacts(bought, kind)} open />
      {listing && <Points title="Key features" points={listing.features} />}
      {listing && <Points title="Requirements" points={listing.requirements} />}
      {listing?.report && kind === 'report' && <ReportContents headings={listing.report.headings} />}
      <div className="border-rule border-t">
        {bought.refundPolicy && (
          <Disclosure title="Refund policy">
            <p className="max-w-(--container-text)">{bought.refundPolicy}</p>
          </Disclosure>
        )}
        <Disclosure title="Licence">
          <p className="text-14 max-w-(--container-text) whitespace-pre-line">{unwrapped(bought.licence)}</p>
        </Disclosure>
      </div>
    </div>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <section className="max-w-(--container-text)">
      <h3 className="text-16 mb-1 font-semibold">{title}</h3>
      <ul className="marker:text-quiet list-disc pl-5">
        {points.map((point) => (
          <li key={point} className="break-words">
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The licence is a text file of short lines; here a line is as long as the screen is wide. */
const unwrapped = (text: string) => text.replaceAll(/\n {3}/g, ' ')
