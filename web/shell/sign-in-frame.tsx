import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { NeedsScripts } from '../ui/placeholders.tsx'
import { Logo } from './logo.tsx'

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

/** The narrow column of sign-in and sign-up, without header and footer. */
export function AuthFrame({
  title,
  lead,
  foot,
  children,
}: {
  title: string
  lead: ReactNode
  foot: ReactNode
  children: ReactNode
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-104 flex-col px-4 py-8 sm:py-16">
      <Link to="/" aria-label="Readymade, home" className="flex min-h-11 w-fit items-center">
        <Logo />
      </Link>
      <h1 className="text-36 mt-10 tracking-[-0.02em]">{title}</h1>
      {lead && <p className="text-quiet mt-2">{lead}</p>}
      <NeedsScripts className="mt-8" />
      <div className="mt-8 flex flex-col gap-5 noscript:hidden">{children}</div>
      <p className="border-rule text-quiet mt-10 border-t pt-5">{foot}</p>
    </main>
  )
}
