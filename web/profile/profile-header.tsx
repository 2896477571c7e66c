import { clsx } from 'clsx'
import { useNavigate } from 'react-router'

import type { User } from '#contract/accounts.ts'
import { day } from '#contract/kit/day.ts'

import { AvatarControl } from '../accounts/avatar/avatar-control.tsx'
import { logOut } from '../session/member-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Label } from '../ui/layout/label.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { longNameLook } from '../ui/text/long-name.ts'
import { MailText } from '../ui/text/mail-text.tsx'
import { editAddress } from './tabs.ts'

/** Who the member is, as a card: picture, name, email and badges, with the ways to edit the profile and to leave. */
export function ProfileHeader({ user }: { user: User }) {
  const navigate = useNavigate()
  const studies = [user.course, user.year, user.college].filter(Boolean)
  const leave = async () => {
    await logOut()
    await navigate('/')
  }
  return (
    <Label
      as="section"
      aria-label="Your card"
      className="mt-6 mb-8 md:mt-8"
      head={
        <>
          <span>Readymade</span>
          <span>since {day(user.createdAt).replace(/^\d+ /, '')}</span>
        </>
      }
      top={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 px-5 pt-3 pb-5">
          <div id="profile-picture" className="scroll-mt-24">
            <AvatarControl name={user.name} picture={user.profilePicture} />
          </div>
          <div className="min-w-0 flex-1 basis-60 sm:basis-88">
            <h1 className={clsx('text-28 lg:text-36 break-words', longNameLook(user.name))}>{user.name}</h1>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="text-quiet sm:max-lg:text-14 wrap-anywhere">
                <MailText of={user.email} alone />
              </span>
              <Badge>{user.isAgent ? 'Agent' : 'Member'}</Badge>
              {user.isEmailVerified && (
                <span className="text-13 text-verified inline-flex items-center gap-1 font-mono">
                  <Icon name="badge-check" className="size-4" />
                  Verified email
                </span>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              to={editAddress('name')}
              tone="quiet"
              icon={<Icon name="pencil" />}
              preventScrollReset
            >
              Edit Profile
            </ButtonLink>
            <Button tone="quiet" icon={<Icon name="log-out" />} onClick={() => void leave()}>
              Logout
            </Button>
          </div>
        </div>
      }
    >
      <p className="text-14 flex flex-wrap items-center justify-between gap-x-6 px-5 py-1.5">
        <span className="text-quiet py-1.5">
          {studies.length > 0 ? studies.join(', ') : 'No college or course yet'}
        </span>
        {user.preferences.publicProfile ? (
          <TextLink to={`/members/${user._id}`} className="py-1.5">
            See your public profile
          </TextLink>
        ) : (
          <span className="text-quiet py-1.5">
            Only you see this profile. <TextLink to="/profile?tab=settings">Change</TextLink>
          </span>
        )}
      </p>
    </Label>
  )
}
