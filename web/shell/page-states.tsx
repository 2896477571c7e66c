import { type ReactNode, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, useNavigation, useRouteError } from 'react-router'

import { ButtonLink, TextLink } from '../ui/button.tsx'
import { isWaiting, reload, subscribeWaiting } from '../ui/connection.ts'
import { Breadcrumb, Page } from '../ui/page.tsx'
import { ErrorState, Loading, Skeleton } from '../ui/placeholders.tsx'
import { problemOf } from './session/api.ts'

/** What stands where a page broke: what to do now, another try, and a way on. */
export function Unexpected({ to, label, children }: { to: string; label: string; children: ReactNode }) {
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

/** Says that another page is on its way, with that page's own words; shown only when it takes a moment. That there is no connection is said elsewhere. */
export function PendingLine({ textFor }: { textFor: (path: string) => string }) {
  const { state, location } = useNavigation()
  const waits = useSyncExternalStore(subscribeWaiting, isWaiting, () => false)
  const path = state === 'loading' && !waits ? location?.pathname : undefined
  return (
    <output className="pending-line" aria-live="polite">
      {path && (
        <>
          <span className="pending-line-bar" aria-hidden="true" />
          <span className="pending-line-text">{textFor(path)}</span>
        </>
      )}
    </output>
  )
}

/** What stands in the place of a page whose data did not come, with the button Try Again. */
export const LoadFailed = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Page>
    <ErrorState as="h1" title={title} onRetry={reload}>
      {children}
    </ErrorState>
  </Page>
)

/** What stands for a page of an owner's own that could not be loaded: once more, or back to the projects. */
export const OwnerLoadFailed = ({ title }: { title: string }) => (
  <Page>
    <ErrorState
      as="h1"
      title={title}
      onRetry={reload}
      action={
        <ButtonLink to="/profile?tab=projects" tone="quiet">
          Back to My Projects
        </ButtonLink>
      }
    />
  </Page>
)

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

/** A page about a project of one's own while it is loaded. */
export const OwnProjectLoading = () => (
  <Page className="pb-8">
    <h1 className="sr-only">Your project</h1>
    <Loading text="Loading project..." className="pt-10">
      <Skeleton className="h-10 w-96 max-w-full" />
      <Skeleton className="mt-8 h-96" />
    </Loading>
  </Page>
)

/** The same when there is no such project of one's own, or it could not be loaded. */
export function OwnProjectFailed({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) || problemOf(error).code === 'not_found'
  return (
    <Page>
      <ErrorState
        as="h1"
        title={isMissing ? 'Project not found' : 'Failed to load project'}
        onRetry={isMissing ? undefined : reload}
        action={
          <ButtonLink to="/profile" tone={isMissing ? 'primary' : 'quiet'}>
            Back to Profile
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** Says to who was signed out amid their work how to go on without losing it: `button` is what they press after it. */
export const LogInAgain = ({ button }: { button: string }) => (
  <>
    You are signed out.{' '}
    <TextLink to="/signin" target="_blank">
      Log In
    </TextLink>{' '}
    in a new tab, then press “{button}” here. Nothing is lost.
  </>
)

/** The way to a page of an owner's own: over home, the profile and its projects; `here` names the page. */
export const OwnerSteps = ({ here, className }: { here: string; className?: string }) => (
  <Breadcrumb
    className={className}
    steps={[
      { label: 'Home', to: '/' },
      { label: 'Profile', to: '/profile' },
      { label: 'My Projects', to: '/profile?tab=projects' },
      { label: here },
    ]}
  />
)
