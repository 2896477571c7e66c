/**
 * Where somebody was going (`?next=`), as an address of this site, or null. A browser leaves out tabs, reads '\' as '/' and
 * takes two slashes at the start for another site, so it is asked what it would make of the address; and nobody is led
 * from signing in to signing in.
 */
export function ownAddress(next: string | null): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, ownOrigin)) return null
  const url = new URL(next, ownOrigin)
  if (url.origin !== ownOrigin || url.pathname.startsWith('//') || signing.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** The address of a page of sign-in or sign-up that goes on to `next` when there is one. */
export function addressWithNext(page: '/signin' | '/signup', next: string | null): string {
  const address = ownAddress(next)
  return address ? `${page}?next=${encodeURIComponent(address)}` : page
}

// Any origin serves: only whether an address leaves it is of interest. One that no address can name.
const ownOrigin = 'https://readymade.invalid'
const signing = /^\/(signin(\/link)?|signup|login|register|auth)\/?$/
