import { useRouteError } from 'react-router'

import { problemOf } from '../problem-of.ts'
import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'

/** What stands in the place of a page about one thing when there is no such thing, or when it could not be loaded. */
export function PageNotLoaded({ what, to, label }: { what: string; to: string; label: string }) {
  const { code } = problemOf(useRouteError())
  const isMissing = code === 'not_found' || code === 'invalid_input'
  return (
    <ErrorState
      as="h1"
      title={
        isMissing ? `${what.charAt(0).toUpperCase()}${what.slice(1)} not found` : `Failed to load ${what}`
      }
      {...(!isMissing && { onRetry: reload })}
      action={
        <ButtonLink to={to} tone={isMissing ? 'primary' : 'quiet'}>
          {label}
        </ButtonLink>
      }
    />
  )
}
