import { store, stored, subscribeStore } from '../browser-store.ts'
import { isSignedIn } from '../session/session.ts'

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

export type Theme = 'system' | 'light' | 'dark'
