import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'

/** What stands where a page broke: a plain sentence, another try, and the way home. */
export function Unexpected() {
  return (
    <ErrorState
      as="h1"
      title="Something went wrong"
      onRetry={reload}
      action={
        <ButtonLink to="/" tone="quiet">
          Go to the Home Page
        </ButtonLink>
      }
    >
      This page could not be shown. Your cart and your orders are safe.
    </ErrorState>
  )
}
