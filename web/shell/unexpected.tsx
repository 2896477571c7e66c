import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'

import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { isToReload } from './page-script.ts'

/** What stands where a page broke: what to do now, another try, and a way on. Nothing while the page is loaded again. */
export function Unexpected({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  if (isToReload(useRouteError())) return null
  return (
    <ErrorState
      as="h1"
      title="Something went wrong"
      onRetry={reload}
      action={
        <ButtonLink to={to} tone="quiet">
          {label}
        </ButtonLink>
      }
    >
      {children}
    </ErrorState>
  )
}
