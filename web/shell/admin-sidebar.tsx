import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The staff's list of places with the user at its foot; folded, only the icons stay and words become names. */
export function AdminSidebar({ entries, user, folded, onLogout }: AdminSidebarProps) {
  const places = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // The window may be lower than the list is long.
  useEffect(() => {
    places.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
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
                    'border-rule text-13 text-quiet mt-1 border-t pt-1 pb-0.5 font-mono',
                    folded ? 'h-0' : 'px-3',
                  )}
                  aria-hidden="true"
                >
                  {!folded && group}
                </p>
              )}
              <NavLink
                to={to}
                title={folded ? label : undefined}
                className={clsx(
                  'relative flex min-h-11 items-center pointer-fine:min-h-8 gap-3 rounded-field px-3 text-quiet transition-colors hover:bg-sunk hover:text-ink',
                  'aria-[current=page]:bg-sunk aria-[current=page]:font-semibold aria-[current=page]:text-ink [&>svg]:size-5 [&>svg]:shrink-0',
                )}
              >
                {icon}
                <span className={folded ? 'sr-only' : 'flex-1 truncate'}>{label}</span>
                {count !== undefined && count > 0 && (
                  <span className={clsx('font-mono text-13 tabular-nums', folded && 'sr-only')}>{count}</span>
                )}
              </NavLink>
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

/** `group`: the heading that it stands under, with those next to it that have the same. */
export type AdminEntry = { label: string; to: string; icon: ReactNode; count?: number; group?: string }
export type AdminUser = { name: string; role: string }
export type AdminSidebarProps = {
  entries: readonly AdminEntry[]
  user: AdminUser
  folded?: boolean
  onLogout: () => void
}
