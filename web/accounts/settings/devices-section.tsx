import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Session } from '#contract/accounts/account-settings.ts'
import { day, minute } from '#contract/format.ts'

import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { NotLoaded } from './account-form.tsx'
import { accountAddress, type AccountAnswer } from './account-route.ts'

/** Where the member is signed in, and how to end it. */
export function DevicesSection({ sessions }: { sessions: Session[] | undefined }) {
  const others = sessions?.filter(({ isThisDevice }) => !isThisDevice) ?? []
  return (
    <Sheet as="section" aria-label="Your devices">
      <SheetHead
        title="Your devices"
        actions={others.length > 1 && <SignOut intent="end-others">Sign Out All Others</SignOut>}
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
          {name}
          {isThisDevice && <Badge>This device</Badge>}
        </p>
        <p className="text-14 text-quiet">
          {network && (
            <>
              Network <span className="font-mono">{network}</span>,{' '}
            </>
          )}
          signed in {day(createdAt)},{' '}
          <span className="whitespace-nowrap">last used {minute(lastUsedAt)}</span>
        </p>
      </div>
      {!isThisDevice && (
        <SignOut intent="end-session" id={id}>
          Sign Out<span className="sr-only">: {name}</span>
        </SignOut>
      )}
    </li>
  )
}

function SignOut({ intent, id, children }: { intent: string; id?: string; children: React.ReactNode }) {
  const fetcher = useFetcher<AccountAnswer>()
  useEffect(() => {
    const { done, message } = fetcher.data ?? {}
    if (done) notify(done, { tone: 'done' })
    else if (message) notify(message, { tone: 'failed' })
  }, [fetcher.data])
  return (
    <fetcher.Form method="post" action={accountAddress}>
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="id" value={id} />}
      <Button type="submit" tone="quiet" size="small" pending={fetcher.state !== 'idle'}>
        {children}
      </Button>
    </fetcher.Form>
  )
}
