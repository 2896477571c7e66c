import type { Contact, Officer, TeamMember } from '#contract/content/content.ts'
import { formatCount } from '#contract/kit/format.ts'

import { phoneLink } from '../shell/site-footer.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { TextLink } from '../ui/button.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Label } from '../ui/label.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { MailLink } from '../ui/text.tsx'

/** The people who answer, the contact details, the business hours and the measured reply times. */
export function ContactFacts({ contact, stats, people }: ContactFactsProps) {
  const measured = measuredReplies(stats)
  return (
    <div className="grid gap-5 md:max-lg:grid-cols-2 md:max-lg:[&>:first-child:nth-last-child(odd)]:col-span-2">
      {people.length > 0 && <Answering people={people} />}
      <Sheet className="divide-rule divide-y">
        <section aria-labelledby="reach">
          <SheetHead id="reach" title="Contact info" />
          <FactRows
            className="px-4 py-1 sm:px-5"
            facts={[...reachable(contact), ...(measured ? [] : [promise('Replies')])]}
          />
        </section>
        <section aria-labelledby="hours">
          <SheetHead id="hours" title="Business hours" />
          <FactRows
            words
            className="px-4 py-1 sm:px-5"
            facts={contact.hours.map(({ days, time, inIndia }) => ({
              term: days,
              value: (
                <>
                  {time}
                  {inIndia && <span className="text-quiet block">{`in India ${inIndia}`}</span>}
                </>
              ),
            }))}
          />
          <p className="text-14 text-quiet border-rule border-t px-4 py-3 sm:px-5">{contact.hoursNote}</p>
        </section>
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

interface ContactFactsProps {
  contact: Contact
  stats: ReplyStats
  /** The first of the team. */
  people: readonly Person[]
}

type Person = Pick<TeamMember, 'name' | 'role'>

/** The people behind the answers. */
const Answering = ({ people }: { people: readonly Person[] }) => (
  <Label
    as="section"
    aria-label="Who answers"
    head={
      <>
        <span>Readymade</span>
        <span>Who answers</span>
      </>
    }
    top={
      <ul className="flex flex-col gap-3 px-5 pt-3 pb-4">
        {people.map(({ name, role }) => (
          <li key={name} className="flex items-center gap-3">
            <Avatar name={name.replace(/^The /, '')} size="medium" />
            <span className="min-w-0">
              <span className="font-head block leading-6 font-semibold wrap-anywhere">{name}</span>
              <span className="text-13 text-quiet block">{role}</span>
            </span>
          </li>
        ))}
      </ul>
    }
  >
    <p className="text-14 px-5 pt-2 pb-4">
      <span className="block">Your message reaches all our staff at once.</span>
      <TextLink to="/about#team">The whole team</TextLink>
    </p>
  </Label>
)

function reachable({ legalName, email, phone, address, grievanceOfficer: officer, nodalOfficer }: Contact) {
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
    (officer.name || officer.email || officer.phone || officer.address) && {
      term: officer.name ? 'Grievance officer' : 'Grievances',
      value: <OfficerFacts {...officer} />,
    },
    nodalOfficer && { term: 'Nodal officer', value: <OfficerFacts {...nodalOfficer} /> },
  ].filter((fact) => typeof fact === 'object' && fact !== null)
}

/** An officer's name, designation, phone, email and address, as far as they are known. */
export const OfficerFacts = ({ name, designation, phone, email, address }: OfficerProps) => (
  <>
    {name && <span className="block">{[name, designation].filter(Boolean).join(', ')}</span>}
    {phone && (
      <a href={phoneLink(phone)} className="link-rule block w-fit">
        {phone}
      </a>
    )}
    {email && (
      <span className="block">
        <MailLink to={email} />
      </span>
    )}
    {address && <span className="block whitespace-pre-line">{address}</span>}
  </>
)

type OfficerProps = Officer & { address?: string | null }

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

const hours = (count: number) => (count < 1 ? '1 hour' : `${formatCount(count)} hours`)

export interface ReplyStats {
  received: number
  answered: number
  answeredWithinDay: number
  medianReplyHours: number | null
}
