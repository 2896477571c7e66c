import { type ComponentProps, useEffect } from 'react'
import { Link } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { counted, formatCount, inRupees, rupees } from '#contract/kit/format.ts'
import { type profile, type ProfilePart, profileParts } from '#contract/members/profile.ts'
import type { OwnProjectCard } from '#contract/projects/project.ts'

import { LastOrder } from '../../orders/last-order.tsx'
import { ProjectThumb } from '../../projects/owner/my-projects.tsx'
import { VerificationStatus } from '../../projects/verification-status.tsx'
import { editAddress, tabAddress } from '../../shell/site.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { StatRow } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { FollowedList } from '../followed-list.tsx'
import { syncWishlist, useWishlist } from '../wishlist.ts'
import { RecentActivity } from './recent-activity.tsx'

/**
 * The overview of the member: figures, newest projects, missing parts of the profile, and recent activity. For a member
 * who has bought and never sold the last order comes first, and what may be empty shares one sheet.
 */
export function OverviewTab({ stats, completion, recentActivity, lastOrder, ...recent }: OverviewTabProps) {
  if (lastOrder)
    return (
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
        <LastOrder order={lastOrder} />
        <div className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <ProfileCompletion completion={completion} />
        </div>
        <RecentActivity activity={recentActivity} />
        <div className="sheet sheet-rows min-w-0">
          <RecentProjects {...recent} />
          <QuickStats stats={stats} />
          <WishlistSection />
          <FollowedList />
        </div>
      </div>
    )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
      <QuickStats stats={stats} />
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
          { label: 'Total Downloads', value: formatCount(totalDownloads) },
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
type OverviewTabProps = Overview &
  ComponentProps<typeof RecentProjects> & {
    /** The newest order of a member who has bought and never sold; otherwise undefined. */
    lastOrder: ComponentProps<typeof LastOrder>['order'] | undefined
  }

/**
 * The completion of the profile by group; the missing parts of a group are listed below it and link to their fields.
 */
function ProfileCompletion({ completion: { percent, done, missing } }: ProfileCompletionProps) {
  const first = missing.find((part) => part !== 'picture')
  return (
    <Sheet as="section" aria-label="Profile Completion">
      <SheetHead title="Profile Completion" />
      <div className="p-4 sm:p-5">
        <ShareBar
          label={
            missing.length === 0
              ? 'Your profile is complete'
              : `${done.length} of ${profileParts.length} done`
          }
          value={percent}
          max={100}
          detail={`${percent}%`}
        />
        <ul className="mt-4 flex flex-col gap-3">
          {groups.map((group) => {
            const lacking = missing.filter((part) => places[part].group === group)
            return (
              <li key={group}>
                <p className="flex items-center gap-2 font-semibold">
                  <span>{group}</span>
                  {lacking.length === 0 && <Icon name="check" className="text-verified size-4" />}
                  {lacking.length === 0 && <span className="sr-only"> (done)</span>}
                </p>
                {lacking.length > 0 && (
                  <ul aria-label={`Missing from ${group}`} className="flex flex-wrap gap-x-4">
                    {lacking.map((part) => (
                      <li key={part}>
                        <Link
                          to={places[part].address}
                          preventScrollReset={part !== 'picture'}
                          className="text-14 flex min-h-11 items-center gap-1.5 hover:underline sm:min-h-8"
                        >
                          <Icon name="plus" className="text-quiet size-4" />
                          <span className="sr-only">Add: </span>
                          {places[part].label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ul>
        {first && (
          <ButtonLink to={places[first].address} tone="quiet" wide className="mt-4" preventScrollReset>
            Complete Your Profile
          </ButtonLink>
        )}
      </div>
    </Sheet>
  )
}

const groups = ['Basic Info', 'Contact Details', 'Portfolio'] as const

/** The group of each part, and the address at which it is filled in. */
const places: Record<ProfilePart, { group: (typeof groups)[number]; label: string; address: string }> = {
  name: { group: 'Basic Info', label: 'Name', address: editAddress('name') },
  college: { group: 'Basic Info', label: 'College', address: editAddress('college') },
  course: { group: 'Basic Info', label: 'Course', address: editAddress('course') },
  year: { group: 'Basic Info', label: 'Year', address: editAddress('year') },
  picture: { group: 'Basic Info', label: 'Picture', address: '#profile-picture' },
  phone: { group: 'Contact Details', label: 'Phone', address: editAddress('phone') },
  address: { group: 'Contact Details', label: 'Address', address: editAddress('street') },
  socialMedia: { group: 'Portfolio', label: 'Social links', address: editAddress('linkedin') },
}

type ProfileCompletionProps = Pick<Reply<typeof profile.overview>, 'completion'>

/** The newest three projects of the member. */
function RecentProjects({ projects, recalled }: RecentProjectsProps) {
  return (
    <Sheet as="section" aria-label="Recent Projects">
      <SheetHead
        title="Recent Projects"
        actions={
          projects.length > 0 && (
            <TextLink to={tabAddress('projects')} preventScrollReset className="text-14 py-2.5">
              View All<span className="sr-only"> Projects</span>
            </TextLink>
          )
        }
      />
      {projects.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
          <p className="min-w-0 flex-1 basis-60">
            <span className="block font-semibold">No projects yet</span>
            <span className="text-quiet">Your own work can be sold here too.</span>
          </p>
          <ButtonLink to={tabAddress('projects')} tone="quiet" preventScrollReset>
            List a Project
          </ButtonLink>
        </div>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {projects.map((project) => (
            <li key={project._id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
              <ProjectThumb project={project} />
              <div className="min-w-0 flex-1 basis-40">
                <h3 className="font-sans font-semibold break-words">
                  <Link to={`/owner/projects/${project._id}`} className="hover:underline">
                    {project.title}
                  </Link>
                </h3>
                <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3 tabular-nums">
                  <span>{project.category}</span>
                  <span className="text-ink">{rupees(project.price)}</span>
                </p>
              </div>
              <VerificationStatus
                status={project.verificationStatus}
                isRecalled={recalled.includes(project._id)}
                hasFiles={project.hasFiles}
                isActive={project.isActive}
                waitsForOwner={project.waitsForOwner}
                isOnSale={project.hasWaitingChanges && project.isOnSale}
              />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

interface RecentProjectsProps {
  projects: readonly OwnProjectCard[]
  /** The ids of the projects whose release was recalled. */
  recalled: readonly string[]
}

const shown = 3

/** The newest projects of the member's wishlist, as stored in this browser, and a link to all of it. */
function WishlistSection() {
  const { items } = useWishlist()
  useEffect(() => void syncWishlist(), [])
  return (
    <Sheet as="section" aria-label="Wishlist">
      <SheetHead
        title="Wishlist"
        actions={
          items.length > 0 && (
            <TextLink to="/wishlist" className="text-14 py-2.5">
              View All<span className="sr-only"> of the Wishlist</span>
            </TextLink>
          )
        }
      >
        <span className="text-13 text-quiet tabular-nums">{items.length}</span>
      </SheetHead>
      {items.length === 0 ? (
        <p className="text-quiet px-4 py-5 sm:px-5">Press the heart on a project to find it here again.</p>
      ) : (
        <ul className="divide-rule divide-y px-5">
          {items.slice(0, shown).map(({ projectId, title }) => (
            <li key={projectId}>
              <Link
                to={`/projects/${projectId}`}
                className="block py-3 font-semibold break-words hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
