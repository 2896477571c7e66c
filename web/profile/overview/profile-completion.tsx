import { Link } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { type profile, type ProfilePart, profileParts } from '#contract/profile.ts'

import { ButtonLink } from '../../ui/button.tsx'
import { ShareBar } from '../../ui/feedback/progress.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { editAddress } from '../tabs.ts'

/** How complete the profile is; what is missing leads to its field. */
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
        <ul className="mt-4 grid grid-cols-2 gap-x-4">
          {profileParts.map((part) => (
            <li key={part} className="text-14 flex min-h-11 items-center sm:min-h-9">
              {missing.includes(part) ? (
                <Link
                  to={addresses[part]}
                  preventScrollReset={part !== 'picture'}
                  className="flex min-h-11 items-center gap-2 hover:underline sm:min-h-9"
                >
                  <Icon name="plus" className="text-quiet size-4" />
                  <span className="sr-only">Add: </span>
                  {words[part]}
                </Link>
              ) : (
                <span className="text-quiet flex items-center gap-2">
                  <Icon name="check" className="text-verified size-4" />
                  {words[part]}
                  <span className="sr-only"> (done)</span>
                </span>
              )}
            </li>
          ))}
        </ul>
        {first && (
          <ButtonLink to={addresses[first]} wide className="mt-4" preventScrollReset>
            Complete Your Profile
          </ButtonLink>
        )}
      </div>
    </Sheet>
  )
}

const words: Record<ProfilePart, string> = {
  name: 'Name',
  phone: 'Phone',
  college: 'College',
  course: 'Course',
  year: 'Year',
  address: 'Address',
  picture: 'Picture',
  socialMedia: 'Social links',
}

const addresses: Record<ProfilePart, string> = {
  name: editAddress('name'),
  phone: editAddress('phone'),
  college: editAddress('college'),
  course: editAddress('course'),
  year: editAddress('year'),
  address: editAddress('street'),
  picture: '#profile-picture',
  socialMedia: editAddress('linkedin'),
}

type ProfileCompletionProps = Pick<Reply<typeof profile.overview>, 'completion'>
