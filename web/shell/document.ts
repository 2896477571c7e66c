import { createContext, use, useEffect } from 'react'
import { useLocation } from 'react-router'

import { store, stored, subscribeStore } from './session/browser-store.ts'
import { isSignedIn } from './session/session.ts'

/**
 * A script for the head that runs before the first paint. It sets data-theme and data-session on <html> from
 * localStorage, and passes the first name to CSS (--first-name, --initial), so that the header never changes its
 * width.
 */
export const headScript = `(()=>{const d=document.documentElement,g=k=>{try{return localStorage.getItem(k)}catch{return null}}
const t=g('theme');if(t==='light'||t==='dark')d.dataset.theme=t
let m=false;const a=g('accessToken');if(a)try{m=!!g('refreshToken')||JSON.parse(atob(a.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1000>Date.now()}catch{}
d.dataset.session=m?'member':'visitor'
if(m)try{const n=(JSON.parse(g('user')).name||'').trim().split(/\\s+/)[0]||'User';d.style.setProperty('--first-name',JSON.stringify(n));d.style.setProperty('--initial',JSON.stringify(Array.from(n)[0].toLocaleUpperCase('en-IN')))}catch{}})()`

/**
 * A script for the beginning of the body, in syntax that every browser reads. Below the lowest browsers, which lack one
 * of these two, it says so above the page; the entry then leaves the page as the server sent it.
 */
export const oldBrowserScript = `self.DecompressionStream&&CSS.supports('height','1dvh')||document.write('<p id="old-browser" class="bg-ink text-ground p-4 text-center">You can read this page, but its buttons and forms need a newer browser than this one.</p>')`

/** Returns the theme that is selected in this browser; 'system' by default. */
export function selectedTheme(): Theme {
  const theme = stored('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Stores a theme, which every tab then shows. */
export function storeTheme(theme: Theme): void {
  store({ theme: theme === 'system' ? null : theme })
}

/** Updates the theme and the session on <html>, as the head script set them, whichever tab changes them. */
export const followStore = (): (() => void) =>
  subscribeStore(() => {
    const { dataset } = document.documentElement
    const theme = selectedTheme()
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    dataset.session = isSignedIn() ? 'member' : 'visitor'
  })

type Theme = 'system' | 'light' | 'dark'

/** Sets `data-hydrated` on <html>, once the page is hydrated. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = ''
}

/** The nonce of this page's Content-Security-Policy; the server's render provides it. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Returns the nonce for inline scripts; undefined in the browser, where it is no longer needed. */
export const useNonce = () => use(NonceContext)

/** Maximum time in which a page renders what its address names, in milliseconds. */
const timeout = 10_000

/**
 * Scrolls to the element that the fragment of the address names when it is rendered later than the document, as on
 * pages that load in the browser: links in emails lead there. Does nothing when the reader has scrolled by then.
 */
export function followAnchor(): (() => void) | undefined {
  const id = location.hash.slice(1)
  if (!id || document.getElementById(id)) return undefined
  const observer = new MutationObserver(() => {
    const place = document.getElementById(id)
    if (!place) return
    stop()
    if (scrollY === 0) place.scrollIntoView()
  })
  const timer = setTimeout(() => stop(), timeout)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}

let lastAddress: string | undefined

/** Returns the address before this page: a path of this site, the address of another site, or an empty text. */
export const previousAddress = (): string => lastAddress ?? document.referrer

/**
 * Records the page that is shown. For the layout around all pages, whose effects run after those of the page itself.
 */
export function useRecordAddress(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    lastAddress = pathname + search
  }, [pathname, search])
}
