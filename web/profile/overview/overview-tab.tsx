import type { ComponentProps } from 'react'

import { counted, grouped } from '#contract/kit/counted.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { profile } from '#contract/profile.ts'

import { FollowedList } from '../../follows/followed-list.tsx'
import { StatRow } from '../../ui/data/stat-row.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { WishlistSection } from '../../wishlist/wishlist-section.tsx'
import { ProfileCompletion } from './profile-completion.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentProjects } from './recent-projects.tsx'

/** The member at a glance: figures, newest projects, what the profile lacks, what happened. */
export function OverviewTab({ stats, completion, recentActivity, ...recent }: OverviewTabProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
      <div className="min-w-0">
        <QuickStats stats={stats} />
      </div>
      <div className="min-w-0">
        <RecentProjects {...recent} />
      </div>
      <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <ProfileCompletion completion={completion} />
        <WishlistSection />
        <FollowedList />
      </div>
      <div className="min-w-0">
        <RecentActivity activity={recentActivity} />
      </div>
    </div>
  )
}

function QuickStats({ stats }: Pick<OverviewTabProps, 'stats'>) {
  const { totalDownloads, avgRating, reviews, commission } = stats
  return (
    <Sheet as="section" aria-label="Quick Stats">
      <SheetHead title="Quick Stats" />
      <StatRow
        className="border-y-0! px-4 sm:px-5"
        stats={[
          { label: 'Total Downloads', value: grouped(totalDownloads) },
          avgRating === null
            ? { label: 'Avg Rating', value: '–', note: 'No reviews yet' }
            : {
                label: 'Avg Rating',
                value: avgRating.toFixed(1),
                note: counted(reviews, 'review'),
              },
          { label: 'Commission', value: inRupees(commission) },
        ]}
      />
    </Sheet>
  )
}

type Overview = Pick<Reply<typeof profile.overview>, 'stats' | 'completion' | 'recentActivity'>
type OverviewTabProps = Overview & ComponentProps<typeof RecentProjects>
