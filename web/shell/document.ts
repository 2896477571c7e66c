import { createContext, use, useEffect } from 'react'
import { useLocation } from 'react-router'

import { store, stored, subscribeStore } from './session/browser-store.ts'
import { isSignedIn } from './session/session.ts'

/**
 * Runs in the head before the first paint: sets data-theme and data-session on <html> from localStorage,
 * and hands the first name to CSS (--first-name, --initial), so that the header never changes its width.
 */
export const headScript = `(()=>{const d=document.documentElement,g=k=>{try{return localStorage.getItem(k)}catch{return null}}
const t=g('theme');if(t==='light'||t==='dark')d.dataset.theme=t
let m=false;const a=g('accessToken');if(a)try{m=!!g('refreshToken')||JSON.parse(atob(a.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1000>Date.now()}catch{}
d.dataset.session=m?'member':'visitor'
if(m)try{const n=(JSON.parse(g('user')).name||'').trim().split(/\\s+/)[0]||'User';d.style.setProperty('--first-name',JSON.stringify(n));d.style.setProperty('--initial',JSON.stringify(Array.from(n)[0].toLocaleUpperCase('en-IN')))}catch{}})()`

/** The theme chosen here, 'system' when none was. */
export function chosenTheme(): Theme {
  const theme = stored('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows a theme, in every tab, and stores it for next time. */
export function chooseTheme(theme: Theme): void {
  store({ theme: theme === 'system' ? null : theme })
}

/** Keeps <html> as the head script left it: the chosen theme, and who is looking, whichever tab changes it. */
export const followStore = (): (() => void) =>
  subscribeStore(() => {
    const { dataset } = document.documentElement
    const theme = chosenTheme()
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    dataset.session = isSignedIn() ? 'member' : 'visitor'
  })

type Theme = 'system' | 'light' | 'dark'

/** Says on <html>, as `data-hydrated`, that the page's scripts have taken over. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = ''
}

/** The nonce of this page's Content-Security-Policy; the server's render wraps the app in it. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce for inline scripts; undefined in the browser, where it has done its work. */
export const useNonce = () => use(NonceContext)

/** How long a page may take to draw what its address names, in milliseconds. */
const timeout = 10_000

/**
 * Brings into view what the # of the address names when it is drawn later than the document, as on pages that load in the
 * browser: links in emails lead there. Nothing when the reader has scrolled by then.
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

let last: string | undefined

/** Where somebody was before this page: a path of this site, the address of another, or an empty text. */
export const addressBefore = (): string => last ?? document.referrer

/** Remembers the page that is shown. Used by the frame around all pages, whose effects run after those of the page itself. */
export function useAddressBefore(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    last = pathname + search
  }, [pathname, search])
}
