import type { ReactNode } from 'react'
import { Link, useOutletContext } from 'react-router'

import { Label } from '../ui/label.tsx'
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

/**
 * The form of sign-in and sign-up on a label: its title above the tear, its fields below. The layout may hand down a
 * `strip` that stands above it on phones.
 */
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
  const strip = useOutletContext<ReactNode>()
  return (
    <main className="auth">
      <Link to="/" aria-label="Readymade, home" className="flex min-h-11 w-fit items-center">
        <Logo />
      </Link>
      {strip}
      <Label
        as="section"
        top={
          <div className="px-5 pb-4 sm:px-7">
            <h1 className="text-28 sm:text-36 tracking-[-0.02em]">{title}</h1>
            {lead && <p className="text-quiet mt-1">{lead}</p>}
          </div>
        }
      >
        <NeedsScripts className="p-5 sm:px-7" />
        <div className="flex flex-col gap-5 px-5 pt-4 pb-6 sm:px-7 sm:pb-7 noscript:hidden">{children}</div>
      </Label>
      <p className="text-quiet px-5 sm:px-7">{foot}</p>
    </main>
  )
}
