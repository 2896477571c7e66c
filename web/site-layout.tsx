import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'

import type { Route } from './+types/site-layout'
import { useCart } from './orders/cart.ts'
import { useRecordAddress } from './shell/document.ts'
import { PendingLine } from './shell/page-states.tsx'
import { siteContext } from './shell/session/api.ts'
import { logOut, memberApi } from './shell/session/member-api.ts'
import {
  addressWithNext,
  hasLostSession,
  isSignedIn,
  storeUser,
  useMember,
  useSignOutElsewhere,
} from './shell/session/session.ts'
import { SiteLayout } from './shell/site-frame.tsx'
import { useSite, defaultSite } from './shell/site.ts'

/** Loads the site facts that a page may need besides its own data; the default ones when that fails. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const site = await context
    .get(siteContext)()
    .catch(() => defaultSite)
  return { site, origin: url.origin }
}

/** Does not load the site facts again, because they come with the document. */
export const shouldRevalidate = () => false

/** The header and footer around every page for visitors and members. */
export default function SiteFrame() {
  const member = useMember()
  const cart = useCart()
  const signing = signingFrom(useLocation())
  const { operator, grievanceOfficer, nodalOfficer, social } = useSite()
  const officers = [
    { office: 'Grievance officer', officer: grievanceOfficer },
    { office: 'Nodal officer', officer: nodalOfficer },
  ].flatMap(({ office, officer }) => (officer ? [{ office, officer }] : []))
  const navigate = useNavigate()
  const onLogOut = async () => {
    await logOut()
    await navigate('/')
  }
  useSignOutElsewhere(isSignedIn, hasLostSession)
  useUserCheck()
  useRecordAddress()
  return (
    <SiteLayout
      header={{
        member,
        cartCount: cart.filter(({ isLeftOut }) => !isLeftOut).length,
        signing,
        onLogOut: () => void onLogOut(),
      }}
      footer={{ operator, officers, social }}
    >
      <PendingLine textFor={pendingText} />
      <Outlet />
    </SiteLayout>
  )
}

/**
 * Returns the links to sign-in and sign-up. From a project, an owner, the wishlist, the cart or the checkout they
 * lead back there; from other pages they lead home (specification section 2).
 */
function signingFrom({ pathname }: { pathname: string }) {
  const next = /^\/(projects\/.|members\/.|cart$|wishlist$|checkout$)/.test(pathname) ? pathname : null
  return { signIn: addressWithNext('/signin', next), signUp: addressWithNext('/signup', next) }
}

/** Returns the loading text of a page, the specification's where it has one. */
function pendingText(path: string): string {
  if (path === '/') return 'Loading amazing projects...'
  if (path === '/projects') return 'Loading projects...'
  if (path.startsWith('/projects/')) return 'Loading project...'
  if (path.startsWith('/members/')) return 'Loading profile...'
  if (path === '/categories') return 'Loading categories...'
  return 'Loading...'
}

/** Checks the signed-in status and user data again every 10 minutes (specification section 9). */
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
  if (user) storeUser(user)
}
