import type { ReactNode } from 'react'

import { Logo } from '../shell/logo.tsx'

/** The narrow column in which staff sign in. */
export const SignInFrame = ({
  title = 'Staff sign-in',
  children,
}: {
  title?: string
  children: ReactNode
}) => (
  <main className="mx-auto flex min-h-dvh w-full max-w-104 flex-col px-4 py-8 sm:py-16">
    <Logo />
    <h1 className="text-36 mt-10 tracking-[-0.02em]">{title}</h1>
    {children}
  </main>
)
