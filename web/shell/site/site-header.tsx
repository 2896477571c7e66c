import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'

import { counted } from '#contract/kit/counted.ts'

import { ButtonLink } from '../../ui/button.tsx'
import { IconButton, iconButtonLook } from '../../ui/icon-button.tsx'
import { Logo } from '../logo.tsx'
import { HeaderIcon } from './header-icon.tsx'
import { headerLinks, type ShellLink, type SigningLinks, signingLinks } from './links.ts'
import { MemberLink } from './member-link.tsx'
import { SellLink } from './sell-link.tsx'
import { SiteMenu, type SiteMenuProps } from './site-menu.tsx'

/** The head of every public page; CSS shows the member's or the visitor's half before scripts arrive. */
export function SiteHeader({
  member,
  cartCount,
  signing = signingLinks,
  links = headerLinks,
  onSellSignedOut,
  onLogOut,
}: SiteHeaderProps) {
  const scrolled = useScrolled(50)
  return (
    <header
      data-scrolled={scrolled || undefined}
      className={clsx(
        'site-header sticky top-0 z-20 border-b bg-ground transition-[border-color]',
        scrolled ? 'border-rule' : 'border-transparent',
      )}
    >
      <div className="mx-auto flex h-16 w-full max-w-[calc(75rem+4rem)] items-center px-4 sm:gap-2 sm:px-6 lg:px-8">
        <Link
          to="/"
          aria-label="Readymade, home"
          className="rounded-field mr-auto flex min-h-11 items-center lg:mr-6"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden h-full lg:flex">
          {links.map(({ label, to }) => (
            <NavLink key={to} to={to} className="nav-link">
              {label}
            </NavLink>
          ))}
          <SellLink className="nav-link" onSignedOut={onSellSignedOut} />
        </nav>
        <Link to="/wishlist" aria-label="Wishlist" title="Wishlist" className={iconButtonLook()}>
          <HeaderIcon name="heart" />
        </Link>
        <Link to="/cart" aria-label={cartLabel(cartCount)} title="Cart" className={iconButtonLook()}>
          <HeaderIcon name="shopping-bag" />
          {cartCount > 0 && (
            <span className="bg-ink text-ground absolute top-0.5 right-0.5 min-w-5 rounded-full px-1 text-center font-mono text-[0.6875rem] leading-5">
              {cartCount > 99 ? '99+' : cartCount}
            </span>
          )}
        </Link>
        <MemberLink
          name={member?.name}
          picture={member?.profilePicture}
          folded
          className="member:flex hidden md:-mr-2"
        />
        <ButtonLink
          to={signing.signIn}
          tone="link"
          className="member:hidden px-3! no-underline! max-md:hidden"
        >
          Sign In
        </ButtonLink>
        <ButtonLink to={signing.signUp} tone="quiet" className="member:hidden max-md:hidden">
          Sign Up
        </ButtonLink>
        <IconButton label="Menu" className="lg:hidden" popoverTarget="site-menu">
          <HeaderIcon name="menu" />
        </IconButton>
      </div>
      <SiteMenu
        id="site-menu"
        links={links}
        member={member}
        signing={signing}
        onSellSignedOut={onSellSignedOut}
        onLogOut={onLogOut}
      />
    </header>
  )
}

function useScrolled(threshold: number): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > threshold)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [threshold])
  return scrolled
}

const cartLabel = (count: number) => `Cart, ${count === 0 ? 'empty' : counted(count, 'item')}`

export type SiteHeaderProps = {
  member: SiteMenuProps['member']
  cartCount: number
  signing?: SigningLinks
  links?: readonly ShellLink[]
} & Pick<SiteMenuProps, 'onSellSignedOut' | 'onLogOut'>
