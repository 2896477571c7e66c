import { day } from '#contract/kit/format.ts'
import type { Seat } from '#contract/orders/seats.ts'

import { TextLink } from '../../ui/button.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'

/** The seats that a member has in the teams of others; nothing without any. */
export function SeatList({ seats }: { seats: readonly Seat[] }) {
  if (seats.length === 0) return null
  return (
    <Sheet className="mt-6">
      <SheetHead title="My Seats" />
      <ul className="divide-rule divide-y px-4 sm:px-5">
        {seats.map(({ id, projectTitle, invitedBy, acceptedAt }) => (
          <li key={id} className="py-3">
            <TextLink to={`/seats/${id}`} className="font-semibold break-words">
              {projectTitle}
            </TextLink>
            <span className="text-14 text-quiet block">{`In the team of ${invitedBy}, since ${day(acceptedAt)}`}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
