import { Link } from 'react-router'

import { day, minute } from '#contract/kit/day.ts'
import type { Activity } from '#contract/profile.ts'

import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { activityIcons, activityLink, activityText, hasTwin } from './activity-words.ts'

/** What happened to the member lately, newest first. */
export function RecentActivity({ activity }: { activity: readonly Activity[] }) {
  return (
    <Sheet as="section" aria-label="Recent Activity">
      <SheetHead title="Recent Activity" />
      <ol className="divide-rule divide-y px-4 sm:px-5">
        {activity.map((event) => (
          <Event
            key={`${event.at} ${event.kind} ${event.projectId} ${event.amount}`}
            event={event}
            hasTwin={hasTwin(event, activity)}
          />
        ))}
      </ol>
    </Sheet>
  )
}

function Event({ event, hasTwin }: { event: Activity; hasTwin: boolean }) {
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
        <p className="text-13 text-quiet font-mono">
          <time dateTime={event.at}>{(hasTwin ? minute : day)(event.at)}</time>
        </p>
      </div>
    </li>
  )
}
