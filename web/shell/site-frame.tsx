import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

import { counted } from '#contract/kit/format.ts'

import { Avatar, initialOf } from '../ui/avatar.tsx'
import { Button, ButtonLink, IconButton, iconButtonLook } from '../ui/button.tsx'
import { hidePopover, usePopover } from '../ui/drawer.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'
import { SiteFooter, type SiteFooterProps } from './site-footer.tsx'
import { headerLinks, memberLinks, type ShellLink, type SigningLinks, signingLinks } from './site.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** The header of every public page. CSS shows the part for members or for visitors before hydration. */
function SiteHeader({
  member,
  cartCount,
  signing = signingLinks,
  links = headerLinks,
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
      <div className="mx-auto flex min-h-16 w-full max-w-[calc(75rem+4rem)] flex-wrap items-center px-4 sm:gap-x-2 sm:px-6 lg:px-8">
        <Link
          to="/"
          aria-label="Readymade, home"
          className="rounded-field mr-auto flex min-h-11 items-center lg:mr-6"
        >
          <Logo narrows />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden flex-wrap self-stretch lg:flex">
          {links.map(({ label, to }) => (
            <NavLink key={to} to={to} className="nav-link">
              {label}
            </NavLink>
          ))}
        </nav>
        <Link to="/wishlist" aria-label="Wishlist" title="Wishlist" className={iconButtonLook()}>
          <Icon name="heart" />
        </Link>
        <Link to="/cart" aria-label={cartLabel(cartCount)} title="Cart" className={iconButtonLook()}>
          <Icon name="shopping-bag" />
          {cartCount > 0 && (
            <span className="bg-ink text-ground absolute top-0.5 right-0.5 min-w-5 rounded-full px-1 text-center text-[0.6875rem] leading-5">
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
        <IconButton label="Menu" className="-mr-3 lg:hidden" popoverTarget="site-menu">
          <Icon name="menu" />
        </IconButton>
      </div>
      <SiteMenu id="site-menu" links={links} member={member} signing={signing} onLogOut={onLogOut} />
    </header>
  )
}

function useScrolled(threshold: number): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > threshold)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [threshold])
  return scrolled
}

const cartLabel = (count: number) => `Cart, ${count === 0 ? 'empty' : counted(count, 'item')}`

type SiteHeaderProps = {
  member: SiteMenuProps['member']
  cartCount: number
  signing?: SigningLinks
  links?: readonly ShellLink[]
} & Pick<SiteMenuProps, 'onLogOut'>

/** Header, page and footer, with a skip link for those who use the keyboard. */
export function SiteLayout({ header, footer, children }: SiteLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="rounded-field bg-ink text-ground sr-only z-30 px-4 py-2.5 font-semibold focus:not-sr-only focus:fixed focus:top-2.5 focus:left-4"
      >
        Skip to the page
      </a>
      <SiteHeader {...header} />
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
        {children}
      </main>
      <SiteFooter {...footer} />
    </div>
  )
}

type SiteLayoutProps = { header: SiteHeaderProps; footer?: SiteFooterProps; children: ReactNode }

/** The menu of small screens. It fills the window, keeps the page from scrolling, and closes on navigation. */
function SiteMenu({ id, links, member, signing, onLogOut }: SiteMenuProps) {
  const ref = usePopover()
  const { key } = useLocation()
  useEffect(() => {
    const menu = ref.current
    // Not at hydration, because the menu may have been opened before.
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

type SiteMenuProps = {
  id: string
  links: readonly ShellLink[]
  member: { name: string; profilePicture?: string | null } | null
  signing: SigningLinks
  onLogOut?: (() => void) | undefined
}

/**
 * The link to the profile: picture or initial, and 'Hi, {first name}'. CSS fills in the name before hydration. With
 * `folded`, phones show only the picture.
 */
function MemberLink({ name, picture, folded, className }: MemberLinkProps) {
  const first = name === undefined ? undefined : name.trim().split(/\s+/)[0] || 'User'
  return (
    <Link
      to="/profile"
      className={clsx(
        'min-h-11 items-center gap-2.5 rounded-field hover:bg-sunk',
        folded ? 'px-1.5 md:px-2' : 'px-2',
        className,
      )}
    >
      {first && picture ? (
        <Avatar name={first} src={picture} />
      ) : (
        <span
          aria-hidden="true"
          className="member-initial rounded-field bg-ink font-head text-ground flex size-8 items-center justify-center font-bold"
        >
          {first && initialOf(first)}
        </span>
      )}
      <span className={clsx('max-w-40 truncate font-semibold', folded && 'max-md:sr-only')}>
        Hi, <span className="member-name">{first}</span>
      </span>
    </Link>
  )
}

type MemberLinkProps = { name?: string; picture?: string | null; folded?: boolean; className?: string }
