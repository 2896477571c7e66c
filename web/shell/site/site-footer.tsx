import { Link } from 'react-router'

import { Page } from '../../ui/layout/page.tsx'
import { Logo } from '../logo.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'
import { footerGroups, sellLink, type ShellLinkGroup } from './links.ts'
import { OperatorLines, type OperatorFacts } from './operator-lines.tsx'
import { SellLink } from './sell-link.tsx'
import { ShareLinks } from './share-links.tsx'
import { type SocialLink, SocialLinks } from './social-links.tsx'

/** The foot of every public page: three lists of links, ways to share, who runs the shop, the theme and the copyright line. */
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
  /** Asks who is signed out and presses Sell. */
  onSellSignedOut?: () => void
}
