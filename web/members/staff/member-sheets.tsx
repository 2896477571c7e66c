import { Link } from 'react-router'

import { counted, day, formatCount, inRupees, minute, rupees } from '#contract/kit/format.ts'
import type { MemberDetail } from '#contract/members/staff-members.ts'

import { OrderStatus } from '../../orders/order-status.tsx'
import { VerificationStatus } from '../../projects/verification-status.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { MailText } from '../../ui/text.tsx'

type MemberProps = { member: MemberDetail }

/** The newest projects of a member, and whether each is listed. */
export const ProjectsSheet = ({ member: { recentProjects, projects } }: MemberProps) => (
  <ListSheet title="Projects" count={projects} shown={recentProjects.length} empty="No projects.">
    {recentProjects.map(({ _id, title, price, status, isActive, isListed, createdAt }) => (
      <Row
        key={_id}
        to={`/admin/projects/${_id}`}
        title={title}
        detail={`${rupees(price)} · ${day(createdAt)} · ${isListed ? 'listed' : isActive ? 'not listed' : 'switched off'}`}
      >
        <VerificationStatus status={status} />
      </Row>
    ))}
  </ListSheet>
)

/** The latest orders of a member. */
export const OrdersSheet = ({ member: { _id: memberId, recentOrders, orders, sales } }: MemberProps) => (
  <ListSheet
    title="Orders"
    count={orders}
    shown={recentOrders.length}
    empty="Nothing bought."
    action={
      orders + sales > 0 && (
        <ButtonLink to={`/admin/orders?search=${memberId}`} tone="quiet" size="small">
          Show Orders and Sales
        </ButtonLink>
      )
    }
  >
    {recentOrders.map(({ _id, number, title, amount, status, orderDate }) => (
      <Row
        key={_id}
        to={`/admin/orders/${_id}`}
        title={title}
        detail={`${number} · ${inRupees(amount)} · ${day(orderDate)}`}
      >
        <OrderStatus status={status} />
      </Row>
    ))}
  </ListSheet>
)

/** The seats of a member in the teams of others; renders nothing without any, or from a process of an earlier release. */
export const SeatsSheet = ({ member: { recentSeats } }: { member: Partial<MemberDetail> }) =>
  recentSeats !== undefined &&
  recentSeats.length > 0 && (
    <Sheet as="section" aria-label="Seats">
      <SheetHead title="Seats" />
      <ul className="divide-rule divide-y">
        {recentSeats.map(({ _id, orderId, title, acceptedAt, endedAt }) => (
          <Row
            key={_id}
            to={`/admin/orders/${orderId}`}
            title={title}
            detail={`since ${day(acceptedAt)}${endedAt ? `, ended ${day(endedAt)}` : ''}`}
          />
        ))}
      </ul>
    </Sheet>
  )

/** The members who signed up with a member's code. */
export const ReferralsSheet = ({ member: { referrals, referralCode } }: MemberProps) => (
  <ListSheet
    title="Referrals"
    count={referrals.count}
    shown={referrals.recent.length}
    empty="Nobody signed up with their code."
    action={referralCode && <span className="text-13 text-quiet font-mono">{referralCode}</span>}
  >
    {referrals.recent.map(({ _id, name, joinedAt }) => (
      <Row key={_id} to={`/admin/members/${_id}`} title={name} detail={`joined ${day(joinedAt)}`} />
    ))}
  </ListSheet>
)

function ListSheet({
  title,
  count,
  shown,
  empty,
  action,
  children,
}: {
  title: string
  count: number
  shown: number
  empty: string
  action?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <Sheet as="section" aria-label={title}>
      <SheetHead title={title} actions={action}>
        <span className="count">{formatCount(count)}</span>
      </SheetHead>
      {count === 0 ? (
        <p className="text-quiet px-4 py-4 sm:px-5">{empty}</p>
      ) : (
        <ul className="divide-rule divide-y">{children}</ul>
      )}
      {count > shown && (
        <p className="text-14 text-quiet border-rule border-t px-4 py-2.5 sm:px-5">
          The newest {shown} are shown.
        </p>
      )}
    </Sheet>
  )
}

function Row({
  to,
  title,
  detail,
  children,
}: {
  to: string
  title: string
  detail: string
  children?: React.ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2.5 sm:flex-nowrap sm:px-5">
      <span className="min-w-0">
        <Link to={to} className="font-semibold break-words hover:underline">
          {title}
        </Link>
        <span className="text-13 text-quiet block">{detail}</span>
      </span>
      {children}
    </li>
  )
}

/** The profile of a member, and what they earn. */
export const MemberFacts = ({ member }: { member: MemberDetail }) => (
  <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
    <Facts title="Profile" facts={profileOf(member)} />
    <Facts title="Money" facts={moneyOf(member)} />
  </div>
)

/** The actions of staff on the account. */
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
  const { email, phone, referredBy, complaints, lastSeenAt, sessions } = member
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
    { term: 'complaints about them', value: complaints.received },
    { term: 'complaints they made', value: complaints.made },
    { term: 'id', value: <span className="break-all">{member._id}</span> },
  ]
}

const moneyOf = ({ sales, money, referrals }: MemberDetail): Fact[] => [
  { term: 'sales', value: sales },
  { term: 'payable now', value: inRupees(money.payable) },
  { term: 'still refundable', value: inRupees(money.held) },
  { term: 'paid out', value: inRupees(money.paid) },
  ...(money.owes > 0 ? [{ term: 'owes the shop', value: inRupees(money.owes) }] : []),
  { term: 'commission earned', value: inRupees(referrals.commission) },
]
