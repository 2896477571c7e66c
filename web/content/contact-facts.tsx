import type { Contact } from '#contract/content/content.ts'
import { grouped } from '#contract/format.ts'

import { phoneLink } from '../shell/site-footer.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { MailLink } from '../ui/text.tsx'

/** The contact details, the business hours and the measured reply times. */
export function ContactFacts({ contact, stats }: { contact: Contact; stats: ReplyStats }) {
  const measured = measuredReplies(stats)
  return (
    <div className="grid gap-5 md:max-lg:grid-cols-2 md:max-lg:[&>:first-child:nth-last-child(3)]:col-span-2">
      <Sheet as="section" aria-labelledby="reach">
        <SheetHead id="reach" title="Contact info" />
        <FactRows
          className="px-4 py-1 sm:px-5"
          facts={[...reachable(contact), ...(measured ? [] : [promise('Replies')])]}
        />
      </Sheet>
      <Sheet as="section" aria-labelledby="hours">
        <SheetHead id="hours" title="Business hours" />
        <FactRows
          className="px-4 py-1 sm:px-5"
          facts={contact.hours.map(({ days, time }) => ({ term: days, value: time }))}
        />
        <p className="text-14 text-quiet border-rule border-t px-4 py-3 sm:px-5">{contact.hoursNote}</p>
      </Sheet>
      {measured && (
        <Sheet as="section" aria-labelledby="replies">
          <SheetHead id="replies" title="How we reply" />
          <FactRows className="px-4 py-1 sm:px-5" facts={[promise('Our promise'), ...measured]} />
        </Sheet>
      )}
    </div>
  )
}

function reachable({ legalName, email, phone, address, grievanceOfficer: officer }: Contact) {
  return [
    legalName && { term: 'Company', value: legalName },
    email && { term: 'Email', value: <MailLink to={email} /> },
    phone && {
      term: 'Phone',
      value: (
        <a href={phoneLink(phone)} className="link-rule">
          {phone}
        </a>
      ),
    },
    address && { term: 'Address', value: <span className="whitespace-pre-line">{address}</span> },
    (officer.name || officer.email || officer.address) && {
      term: officer.name ? 'Grievance officer' : 'Grievances',
      value: (
        <>
          {officer.name && <span className="block">{officer.name}</span>}
          {officer.email && <MailLink to={officer.email} />}
          {officer.address && <span className="block whitespace-pre-line">{officer.address}</span>}
        </>
      ),
    },
  ].filter((fact) => typeof fact === 'object' && fact !== null)
}

const promise = (term: string) => ({ term, value: 'within 24 hours' })

/** The measured reply times; undefined while no message has been answered. */
function measuredReplies({ received, answered, answeredWithinDay, medianReplyHours }: ReplyStats) {
  if (answered === 0 || medianReplyHours === null) return undefined
  return [
    { term: 'Answered so far', value: `${answered} of ${received}` },
    { term: 'Within 24 hours', value: `${answeredWithinDay} of ${answered}` },
    { term: 'Half came within', value: hours(medianReplyHours) },
  ]
}

const hours = (count: number) => (count < 1 ? '1 hour' : `${grouped(count)} hours`)

export interface ReplyStats {
  received: number
  answered: number
  answeredWithinDay: number
  medianReplyHours: number | null
}
