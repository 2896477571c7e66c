import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'

import type { Route } from './+types/site-layout'
import { useCart } from './orders/cart.ts'
import { useAddressBefore } from './shell/document.ts'
import { PendingLine } from './shell/page-states.tsx'
import { LoginRequired } from './shell/sell-link.tsx'
import { apiContext } from './shell/session/api.ts'
import { logOut, memberApi } from './shell/session/member-api.ts'
import {
  addressWithNext,
  hasLostSession,
  isSignedIn,
  rememberUser,
  useMember,
  useSignOutElsewhere,
} from './shell/session/session.ts'
import { SiteLayout } from './shell/site-frame.tsx'
import { useSite, usualSite } from './shell/site.ts'

/** What a page of the site may need besides its own data. Without it a page says what usually holds. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { site } = await context
    .get(apiContext)
    .content.site()
    .catch(() => ({ site: usualSite }))
  return { site, origin: url.origin }
}

/** It comes with the document; asking again at every step would only cost. */
export const shouldRevalidate = () => false

/** The frame of every page for visitors and members. */
export default function SiteFrame() {
  const member = useMember()
  const cart = useCart()
  const signing = signingFrom(useLocation())
  const { operator, social } = useSite()
  const navigate = useNavigate()
  const [isSelling, setSelling] = useState(false)
  const onSellSignedOut = () => setSelling(true)
  const onLogOut = async () => {
    await logOut()
    await navigate('/')
  }
  useSignOutElsewhere(isSignedIn, hasLostSession)
  useUserCheck()
  useAddressBefore()
  return (
    <SiteLayout
      header={{
        member,
        cartCount: cart.filter(({ isLeftOut }) => !isLeftOut).length,
        signing,
        onSellSignedOut,
        onLogOut: () => void onLogOut(),
      }}
      footer={{ operator, social, onSellSignedOut }}
    >
      <PendingLine textFor={pendingText} />
      <Outlet />
      <LoginRequired open={isSelling} onClose={() => setSelling(false)} />
    </SiteLayout>
  )
}

/** Who signs in while looking at a project, an owner, the wishlist or the cart comes back to it; from other pages sign-in leads home (specification section 2). */
function signingFrom({ pathname }: { pathname: string }) {
  const next = /^\/(projects\/.|members\/.|cart$|wishlist$|checkout$)/.test(pathname) ? pathname : null
  return { signIn: addressWithNext('/signin', next), signUp: addressWithNext('/signup', next) }
}

/** The specification's words where it has some. */
function pendingText(path: string): string {
  if (path === '/') return 'Loading amazing projects...'
  if (path === '/projects') return 'Loading projects...'
  if (path.startsWith('/projects/')) return 'Loading project...'
  if (path.startsWith('/members/')) return 'Loading profile...'
  if (path === '/categories') return 'Loading categories...'
  return 'Loading...'
}

/** Signed-in status and user data are checked again every 10 minutes (specification section 9). */
function useUserCheck() {
  useEffect(() => {
    const timer = setInterval(() => void checkUser(), 600_000)
    return () => clearInterval(timer)
  }, [])
}

async function checkUser() {
  if (!isSignedIn()) return
  const api = await memberApi()
  const { user } = await api.accounts.profile().catch(() => ({ user: undefined }))
  if (user) rememberUser(user)
}
