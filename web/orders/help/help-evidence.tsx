import { day, minute } from '#contract/kit/format.ts'
import { helpEndLabels, helpKindLabels, helpStatusLabels, type HelpThread } from '#contract/orders/help.ts'

import { Disclosure } from '../../ui/disclosure.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'

/** The help requests about an order, as evidence for the decision of staff. */
export const HelpEvidence = ({ threads }: { threads: readonly HelpThread[] }) => (
  <>
    {threads.map(({ number, kind, status, end, openedAt, messages }) => (
      <Disclosure
        key={number}
        title={`Help request ${number}`}
        detail={`${day(openedAt)}, ${(end ? helpEndLabels[end] : helpStatusLabels[status]).toLowerCase()}`}
      >
        <p className="text-14 text-quiet mb-3">{helpKindLabels[kind]}</p>
        <Statements>
          {messages.map(({ by, text, sentAt }) => (
            <Statement key={`${by} ${sentAt}`} by={writers[by]} on={minute(sentAt)} text={text} />
          ))}
        </Statements>
      </Disclosure>
    ))}
  </>
)

const writers = { buyer: 'The buyer', owner: 'The owner', staff: 'Our staff' }
