import type { ReactNode } from 'react'

import { SiteFooter, type SiteFooterProps } from './site-footer.tsx'
import { SiteHeader, type SiteHeaderProps } from './site-header.tsx'

/** Header, page and footer, with a way past the header for those who use the keyboard. */
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
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter {...footer} />
    </div>
  )
}

export type SiteLayoutProps = { header: SiteHeaderProps; footer?: SiteFooterProps; children: ReactNode }
