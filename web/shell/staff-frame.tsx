import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { hidePopover, usePopover } from '../ui/drawer.tsx'
import { Icon } from '../ui/icon.tsx'
import { Breadcrumb, type Crumb } from '../ui/page.tsx'
import { Logo } from './logo.tsx'
import { PendingLine } from './page-states.tsx'
import { store, stored, useStored } from './session/browser-store.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** The layout of staff pages: a sidebar that folds to icons (a drawer on phones), and a header with breadcrumbs. */
export function StaffLayout({
  entries,
  user,
  crumbs,
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
  // A page below an entry belongs to the one that its breadcrumbs name, which its address need not.
  const place = [pathname, ...crumbs.slice(1).map(({ to }) => to)].find((address) =>
    entries.some(({ to }) => to === address),
  )
  const sidebar = { entries, place, user, onLogout }
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
            <Breadcrumb steps={crumbs} className="min-w-0 flex-1 basis-24" />
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
        {children}
      </StaffFrame>
    </>
  )
}

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
  crumbs: readonly Crumb[]
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
function StaffSidebar({ entries, place, user, folded, onLogout }: StaffSidebarProps) {
  const places = useRef<HTMLElement>(null)
  // The list may be longer than the window is high.
  useEffect(() => {
    places.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
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
        <ul className="flex flex-col gap-1 pointer-fine:gap-0.5">
          {entries.map(({ label, to, icon, count, group }, at) => (
            <li key={to}>
              {group !== undefined && group !== entries[at - 1]?.group && (
                <p
                  className={clsx(
                    'border-rule text-13 text-quiet mt-1 border-t pt-1 pb-0.5',
                    folded ? 'h-0' : 'px-3',
                  )}
                  aria-hidden="true"
                >
                  {!folded && group}
                </p>
              )}
              <Link
                to={to}
                aria-current={to === place ? 'page' : undefined}
                title={folded ? label : undefined}
                className={clsx(
                  'relative flex min-h-11 items-center pointer-fine:min-h-8 gap-3 rounded-field px-3 text-quiet transition-colors hover:bg-sunk hover:text-ink',
                  'aria-[current=page]:bg-sunk aria-[current=page]:font-semibold aria-[current=page]:text-ink [&>svg]:size-5 [&>svg]:shrink-0',
                )}
              >
                {icon}
                <span className={folded ? 'sr-only' : 'flex-1 truncate'}>{label}</span>
                {count !== undefined && count > 0 && (
                  <span className={clsx('text-13 tabular-nums', folded && 'sr-only')}>
                    {count}
                    <span className="sr-only"> waiting</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={clsx('flex flex-col gap-2 border-t border-rule p-2', folded && 'items-center')}>
        {!folded && <ThemeSwitch />}
        <div className={clsx('flex min-w-0 items-center gap-2', folded && 'flex-col')}>
          <Avatar name={user.name} />
          <div className={folded ? 'sr-only' : 'min-w-0 flex-1'}>
            <p className="text-14 truncate leading-5 font-semibold">{user.name}</p>
            <p className="text-13 text-quiet truncate">{user.role}</p>
          </div>
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

/** An entry of the sidebar. Adjacent entries with the same `group` stand below it as their heading. */
export type SidebarEntry = {
  label: string
  to: string
  icon: ReactNode
  count?: number | undefined
  group?: string
}
type SidebarUser = { name: string; role: string }
type StaffSidebarProps = {
  entries: readonly SidebarEntry[]
  /** The address of the entry that the page belongs to. */
  place: string | undefined
  user: SidebarUser
  folded?: boolean
  onLogout: () => void
}
