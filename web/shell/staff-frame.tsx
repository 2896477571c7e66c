import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { hidePopover, usePopover } from '../ui/drawer.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Breadcrumb, type Crumb } from '../ui/page.tsx'
import { StateLink } from '../ui/pagination.tsx'
import { Logo } from './logo.tsx'
import { PendingLine } from './page-states.tsx'
import { store, stored, useStored } from './session/browser-store.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * The layout of staff pages: a sidebar that folds to icons (a drawer on phones), a header with breadcrumbs, and tabs above
 * the pages of one entry.
 */
export function StaffLayout({
  entries,
  user,
  steps,
  search,
  pendingText,
  onLogout,
  children,
}: StaffLayoutProps) {
  const folded = useStored(isFolded, false)
  const drawer = usePopover()
  const { key, pathname } = useLocation()
  useEffect(() => {
    hidePopover(drawer.current)
  }, [key, drawer])
  // A page below another belongs to the one that its breadcrumbs name, which its address need not.
  const place = placeAt(entries, [pathname, ...steps.map(({ to }) => to)])
  const sidebar = { entries, current: place?.entry, user, onLogout }
  return (
    <>
      <PendingLine textFor={pendingText} />
      <section ref={drawer} id="admin-menu" popover="auto" aria-label="Admin menu" className="side-drawer">
        <StaffSidebar {...sidebar} />
      </section>
      <StaffFrame
        sidebar={<StaffSidebar {...sidebar} folded={folded} />}
        head={
          <>
            <IconButton label="Menu" popoverTarget="admin-menu" className="lg:hidden">
              <Icon name="menu" />
            </IconButton>
            <IconButton
              label={folded ? 'Expand sidebar' : 'Collapse sidebar'}
              aria-expanded={!folded}
              aria-controls="admin-sidebar"
              onClick={() => store({ adminSidebar: folded ? 'open' : 'folded' })}
              className="max-lg:hidden"
            >
              <Icon name="panel-left" />
            </IconButton>
            <Breadcrumb
              steps={[
                { label: 'Admin', to: '/admin/dashboard' },
                ...(place && labelOf(place.entry) !== place.page.label
                  ? [{ label: labelOf(place.entry), to: place.entry.pages[0].to }]
                  : []),
                ...steps,
              ]}
              // Phones have room for three.
              className="min-w-0 flex-1 basis-24 max-sm:[&_li:nth-last-child(3)>[aria-hidden]]:hidden max-sm:[&_li:nth-last-child(n+4)]:hidden"
            />
            {search}
            <ButtonLink
              to="/"
              target="_blank"
              rel="noreferrer"
              tone="link"
              size="small"
              className="font-normal! no-underline! hover:underline!"
              icon={<Icon name="external-link" />}
            >
              <span className="max-sm:sr-only">View Site</span>
              <span className="sr-only"> (opens in a new tab)</span>
            </ButtonLink>
            <span className="border-rule text-14 max-w-40 truncate border-l pr-2 pl-4 font-semibold max-md:hidden">
              {user.name}
            </span>
          </>
        }
      >
        <StaffTabs entries={entries} />
        {children}
      </StaffFrame>
    </>
  )
}

/** Finds the entry and its page with the first of some addresses that any of them has. */
function placeAt(entries: readonly SidebarEntry[], addresses: readonly (string | undefined)[]) {
  for (const address of addresses)
    for (const entry of entries) {
      const page = entry.pages.find(({ to }) => to === address)
      if (page) return { entry, page }
    }
}

/** Links to the pages of one entry, above each of them; nothing above other pages. */
export function StaffTabs({ entries }: { entries: readonly SidebarEntry[] }) {
  const { pathname } = useLocation()
  const place = placeAt(entries, [pathname])
  if (!place || place.entry.pages.length === 1) return null
  return (
    <nav
      aria-label={`Pages of ${labelOf(place.entry)}`}
      className="scroll-strip border-rule text-14 -mt-2 mb-5 flex gap-6 border-b"
    >
      {place.entry.pages.map((page) => (
        <StateLink key={page.to} to={page.to} isHere={page === place.page}>
          <span>{page.label}</span>
          <WaitingCount count={page.count} />
        </StateLink>
      ))}
    </nav>
  )
}

/** The number of what waits for staff; nothing where nothing does. */
const WaitingCount = ({ count = 0, className }: { count?: number | undefined; className?: string }) =>
  count > 0 && (
    <span className={clsx('count', className)}>
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )

/** The places of the sidebar, the header and the page, which stay while their contents are loading. */
export function StaffFrame({ sidebar, head, children }: StaffFrameProps) {
  const folded = useStored(isFolded, false)
  return (
    <div className="flex min-h-dvh">
      <aside
        id="admin-sidebar"
        aria-label="Admin"
        className={clsx(
          'sticky top-0 hidden h-dvh shrink-0 border-r border-rule bg-sheet lg:block',
          folded ? 'w-17' : 'w-60',
        )}
      >
        {sidebar}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="staff-header border-rule bg-ground sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-x-2 border-b px-2 sm:px-4">
          {head}
        </header>
        <main id="main" className="min-w-0 flex-1 p-4 sm:p-6 xl:p-8">
          {children}
        </main>
      </div>
    </div>
  )
}

const isFolded = () => stored('adminSidebar') === 'folded'

interface StaffFrameProps {
  sidebar?: ReactNode
  head?: ReactNode
  children: ReactNode
}

type StaffLayoutProps = {
  entries: readonly SidebarEntry[]
  user: SidebarUser
  /** The breadcrumbs of the page, below the entry that it belongs to. */
  steps: readonly Crumb[]
  /** The search button in the header. */
  search: ReactNode
  /** The text that is shown while a page is loading. */
  pendingText: (path: string) => string
  onLogout: () => void
  children: ReactNode
}

/**
 * The sidebar of staff pages, with the user at its foot. When it is folded, only the icons are visible, and the
 * labels become their names.
 */
function StaffSidebar({ entries, current, user, folded, onLogout }: StaffSidebarProps) {
  const places = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // The list may be longer than the window is high.
  useEffect(() => {
    places.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.icon])
  return (
    <div className="flex h-full flex-col">
      <Link
        to="/admin/dashboard"
        aria-label="Readymade admin"
        className="border-rule flex h-14 items-center border-b px-4.5"
      >
        <Logo bare={folded} />
      </Link>
      <nav
        ref={places}
        aria-label="Admin"
        className="scroll-cue-below flex-1 scroll-py-12 overflow-y-auto px-3 py-2"
      >
        <ul className="flex flex-col gap-0.5">
          {entries.map((entry) => (
            <li key={entry.icon} className={clsx(entry.isApart && 'border-rule mt-2 border-t pt-2')}>
              <Link
                to={entry.pages[0].to}
                aria-current={entry === current ? 'page' : undefined}
                title={folded ? labelOf(entry) : undefined}
                className={clsx(
                  'relative flex min-h-11 items-center pointer-fine:min-h-8 gap-3 rounded-field px-3 text-quiet transition-colors hover:bg-sunk hover:text-ink',
                  'aria-[current=page]:bg-sunk aria-[current=page]:font-semibold aria-[current=page]:text-ink [&>svg]:size-5 [&>svg]:shrink-0',
                )}
              >
                <Icon name={entry.icon} />
                <span className={folded ? 'sr-only' : 'flex-1 truncate'}>{labelOf(entry)}</span>
                <WaitingCount
                  count={entry.pages.reduce((sum, { count = 0 }) => sum + count, 0)}
                  className={folded ? 'sr-only' : undefined}
                />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={clsx('flex flex-col gap-2 border-t border-rule p-2', folded && 'items-center')}>
        {!folded && <ThemeSwitch />}
        <div className={clsx('flex min-w-0 items-center gap-2', folded && 'flex-col')}>
          <Link
            to={user.page.to}
            title={user.page.label}
            aria-current={pathname === user.page.to ? 'page' : undefined}
            className={clsx(
              'rounded-field hover:bg-sunk aria-[current=page]:bg-sunk flex min-h-11 min-w-0 items-center gap-2',
              folded ? 'w-11 justify-center' : 'flex-1 pr-2',
            )}
          >
            <Avatar name={user.name} />
            <span className={folded ? 'sr-only' : 'min-w-0 flex-1'}>
              <span className="sr-only">{`${user.page.label}: `}</span>
              <span className="text-14 block truncate leading-5 font-semibold">{user.name}</span>
              <span className="text-13 text-quiet block truncate">{user.role}</span>
            </span>
          </Link>
          <Button
            tone="quiet"
            size="small"
            title={folded ? 'Logout' : undefined}
            onClick={onLogout}
            icon={folded && <Icon name="log-out" />}
          >
            <span className={folded ? 'sr-only' : undefined}>Logout</span>
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The label of an entry. */
export const labelOf = ({ label, pages }: SidebarEntry) => label ?? pages[0].label

/** An entry of the sidebar. It leads to the first of its pages, which stand beside each other in tabs. */
export type SidebarEntry = {
  icon: IconName
  /** The label where it is not that of the first page. */
  label?: string
  /** Whether a line stands above it. */
  isApart?: true
  pages: readonly [SidebarPage, ...SidebarPage[]]
}
/** A page; `count` is the number of what waits there for staff. */
type SidebarPage = { label: string; to: string; count?: number | undefined }
type SidebarUser = { name: string; role: string; page: SidebarPage }
type StaffSidebarProps = {
  entries: readonly SidebarEntry[]
  /** The entry that the page belongs to. */
  current: SidebarEntry | undefined
  user: SidebarUser
  folded?: boolean
  onLogout: () => void
}
