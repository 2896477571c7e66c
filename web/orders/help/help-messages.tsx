import { minute } from '#contract/kit/format.ts'
import type { HelpMessage } from '#contract/orders/help.ts'

import { Statement, Statements } from '../../ui/statements.tsx'
import { Callout } from '../../ui/status.tsx'

/** The messages of a help request, the oldest first; `names` are added for staff, who alone know them. */
export const HelpMessages = ({ messages, names }: HelpMessagesProps) => (
  <Statements>
    {messages.map((message) => (
      <Statement
        key={message._id}
        by={names ? named(message, names) : message.isOwn ? 'You' : writers[message.by]}
        on={minute(message.sentAt)}
        text={message.text}
        below={<Below message={message} isForStaff={names !== undefined} />}
      />
    ))}
  </Statements>
)

const writers = { buyer: 'The buyer', owner: 'The owner', staff: 'Our staff' }

const named = ({ by }: HelpMessage, names: { buyer: string; owner: string }) =>
  by === 'staff' ? writers.staff : `${writers[by]}${names[by] && `: ${names[by]}`}`

interface HelpMessagesProps {
  messages: readonly HelpMessage[]
  names?: { buyer: string; owner: string } | undefined
}

function Below({ message, isForStaff }: { message: HelpMessage; isForStaff: boolean }) {
  const { pictures, isHeld, refusedReason } = message
  return (
    <>
      {pictures.length > 0 && (
        <span className="mt-3 flex flex-wrap gap-3">
          {pictures.map(({ url, width, height }, index) => (
            <a
              key={url}
              href={url}
              target="_blank"
              rel="noreferrer"
              className="border-rule bg-sunk rounded-sheet block overflow-hidden border"
            >
              <img
                src={url}
                alt={`Sent with the message, ${index + 1} of ${pictures.length}`}
                width={width}
                height={height}
                className="h-28 w-auto max-w-full object-contain sm:h-36"
              />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ))}
        </span>
      )}
      {isHeld && (
        <Callout tone="waiting" title={isForStaff ? 'It is held' : 'It waits for our staff'} className="mt-3">
          {isForStaff
            ? 'Publish or refuse it under Held texts. The other side does not read it before.'
            : 'The other side reads it when our staff have, because it has a link, an email, a UPI address or a phone number.'}
        </Callout>
      )}
      {refusedReason !== null && (
        <Callout tone="stopped" title="Our staff did not pass it on" className="mt-3">
          {refusedReason}
        </Callout>
      )}
    </>
  )
}
