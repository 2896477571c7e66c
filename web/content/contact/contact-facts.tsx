import type { ContactText } from '#contract/content.ts'
import { grouped } from '#contract/kit/counted.ts'

import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { MailLink } from '../mail-link.tsx'

/** How to reach us besides the form, when we are there, and how soon others were answered. */
export function ContactFacts({ contact, stats }: { contact: ContactText; stats: ReplyStats }) {
  return (
    <div className="grid gap-5 md:max-lg:grid-cols-2 md:max-lg:[&>:first-child]:col-span-2">
      <Sheet as="section" aria-labelledby="reach">
        <SheetHead id="reach" title="Contact info" />
        <FactRows className="px-4 py-1 sm:px-5" facts={reachable(contact)} />
      </Sheet>
      <Sheet as="section" aria-labelledby="hours">
        <SheetHead id="hours" title="Business hours" />
        <FactRows
          className="px-4 py-1 sm:px-5"
          facts={contact.hours.map(({ days, time }) => ({ term: days, value: time }))}
        />
        <p className="text-14 text-quiet border-rule border-t px-4 py-3 sm:px-5">{contact.hoursNote}</p>
      </Sheet>
      <Sheet as="section" aria-labelledby="replies">
        <SheetHead id="replies" title="How we reply" />
        <FactRows className="px-4 py-1 sm:px-5" facts={replies(stats)} />
      </Sheet>
    </div>
  )
}

function reachable({ legalName, email, phone, address, grievanceOfficer }: ContactText) {
  return [
    { term: 'Company', value: legalName },
    { term: 'Email', value: <MailLink to={email} /> },
    phone && { term: 'Phone', value: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> },
    address && { term: 'Address', value: <span className="whitespace-pre-line">{address}</span> },
    {
      term: grievanceOfficer.name ? 'Grievance officer' : 'Grievances',
      value: (
        <>
          {grievanceOfficer.name && <span className="block">{grievanceOfficer.name}</span>}
          <MailLink to={grievanceOfficer.email} />
          {grievanceOfficer.address && (
            <span className="block whitespace-pre-line">{grievanceOfficer.address}</span>
          )}
        </>
      ),
    },
  ].filter((fact) => typeof fact === 'object' && fact !== null)
}

function replies({ received, answered, answeredWithinDay, medianReplyHours }: ReplyStats) {
  const promise = { term: 'Our promise', value: 'within 24 hours' }
  if (answered === 0 || medianReplyHours === null) return [promise]
  return [
    promise,
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
