import { createContext, use } from 'react'

/** The nonce of this reply's Content-Security-Policy; the server's render wraps the app in it. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce for inline scripts; undefined in the browser, where it has done its work. */
export const useNonce = () => use(NonceContext)
