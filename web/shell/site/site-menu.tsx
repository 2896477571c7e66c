import { useEffect } from 'react'
import { NavLink, useLocation } from 'react-router'

import { Button, ButtonLink } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { hidePopover, usePopover } from '../../ui/overlay/use-popover.ts'
import { Logo } from '../logo.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'
import { memberLinks, type ShellLink, type SigningLinks } from './links.ts'
import { MemberLink } from './member-link.tsx'
import { SellLink } from './sell-link.tsx'

/** The menu of small screens: fills the window, keeps the page still, closes when one goes somewhere. */
export function SiteMenu({ id, links, member, signing, onSellSignedOut, onLogOut }: SiteMenuProps) {
  const ref = usePopover()
  const { key } = useLocation()
  useEffect(() => {
    const menu = ref.current
    // Not when the scripts take over: it may have been opened before.
    return () => hidePopover(menu)
  }, [key, ref])
  return (
    <section ref={ref} aria-label="Menu" id={id} popover="auto" className="full-window">
      <div className="flex h-16 items-center justify-between px-4 sm:px-6">
        <Logo />
        <IconButton label="Close menu" popoverTarget={id} popoverTargetAction="hide">
          <Icon name="x" />
        </IconButton>
      </div>
      <nav aria-label="Places" className="px-4 pt-4 sm:px-6">
        <ul className="border-ink border-t-2">
          {links.map(({ label, to }) => (
            <li key={to} className="border-rule border-b">
              <NavLink to={to} end={to === '/'} className="menu-link">
                {label}
              </NavLink>
            </li>
          ))}
          <li className="border-rule border-b">
            <SellLink className="menu-link" onSignedOut={onSellSignedOut} />
          </li>
        </ul>
      </nav>
      <div className="mt-auto flex flex-col gap-3 px-4 pt-8 pb-6 sm:px-6">
        <MemberLink
          name={member?.name}
          picture={member?.profilePicture}
          className="member:flex -mx-2 hidden"
        />
        <div className="member:grid hidden grid-cols-2 gap-3">
          {memberLinks.map(({ label, to }) => (
            <ButtonLink key={to} to={to} tone="quiet">
              {label}
            </ButtonLink>
          ))}
        </div>
        <Button
          tone="quiet"
          wide
          icon={<Icon name="log-out" />}
          className="member:flex hidden"
          onClick={() => {
            hidePopover(ref.current)
            onLogOut?.()
          }}
        >
          Logout
        </Button>
        <ButtonLink to={signing.signUp} wide className="member:hidden">
          Sign Up
        </ButtonLink>
        <ButtonLink to={signing.signIn} tone="quiet" wide className="member:hidden">
          Sign In
        </ButtonLink>
        <ThemeSwitch className="mt-3" />
      </div>
    </section>
  )
}

export type SiteMenuProps = {
  id: string
  links: readonly ShellLink[]
  member: { name: string; profilePicture?: string | null } | null
  signing: SigningLinks
  /** Asks who is signed out and presses Sell. */
  onSellSignedOut?: (() => void) | undefined
  onLogOut?: (() => void) | undefined
}
