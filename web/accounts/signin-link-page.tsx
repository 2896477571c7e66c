import { useState } from 'react'
import { useNavigate } from 'react-router'

import { type LinkResult, LinkStep } from '../shell/link-step.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { stored } from '../shell/session/browser-store.ts'
import { addressWithNext, localAddress } from '../shell/session/session.ts'
import { AuthFrame } from '../shell/sign-in-frame.tsx'
import { TextLink } from '../ui/button.tsx'
import { openLink, useRedirectAfterSuccess } from './sign-in.ts'

export const handle: PageHandle = {
  title: 'Sign in',
}

/** The page that the link in a sign-in email opens. */
export default function SignInLinkPage() {
  const navigate = useNavigate()
  const [next, setNext] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const [isOver, setOver] = useState(false)
  useRedirectAfterSuccess(isDone, localAddress(next) ?? '/')
  const open = async (linkToken: string): Promise<LinkResult> => {
    // Read it first, because signing in clears it.
    const heading = stored('signInNext')
    const result = await openLink(linkToken)
    if (result.unknown) {
      const state = { email: result.email, linkToken }
      await navigate(addressWithNext('/signup', heading), { state, replace: true })
      return {}
    }
    setNext(heading)
    setDone(result.done !== undefined)
    return result
  }
  return (
    <AuthFrame
      title="Sign in"
      lead={isOver ? undefined : 'This is the link from our email. It signs you in once, in this browser.'}
      foot={
        <span>
          Did you not ask for it? Then close this page. <TextLink to="/">Home</TextLink>
        </span>
      }
    >
      <LinkStep
        onOpen={open}
        onOver={() => setOver(true)}
        renew={{ to: '/signin', label: 'Ask for a New One' }}
      />
    </AuthFrame>
  )
}
