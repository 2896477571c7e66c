import { Link } from 'react-router'

import { day, inRupees, minute } from '#contract/kit/format.ts'
import type { Activity } from '#contract/members/profile.ts'

import { tabAddress } from '../../shell/site.ts'
import type { IconName } from '../../ui/icon-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'

/** The recent activity of the member, newest first. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Sheet as="section" aria-label="Recent Activity">
      <SheetHead title="Recent Activity" />
      <ol className="divide-rule divide-y px-4 sm:px-5">
        {activity.map((event) => (
          <Event
            key={`${event.at} ${event.kind} ${event.projectId} ${event.amount}`}
            event={event}
            hasTwin={isAmbiguous(event, activity)}
          />
        ))}
      </ol>
    </Sheet>
  )
}

function Event({ event, hasTwin: isAmbiguous }: { event: Activity; hasTwin: boolean }) {
  const to = activityLink(event)
  const text = activityText(event)
  return (
    <li className="flex gap-3 py-3">
      <Icon name={activityIcons[event.kind]} className="text-quiet mt-1 size-4.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 break-words">
          {to ? (
            <Link to={to} className="hover:underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <p className="text-13 text-quiet">
          <time dateTime={event.at}>{(isAmbiguous ? minute : day)(event.at)}</time>
        </p>
      </div>
    </li>
  )
}

/** Describes an event in one sentence. */
export function activityText({
  kind,
  title: first,
  more = 0,
  amount = 0,
  rating,
  name,
  status = 'pending',
  release = 1,
}: Activity): string {
  const title = more === 0 ? first : `${first} and ${more} more`
  switch (kind) {
    case 'signed_up':
      return 'You joined Readymade'
    case 'project_listed':
      return `You added ${title}`
    case 'project_decided':
      return `${release === 1 ? '' : `Release ${release} of `}${title} ${decisions[status]}`
    case 'project_sold':
      return amount === 0
        ? `${title} ${were(more)} got for free`
        : `${title} ${were(more)} sold for ${inRupees(amount)}`
    case 'sale_refunded':
      return `${inRupees(amount)} for ${title} went back to the buyer`
    case 'review_received':
      return `${title} was rated ${rating} out of 5`
    case 'order_completed':
      return amount === 0 ? `You got ${title} for free` : `You bought ${title} for ${inRupees(amount)}`
    case 'order_refunded':
      return `You were refunded ${inRupees(amount)} for ${title}`
    case 'review_written':
      return `You rated ${title} ${rating} out of 5`
    case 'referral_joined':
      return `${name} joined with your code`
    case 'commission_earned':
      return `You earned ${inRupees(amount)} in commission`
  }
}

const were = (more: number) => (more === 0 ? 'was' : 'were')

/** Returns whether another event has the same text and day, so that the time has to be shown. */
export const isAmbiguous = (event: Activity, all: readonly Activity[]): boolean =>
  all.some(
    (other) =>
      other !== event && activityText(other) === activityText(event) && day(other.at) === day(event.at),
  )

/** Returns the address that shows an event; undefined when there is none. */
function activityLink({ kind, projectId }: Activity): string | undefined {
  switch (kind) {
    case 'project_listed':
    case 'project_decided':
    case 'project_sold':
    case 'sale_refunded':
    case 'review_received':
      return `/owner/projects/${projectId}`
    case 'order_completed':
    case 'order_refunded':
      return tabAddress('orders')
    case 'review_written':
      return `/projects/${projectId}`
    case 'referral_joined':
    case 'commission_earned':
      return tabAddress('referrals')
    default:
      return undefined
  }
}

const activityIcons: Record<Activity['kind'], IconName> = {
  signed_up: 'log-in',
  project_listed: 'plus',
  project_decided: 'badge-check',
  project_sold: 'indian-rupee',
  sale_refunded: 'indian-rupee',
  review_received: 'star',
  order_completed: 'shopping-bag',
  order_refunded: 'indian-rupee',
  review_written: 'star',
  referral_joined: 'users',
  commission_earned: 'indian-rupee',
}

const decisions: Record<NonNullable<Activity['status']>, string> = {
  approved: 'was approved',
  rejected: 'was rejected',
  needs_changes: 'needs changes',
  under_review: 'is under review',
  pending: 'waits for verification',
}
