import { Fragment, useEffect, useState } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'

import { CommandPalette } from '../dashboard/command-palette.tsx'
import { type PageHandle, useHandle, usePageTitle } from '../shell/page-handle.tsx'
import { PageFailed } from '../shell/page-states.tsx'
import { apiContext } from '../shell/session/api.ts'
import { ApiContext } from '../shell/session/member-api.ts'
import { useSignOutElsewhere } from '../shell/session/session.ts'
import {
  clearStaffSession,
  isStaffSignedIn,
  roleLabels,
  staffApi,
  staffSignedIn,
  storedAdmin,
} from '../shell/session/staff-session.ts'
import { StaffFrame, StaffLayout, StaffTabs } from '../shell/staff-frame.tsx'
import { Loading, Skeleton } from '../ui/placeholders.tsx'
import type { Route } from './+types/staff-layout'
import { defaultStaffFailure } from './page-layout.tsx'
import { accountPage, entriesFor, placesOf } from './places.tsx'

export const handle: PageHandle = { isPublic: false, titleEnd: 'Readymade staff' }

/** Sets `apiContext` for the pages below, or redirects to /admin/login. */
export const clientMiddleware = [staffSignedIn]

export function clientLoader({ context }: Route.ClientLoaderArgs) {
  const admin = storedAdmin()
  if (!admin) throw redirect('/admin/login')
  // Nothing waits for the counts, and without them the sidebar has none.
  const toDo = context
    .get(apiContext)
    .dashboard.toDo()
    .then(
      (answer) => answer.toDo,
      () => undefined,
    )
  return { admin, toDo }
}

/** The counts are read again on every page, and after every change that succeeded. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  (formMethod !== undefined && defaultShouldRevalidate) || currentUrl.pathname !== nextUrl.pathname

/** The layout of all staff pages. */
export default function StaffRoot({ loaderData: { admin, toDo } }: Route.ComponentProps) {
  const navigate = useNavigate()
  useSignOutElsewhere(isStaffSignedIn)
  const title = usePageTitle()
  const { fact: steps = title ? [{ label: title }] : [] } = useHandle('steps')
  const leave = async () => {
    const api = await staffApi()
    await api.staff.logout().catch(() => {})
    clearStaffSession()
    await navigate('/admin/login')
  }
  const entries = entriesFor(admin.role, useLatest(toDo))
  return (
    <StaffLayout
      entries={entries}
      user={{ name: admin.name, role: roleLabels[admin.role], page: accountPage }}
      steps={steps}
      search={<CommandPalette places={placesOf(entries)} />}
      pendingText={pendingText}
      onLogout={() => void leave()}
    >
      <ApiContext value={staffApi}>
        <Outlet />
      </ApiContext>
    </StaffLayout>
  )
}

/** Returns what a promise resolved with, and until then what the one before did. */
function useLatest<Value>(promise: Promise<Value>): Value | undefined {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isLatest = true
    void promise.then((resolved) => isLatest && resolved !== undefined && setValue(resolved))
    return () => void (isLatest = false)
  }, [promise])
  return value
}

/** Shown before the browser knows who is signed in: the name of the page and its loading text. */
export function HydrateFallback() {
  const { pathname } = useLocation()
  const text = pendingText(pathname)
  const entries = entriesFor('super_admin')
  const place = placesOf(entries).find(({ to }) => pathname.startsWith(to))
  return (
    <StaffFrame>
      {/* Invisible, because not everybody sees the same tabs. */}
      <div className="invisible">
        <StaffTabs entries={entries} />
      </div>
      <h1 className="text-28 mb-1">{place?.label ?? 'Readymade staff'}</h1>
      <Loading text={text}>
        <span aria-hidden="true" className="text-quiet mb-5 block">
          {text}
        </span>
        <span className="sheet divide-rule block divide-y">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
            <span key={row} className="flex items-center justify-between gap-8 p-4 sm:p-5">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-4 w-1/6" />
            </span>
          ))}
        </span>
      </Loading>
    </StaffFrame>
  )
}

/** Replaces the layout when it fails itself; staff are still not led to the public pages. */
export const ErrorBoundary = () => (
  <main>
    <PageFailed defaultFailure={defaultStaffFailure} within={Fragment} />
  </main>
)

/** Returns the text that is shown while a staff page is loading. */
function pendingText(path: string): string {
  const page = placesOf(entriesFor('super_admin')).find(({ to }) => path.startsWith(to))
  const what = page?.to === path ? page.label.toLowerCase() : oneOf[page?.label ?? '']
  return what ? `Loading ${what}...` : 'Loading...'
}

/** What is loading below a page with a list, by the label of that page. */
const oneOf: Record<string, string> = {
  Projects: 'project',
  Members: 'member',
  Orders: 'order',
  Contacts: 'message',
}
