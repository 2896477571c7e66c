import { Link } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { type profile, type ProfilePart, profileParts } from '#contract/profile.ts'

import { ButtonLink } from '../../ui/button.tsx'
import { ShareBar } from '../../ui/feedback/progress.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { editAddress } from '../tabs.ts'

/** How complete the profile is, group by group; what a group lacks stands below it and leads to its field. */
export function ProfileCompletion({ completion: { percent, done, missing } }: ProfileCompletionProps) {
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
                  {group}
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
          <ButtonLink to={places[first].address} wide className="mt-4" preventScrollReset>
            Complete Your Profile
          </ButtonLink>
        )}
      </div>
    </Sheet>
  )
}

const groups = ['Basic Info', 'Contact Details', 'Portfolio'] as const

/** In which group each part stands, and where it is filled in. */
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
