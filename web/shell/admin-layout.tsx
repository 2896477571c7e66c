import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'

import { store, stored, useStored } from '../browser-store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Breadcrumb, type Crumb } from '../ui/layout/breadcrumb.tsx'
import { hidePopover, usePopover } from '../ui/overlay/use-popover.ts'
import { AdminSidebar, type AdminEntry, type AdminUser } from './admin-sidebar.tsx'
import { PendingLine } from './pending-line.tsx'

/** The workbench of staff: a sidebar that folds to icons (a drawer on phones), a head with the way here. */
export function AdminLayout({
  entries,
  user,
  crumbs,
  search,
  pendingText,
  onLogout,
  children,
}: AdminLayoutProps) {
  const folded = useStored(isFolded, false)
  const drawer = usePopover()
  const { key } = useLocation()
  useEffect(() => {
    hidePopover(drawer.current)
  }, [key, drawer])
  const sidebar = { entries, user, onLogout }
  return (
    <>
      <PendingLine textFor={pendingText} />
      <section ref={drawer} id="admin-menu" popover="auto" aria-label="Admin menu" className="side-drawer">
        <AdminSidebar {...sidebar} />
      </section>
      <AdminFrame
        sidebar={<AdminSidebar {...sidebar} folded={folded} />}
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
            <Breadcrumb steps={crumbs} className="mr-auto min-w-0" />
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
      </AdminFrame>
    </>
  )
}

/** The places of the workbench's parts; they keep them while what is in them is on its way. */
export function AdminFrame({ sidebar, head, children }: AdminFrameProps) {
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
        <header className="border-rule bg-ground sticky top-0 z-20 flex h-14 items-center gap-2 border-b px-2 sm:px-4">
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

export interface AdminFrameProps {
  sidebar?: ReactNode
  head?: ReactNode
  children: ReactNode
}

export type AdminLayoutProps = {
  entries: readonly AdminEntry[]
  user: AdminUser
  crumbs: readonly Crumb[]
  /** The way to anything by its name, in the head. */
  search: ReactNode
  /** What is said while a page is on its way. */
  pendingText: (path: string) => string
  onLogout: () => void
  children: ReactNode
}
