import { useEffect } from 'react'
import { useLocation } from 'react-router'

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
