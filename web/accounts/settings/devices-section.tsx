import type { ComponentProps } from 'react'

import type { Session } from '#contract/accounts/account-settings.ts'
import { day, minute } from '#contract/kit/format.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { NotLoaded } from './account-form.tsx'
import { accountAddress } from './account-route.ts'

/** The member's sessions, with buttons that sign the other devices out. */
export function DevicesSection({ sessions }: { sessions: Session[] | undefined }) {
  const others = sessions?.filter(({ isThisDevice }) => !isThisDevice) ?? []
  return (
    <Sheet as="section" aria-label="Your devices">
      <SheetHead
        title="Your devices"
        actions={
          others.length > 1 && <SignOut submit={{ intent: 'end-others' }}>Sign Out All Others</SignOut>
        }
      />
      {sessions ? (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {sessions.map((session) => (
            <Device key={session.id} {...session} />
          ))}
        </ul>
      ) : (
        <NotLoaded>Failed to load your devices</NotLoaded>
      )}
    </Sheet>
  )
}

function Device({ id, device, network, createdAt, lastUsedAt, isThisDevice }: Session) {
  const name = device || 'Unknown device'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{name}</span>
          {isThisDevice && <Badge>This device</Badge>}
        </p>
        <p className="text-14 text-quiet">
          {network && (
            <span>
              Network <span>{network}</span>,{' '}
            </span>
          )}
          <span>{`signed in ${day(createdAt)}, `}</span>
          <span className="inline-block">{`last used ${minute(lastUsedAt)}`}</span>
        </p>
      </div>
      {!isThisDevice && (
        <SignOut submit={{ intent: 'end-session', id }}>
          Sign Out<span className="sr-only">{`: ${name}`}</span>
        </SignOut>
      )}
    </li>
  )
}

const SignOut = (props: Pick<ComponentProps<typeof ActionButton>, 'submit' | 'children'>) => (
  <ActionButton action={accountAddress} tone="quiet" size="small" {...props} />
)
