import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** Two seconds after success, goes where the visitor was heading (`?next=`, an address of this site) or home. */
export function useSignedInMove(done: boolean): void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = params.get('next')
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate(isOwnAddress(next) ? next : '/', { replace: true }), 2000)
    return () => clearTimeout(timer)
  }, [done, navigate, next])
}

/** One slash and no second: '//evil.example' and '/\\evil.example' are other sites. */
const isOwnAddress = (address: string | null): address is string =>
  address !== null && /^\/(?![/\\])/.test(address)
