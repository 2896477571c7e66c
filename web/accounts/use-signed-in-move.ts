import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { isSignedIn } from '../session.ts'
import { ownAddress } from './next-address.ts'

/** Two seconds after success, goes where the visitor was heading (`?next=`, an address of this site) or home; who is signed in already goes at once. */
export function useSignedInMove(done: boolean): void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const address = ownAddress(params.get('next')) ?? '/'
  const isNew = useRef(true)
  useEffect(() => {
    const wasSignedIn = isNew.current && isSignedIn()
    isNew.current = false
    if (!done && !wasSignedIn) return
    const timer = setTimeout(() => void navigate(address, { replace: true }), done ? 2000 : 0)
    return () => clearTimeout(timer)
  }, [done, navigate, address])
}
