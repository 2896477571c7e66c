import { problemOf } from '../problem-of.ts'
import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** In the place of an order's or a payment's page that could not be loaded: another try, unless there is no such thing, and all orders. */
export function OrdersFailed({ title, error }: { title: string; error: unknown }) {
  const { code } = problemOf(error)
  const isMissing = code === 'not_found' || code === 'invalid_input'
  return (
    <Page>
      <ErrorState
        as="h1"
        title={title}
        onRetry={isMissing ? undefined : reload}
        action={
          <ButtonLink to="/profile?tab=orders" tone={isMissing ? 'primary' : 'quiet'}>
            My Orders
          </ButtonLink>
        }
      >
        {isMissing
          ? 'There is nothing at this address in your account. All you ordered is under My Orders; if it is missing there, sign in with the email you ordered with.'
          : 'Our server did not answer just now.'}
      </ErrorState>
    </Page>
  )
}
