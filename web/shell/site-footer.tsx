import { Link, useLocation } from 'react-router'

import { iconButtonLook } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { MailText } from '../ui/text.tsx'
import { Logo } from './logo.tsx'
import { SellLink } from './sell-link.tsx'
import { footerGroups, sellLink, type ShellLinkGroup, useOrigin } from './site.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * The footer of every public page: three lists of links, share links, the operator, the theme and the copyright line.
 */
export function SiteFooter({
  year = thisYear(),
  groups = footerGroups,
  operator,
  social,
  onSellSignedOut,
}: SiteFooterProps) {
  return (
    <footer className="site-footer mt-auto pt-16">
      <Page>
        <dl className="foot-facts">
          {promises.map(([term, words]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 pt-8 pb-10 sm:grid-cols-3 lg:grid-cols-12">
          <div className="col-span-2 sm:col-span-3 lg:col-span-5">
            <Logo />
            <p className="text-quiet mt-3 max-w-sm">
              Ready-made coding projects, checked before they are listed, with a label that says exactly what
              is inside.
            </p>
            <ShareLinks />
            {social && <SocialLinks links={social} />}
          </div>
          {groups.map(({ title, links }, index) => (
            <nav
              key={title}
              aria-labelledby={`footer-${index}`}
              className={index === 1 ? 'lg:col-span-3' : 'max-sm:last:col-span-2 lg:col-span-2'}
            >
              <h2 id={`footer-${index}`} className="font-head text-16 font-semibold">
                {title}
              </h2>
              <ul className="mt-2 max-sm:[:last-child>&]:columns-2 max-sm:[:last-child>&]:gap-6">
                {links.map(({ label, to }) => (
                  <li key={to}>
                    {to === sellLink.to ? (
                      <SellLink className="foot-link" onSignedOut={onSellSignedOut} />
                    ) : (
                      <Link to={to} className="foot-link">
                        {label}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        {operator && <OperatorLines operator={operator} />}
        <div className="border-rule flex flex-wrap items-center justify-between gap-4 border-t py-5">
          <p className="text-13 text-quiet font-mono" suppressHydrationWarning>
            © {year} Readymade. All rights reserved.
          </p>
          <ThemeSwitch />
        </div>
      </Page>
    </footer>
  )
}

const promises = [
  ['Checked', 'by our staff, before listing'],
  ['Shown', 'every file name, before you pay'],
  ['Paid', 'in rupees, by UPI or card'],
  ['Support', '30 days, free'],
] as const

const thisYear = () => new Date().getFullYear()

export type SiteFooterProps = {
  year?: number
  groups?: readonly ShellLinkGroup[]
  operator?: OperatorFacts
  social?: readonly SocialLink[]
  /** Called when a visitor presses Sell. */
  onSellSignedOut?: () => void
}

/** Icons that share the current page on social sites. */
function ShareLinks() {
  const page = encodeURIComponent(useOrigin() + useLocation().pathname)
  return (
    <ul className="mt-4 -ml-3 flex">
      {sites.map(({ id, name, share }) => (
        <li key={id}>
          <a
            href={share + page}
            target="_blank"
            rel="nofollow noopener"
            title={`Share on ${name}`}
            className={iconButtonLook()}
          >
            <svg className="size-5 fill-current" aria-hidden="true">
              <use href={`/share.svg#${id}`} />
            </svg>
            <span className="sr-only">Share this page on {name} (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const sites = [
  { id: 'whatsapp', name: 'WhatsApp', share: 'https://wa.me/?text=' },
  { id: 'linkedin', name: 'LinkedIn', share: 'https://www.linkedin.com/sharing/share-offsite/?url=' },
  { id: 'x', name: 'X', share: 'https://x.com/intent/post?url=' },
]

/** Links to our own accounts on social sites; nothing when there are none. */
function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label="Readymade elsewhere" className="mt-3">
      <p className="text-13 text-quiet font-mono">Readymade elsewhere</p>
      <ul className="-ml-3 flex flex-wrap">
        {links.map(({ site, name, url }) => (
          <li key={site}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              title={`Readymade on ${name}`}
              className={iconButtonLook()}
            >
              <svg className="size-5 fill-current" aria-hidden="true">
                <use href={`/share.svg#${site}`} />
              </svg>
              <span className="sr-only">Readymade on {name} (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SocialLink {
  site: string
  name: string
  url: string
}

/** The operator's name and contacts as far as they are known; nothing when none is. */
function OperatorLines({ operator: { legalName, address, email, phone } }: { operator: OperatorFacts }) {
  if (!legalName && !address && !email && !phone) return null
  return (
    <address className="border-rule text-14 text-quiet flex flex-col border-t py-5 break-words not-italic">
      {legalName && <span className="text-ink font-semibold">{legalName}</span>}
      {address && <span>{address.split('\n').join(', ')}</span>}
      {(email || phone) && (
        <span className="flex flex-wrap gap-x-6">
          {email && (
            <a href={`mailto:${email}`} className="foot-link">
              {/* An element of its own: screen readers read the parts of a flex box separately. */}
              <span>
                <MailText of={email} />
              </span>
            </a>
          )}
          {phone && (
            <a href={phoneLink(phone)} className="foot-link">
              {phone}
            </a>
          )}
        </span>
      )}
    </address>
  )
}

/** Returns the tel: address of a phone number, however it was written. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

interface OperatorFacts {
  legalName: string | null
  address: string | null
  email: string | null
  phone: string | null
}
