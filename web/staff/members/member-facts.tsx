import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { day, minute } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { MemberDetail } from '#contract/staff/members.ts'

import { type Fact, FactRows } from '../../ui/data/fact-rows.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { MailText } from '../../ui/text/mail-text.tsx'

/** Who a member is, and what they earn. */
export const MemberFacts = ({ member }: { member: MemberDetail }) => (
  <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
    <Facts title="Profile" facts={profileOf(member)} />
    <Facts title="Money" facts={moneyOf(member)} />
  </div>
)

/** What staff did to the account. */
export const MemberHistory = ({ member }: { member: MemberDetail }) => (
  <Facts
    title="What staff did"
    facts={member.actions.map(({ action, by, at }, index) => ({
      key: String(index),
      term: action,
      value: `${by}, ${day(at)}`,
    }))}
    empty="Nothing yet."
    more={
      member.actions.length > 0 && (
        <Link to={`/admin/audit?about=${member._id}`} className="link-rule text-14">
          See it in the audit log
        </Link>
      )
    }
  />
)

function Facts({
  title,
  facts,
  empty,
  more,
}: {
  title: string
  facts: Fact[]
  empty?: string
  more?: React.ReactNode
}) {
  return (
    <Sheet as="section" aria-label={title}>
      <SheetHead title={title} />
      <div className="flex flex-col gap-2 px-4 py-3 sm:px-5">
        {facts.length === 0 && <p className="text-quiet">{empty}</p>}
        <FactRows facts={facts} />
        {more}
      </div>
    </Sheet>
  )
}

function profileOf(member: MemberDetail): Fact[] {
  const { email, phone, referredBy, reports, lastSeenAt, sessions } = member
  const shown = (term: string, value: string): Fact[] => (value ? [{ term, value }] : [])
  return [
    ...(email
      ? [
          {
            term: 'email',
            value: (
              <a href={`mailto:${email}`} className="link-rule wrap-anywhere">
                <MailText of={email} />
              </a>
            ),
          },
          { term: 'email verified', value: member.isEmailVerified ? 'yes' : 'no' },
        ]
      : []),
    ...(phone
      ? [
          {
            term: 'phone',
            value: (
              <a href={`tel:+91${phone}`} className="link-rule">
                {phone}
              </a>
            ),
          },
        ]
      : []),
    ...shown('college', member.college),
    ...shown('course', member.course),
    ...shown('year', member.year),
    ...shown('State', member.state),
    {
      term: 'public profile',
      value: member.isPublic ? (
        <Link to={`/members/${member._id}`} className="link-rule">
          see it
        </Link>
      ) : (
        'off'
      ),
    },
    ...(referredBy
      ? [
          {
            term: 'invited by',
            value: (
              <Link to={`/admin/members/${referredBy._id}`} className="link-rule">
                {referredBy.name}
              </Link>
            ),
          },
        ]
      : []),
    { term: 'signed in', value: sessions === 0 ? 'nowhere' : `on ${counted(sessions, 'device')}` },
    ...(lastSeenAt ? [{ term: 'last seen', value: minute(lastSeenAt) }] : []),
    { term: 'reports about them', value: reports.received },
    { term: 'reports they made', value: reports.made },
    { term: 'id', value: <span className="break-all">{member._id}</span> },
  ]
}

const moneyOf = ({ sales, money, referrals }: MemberDetail): Fact[] => [
  { term: 'sales', value: sales },
  { term: 'payable now', value: inRupees(money.payable) },
  { term: 'still refundable', value: inRupees(money.held) },
  { term: 'paid out', value: inRupees(money.paid) },
  { term: 'commission earned', value: inRupees(referrals.commission) },
]
