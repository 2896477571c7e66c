import type { ReactNode } from 'react'

import { Logo } from '../shell/logo.tsx'

/** The narrow column in which staff sign in. */
export const SignInFrame = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto flex min-h-dvh w-full max-w-104 flex-col px-4 py-8 sm:py-16">
    <Logo />
    <h1 className="text-36 mt-10 tracking-[-0.02em]">Staff sign in</h1>
    {children}
  </main>
)
