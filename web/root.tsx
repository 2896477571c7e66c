import { type ReactNode, useEffect } from 'react'
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useParams,
} from 'react-router'

import { ground } from '#contract/kit/colours.ts'

import { useRememberReferral } from './accounts/linked-referral.ts'

import './app.css'
import headFont from './fonts/bricolage-grotesque.woff2?url'
import textFont from './fonts/instrument-sans.woff2?url'
import { useFocusOnArrival } from './shell/arrival.ts'
import { setErrorPage } from './shell/browser-errors.ts'
import {
  followAnchor,
  followStore,
  headScript,
  markHydrated,
  oldBrowserScript,
  useNonce,
} from './shell/document.ts'
import { keepTyped } from './shell/form/draft.ts'
import { HeadTags } from './shell/page-handle.tsx'
import { StandalonePageFailed } from './shell/page-states.tsx'
import { NoConnection } from './shell/session/connection.tsx'
import { Notices } from './ui/notices.tsx'

/**
 * The document around every page: theme and session are set on <html> before the first paint. The scripts of the
 * document have run before those of the pages, which need no copy of them.
 */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  useEffect(markHydrated, [])
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript : '' }}
        />
        <link rel="preload" href={headFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <meta name="theme-color" content={ground.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={ground.dark} media="(prefers-color-scheme: dark)" />
        <HeadTags />
        <Links />
      </head>
      <body>
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? oldBrowserScript : '' }}
        />
        {children}
        <Notices />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Keeps what is typed when the router loads the page anew, because the next page's script is gone. */
function useKeepTyped() {
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!isLeaving) return undefined
    const keep = () => keepTyped()
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [isLeaving])
}

export default function Root() {
  useEffect(followStore, [])
  useEffect(followAnchor, [])
  useRememberReferral()
  useKeepTyped()
  useFocusOnArrival()
  const { pathname } = useLocation()
  const params = useParams()
  useEffect(() => {
    setErrorPage(pathname, params)
  }, [pathname, params])
  return (
    <>
      <Outlet />
      <NoConnection />
    </>
  )
}

/** The last error boundary, for errors that no page and no layout has caught. */
export const ErrorBoundary = StandalonePageFailed
