import { useEffect, useEffectEvent, useState } from 'react'
import { redirect, useLocation, useNavigate } from 'react-router'

import { day } from '#contract/kit/format.ts'

import { ActionButton, formAction, formActions, useAction } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { store, stored } from '../../shell/session/browser-store.ts'
import { addressWithNext, useMember } from '../../shell/session/session.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Callout } from '../../ui/status.tsx'

export const handle: PageHandle = {
  title: 'Invitation to a seat',
  loading: 'Loading...',
}

interface Invitation {
  invitedBy: string
  projectTitle: string
  expiresAt: string
}

/** Nothing is loaded before the browser has the address with the token, which is behind its #. */
export const clientLoader = () => null

export const clientAction = formActions({
  read: formAction<{ invitation: Invitation }>('Failed to load the invitation', ({ api, form }) =>
    api.seats.invitation({ body: { token: textIn(form, 'token') } }),
  ),
  accept: formAction('Failed to accept the invitation', async ({ api, form }) => {
    const { id } = await api.seats.accept({ body: { token: textIn(form, 'token') } })
    return redirect(`/seats/${id}`)
  }),
  decline: formAction<{ declined: boolean }>('Failed to end the invitation', async ({ api, form }) => {
    await api.seats.decline({ body: { token: textIn(form, 'token') } })
    return { declined: true }
  }),
})

/** The page that the link in an invitation opens: it says who invites and what is kept, and changes nothing by itself. */
export default function InvitationPage() {
  const token = useToken()
  const reading = useAction<{ invitation: Invitation }>({ onFailed: shownHere })
  const declining = useAction<{ declined: boolean }>()
  const read = useEffectEvent((token: string) => reading.send({ intent: 'read', token }))
  useEffect(() => {
    if (token) read(token)
  }, [token])
  const invitation = reading.answer?.invitation
  return (
    <Page className="pb-12">
      <PageHead title="Invitation to a seat" />
      <div className="flex max-w-(--container-text) flex-col gap-5">
        {declining.answer?.declined ? (
          <Callout tone="verified" shown title="Nobody can invite you again">
            The invitation has ended. We keep a keyed hash of your address, only so that no other comes.
          </Callout>
        ) : !token || reading.failure ? (
          <Callout tone="stopped" title="This invitation does not work">
            {reading.failure ?? 'The link is incomplete. Open it from the email again.'}
          </Callout>
        ) : (
          invitation && <Offer invitation={invitation} token={token} declining={declining} />
        )}
      </div>
    </Page>
  )
}

const shownHere = () => {}

/** Returns the token behind the # of the address, or the one that was kept while its reader signed in; '' without any. */
function useToken(): string {
  const inAddress = useLocation().hash.slice(1)
  const [kept] = useState(() => stored('seatInvitation'))
  const navigate = useNavigate()
  useEffect(() => {
    store({ seatInvitation: null })
    if (!inAddress && kept) void navigate(`#${kept}`, { replace: true })
  }, [inAddress, kept, navigate])
  return inAddress || (kept ?? '')
}

function Offer({ invitation, token, declining }: OfferProps) {
  const { invitedBy, projectTitle, expiresAt } = invitation
  const member = useMember()
  return (
    <>
      <p className="text-18 break-words">{`${invitedBy} invites you to a seat of “${projectTitle}”. You download it, set it up and have a licence of your own. It costs nothing.`}</p>
      <section aria-labelledby="kept">
        <h2 id="kept" className="text-18 mb-2">
          What is kept, and who sees it
        </h2>
        <ul className="marker:text-quiet list-disc space-y-1.5 pl-5">
          <li>That your account has this seat, since when, and which releases you download.</li>
          <li>{`${invitedBy} sees your first name, an initial and the day on which you accept.`}</li>
          <li>Whoever has the code of your licence sees your first name and an initial.</li>
          <li>The owner of the project does not see you. Our staff do, when they have to.</li>
          <li>Nothing of this before you press Accept. You can give the seat up at any time.</li>
        </ul>
      </section>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {member ? (
          <ActionButton submit={{ intent: 'accept', token }} pendingText="Accepting...">
            Accept
          </ActionButton>
        ) : (
          <ButtonLink
            to={addressWithNext('/signin', '/seats/invitation')}
            // Addresses are in the log of the server, and whoever reads the token there could accept.
            onClick={() => store({ seatInvitation: token })}
          >
            Sign In to Accept
          </ButtonLink>
        )}
        <ActionButton submit={{ intent: 'decline', token }} tone="quiet" by={declining}>
          Not Me
        </ActionButton>
      </div>
      <p className="text-14 text-quiet">
        <span>{`Open until ${day(expiresAt)}. Not Me ends the invitation, and nobody can invite you again. `}</span>
        <TextLink to="/support/terms">Terms</TextLink>
      </p>
    </>
  )
}

interface OfferProps {
  invitation: Invitation
  token: string
  declining: ReturnType<typeof useAction<{ declined: boolean }>>
}
