import { day } from '#contract/kit/format.ts'
import type { HelpRequest } from '#contract/orders/help.ts'

import type { Fact } from '../../ui/facts.tsx'

const checkText = ({ open, running }: NonNullable<HelpRequest['check']>) =>
  open === 0 ? 'nothing open' : `${open} open, ${running} that may keep it from running`

/** What came with a help request by itself: the release, its check, the ticked steps; and until when the money waits. */
export function helpFacts({ release, check, steps, refund, openedAt, writableUntil }: HelpRequest): Fact[] {
  return [
    { term: 'opened', value: day(openedAt) },
    { term: 'can be written in', value: `until ${day(writableUntil)}` },
    ...(release === null ? [] : [{ term: 'release', value: `#${release}` }]),
    ...(check ? [{ term: 'its check', value: checkText(check) }] : []),
    ...(steps.length > 0
      ? [
          {
            term: 'steps done',
            value: (
              <ol className="list-inside list-decimal text-left">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            ),
          },
        ]
      : []),
    ...(refund
      ? [
          {
            term: 'money back',
            value: refund.isRaised
              ? `until ${day(refund.until)}, promised until ${day(refund.promisedUntil)}`
              : `until ${day(refund.until)}`,
          },
        ]
      : []),
  ]
}
