import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { ownAddress } from '../session/next-address.ts'
import { isSignedIn } from '../session/session.ts'

/** Two seconds after success, goes where the person was heading (`?next=`, an address of this site) or home; who is signed in already goes at once. */
export function useSignedInMove(done: boolean): void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const address = ownAddress(params.get('next')) ?? '/'
  const isNew = useRef(true)
  useEffect(() => {
    if (isNew.current && isSignedIn()) void navigate(address, { replace: true })
    isNew.current = false
  }, [navigate, address])
  useMoveAfter(done, address)
}

/** Two seconds after success, goes to an address of this site. */
export function useMoveAfter(done: boolean, address: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate(address, { replace: true }), 2000)
    return () => clearTimeout(timer)
  }, [done, navigate, address])
}
