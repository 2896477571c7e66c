import { Link } from 'react-router'

import { counted } from '#contract/kit/format.ts'

import { iconButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { MailText } from '../ui/text.tsx'
import { Logo } from './logo.tsx'
import { usePagePath } from './page-handle.tsx'
import { footerGroups, type ShellLinkGroup, useOrigin, useSite } from './site.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * The footer of every public page: three lists of links, share links, the operator, the theme and the copyright line.
 * On phones it is folded to its name, the operator and the copyright line.
 */
export function SiteFooter({
  year = thisYear(),
  groups = footerGroups,
  operator,
  officers = nobody,
  social,
}: SiteFooterProps) {
  const { helpDays } = useSite()
  return (
    <footer className="site-footer mt-auto pt-16 max-sm:pt-10">
      <Page>
        <details className="phone-fold foot-fold">
          <summary>
            <Logo />
            <span className="text-14 ml-auto font-semibold">Links and help</span>
            <Icon name="chevron-down" className="text-quiet size-5" />
          </summary>
        </details>
        <dl className="folded foot-facts">
          {[...promises, ['Support', `${counted(helpDays, 'day')}, free`] as const].map(([term, words]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <div className="folded grid grid-cols-2 gap-x-6 gap-y-6 pt-8 pb-6 sm:grid-cols-3 sm:gap-y-10 sm:pb-10 lg:grid-cols-12">
          <div className="col-span-2 sm:col-span-3 lg:col-span-5">
            <Logo className="max-sm:hidden!" />
            <p className="text-quiet max-w-sm sm:mt-3">
              Ready-made coding projects, checked before they are listed, with a label that says exactly what
              is inside.
            </p>
            <ShareLinks />
            {social && <SocialLinks links={social} />}
          </div>
          {groups.map((group, index) => (
            <FooterGroup
              key={group.title}
              {...group}
              className={index === 1 ? 'lg:col-span-3' : 'lg:col-span-2'}
            />
          ))}
        </div>
        {operator && <OperatorLines operator={operator} officers={officers} />}
        <div className="border-rule flex flex-wrap items-center justify-between gap-4 border-t py-5 max-sm:py-4">
          <p className="text-13 text-quiet" suppressHydrationWarning>
            © {year} Readymade. All rights reserved.
          </p>
          <ThemeSwitch className="folded" />
        </div>
      </Page>
    </footer>
  )
}

/** A column of links. */
const FooterGroup = ({ title, links, className }: FooterGroupProps) => (
  <nav aria-label={title} className={className}>
    <h2 className="font-head text-16 font-semibold">{title}</h2>
    <ul className="mt-2">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className="foot-link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

type FooterGroupProps = ShellLinkGroup & { className: string }

const nobody: NonNullable<SiteFooterProps['officers']> = []

const promises = [
  ['Checked', 'by our staff, before listing'],
  ['Shown', 'every file name, before you pay'],
  ['Paid', 'in rupees, by UPI or card'],
] as const

const thisYear = () => new Date().getFullYear()

export type SiteFooterProps = {
  year?: number
  groups?: readonly ShellLinkGroup[]
  operator?: OperatorFacts
  /** Who takes complaints, each with the name of the office. */
  officers?: readonly { office: string; officer: OfficerFacts }[]
  social?: readonly SocialLink[]
}

/** Icons that share the current page on social sites. */
function ShareLinks() {
  const page = encodeURIComponent(useOrigin() + usePagePath())
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
      <p className="text-13 text-quiet">Readymade elsewhere</p>
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
function OperatorLines({
  operator: { legalName, address, email, phone },
  officers,
}: Required<Pick<SiteFooterProps, 'operator' | 'officers'>>) {
  if (!legalName && !address && !email && !phone && officers.length === 0) return null
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
      {officers.map(({ office, officer }) => (
        <span key={office}>{officerLine(office, officer)}</span>
      ))}
    </address>
  )
}

/** Returns the tel: address of a phone number, however it was written. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** Names an officer in one line, with designation, phone and email as far as they are known. */
const officerLine = (office: string, { name, designation, phone, email }: OfficerFacts) =>
  `${office}: ${[[name, designation].filter(Boolean).join(', '), phone, email].filter(Boolean).join(' · ')}`

interface OfficerFacts {
  name: string | null
  designation: string | null
  phone: string | null
  email: string | null
}

interface OperatorFacts {
  legalName: string | null
  address: string | null
  email: string | null
  phone: string | null
}
