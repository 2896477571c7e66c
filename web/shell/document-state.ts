/**
 * Runs in the head before the first paint: sets data-theme and data-session on <html> from localStorage,
 * and hands the first name to CSS (--first-name, --initial), so that the header never changes its width.
 */
export const headScript = `(()=>{const d=document.documentElement,g=k=>{try{return localStorage.getItem(k)}catch{return null}}
const t=g('theme');if(t==='light'||t==='dark')d.dataset.theme=t
let m=false;const a=g('accessToken');if(a)try{m=!!g('refreshToken')||JSON.parse(atob(a.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1000>Date.now()}catch{}
d.dataset.session=m?'member':'visitor'
if(m)try{const n=(JSON.parse(g('user')).name||'').trim().split(/\\s+/)[0]||'User';d.style.setProperty('--first-name',JSON.stringify(n));d.style.setProperty('--initial',JSON.stringify(Array.from(n)[0].toLocaleUpperCase('en-IN')))}catch{}})()`

/** Says on <html> who is looking, so that CSS shows the right half of the header; call it on sign-in and sign-out. */
export function markSession(session: 'member' | 'visitor'): void {
  document.documentElement.dataset.session = session
}

/** The theme chosen here, 'system' when none was. */
export function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows a theme at once, stores it for next time and updates every switch on the page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // storage is closed in some private windows: the choice then lasts for this page
  }
  for (const listener of themeListeners) listener()
}

/** For useSyncExternalStore. */
export function subscribeTheme(listener: () => void): () => void {
  themeListeners.add(listener)
  return () => void themeListeners.delete(listener)
}

const themeListeners = new Set<() => void>()

export type Theme = 'system' | 'light' | 'dark'
