import { Link } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import { inRupees, rupees } from '#contract/kit/rupees.ts'
import type { MemberDetail } from '#contract/staff/members.ts'

import { OrderStatus } from '../../orders/order-status.tsx'
import { VerificationStatus } from '../../projects/verification-status.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

type Of = { member: MemberDetail }

/** The newest projects of a member and whether the public sees each. */
export const ProjectsSheet = ({ member: { recentProjects, projects } }: Of) => (
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

/** What a member bought lately. */
export const OrdersSheet = ({ member: { _id: memberId, recentOrders, orders, sales } }: Of) => (
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

/** Who signed up with a member's code. */
export const ReferralsSheet = ({ member: { referrals, referralCode } }: Of) => (
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
        <span className="count">{grouped(count)}</span>
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
        <span className="text-13 text-quiet block font-mono">{detail}</span>
      </span>
      {children}
    </li>
  )
}
