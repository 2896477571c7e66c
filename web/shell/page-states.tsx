import { createElement, Fragment, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, Link, useMatches, useNavigation, useRouteError } from 'react-router'

import type { ProblemCode } from '#contract/kit/problem.ts'

import { useLoadingAnnouncement } from '../ui/announcer.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { isWaiting, reload, subscribeWaiting } from '../ui/connection.ts'
import { Breadcrumb, Page, PageHead } from '../ui/page.tsx'
import { ErrorState, Loading, Skeleton } from '../ui/placeholders.tsx'
import { MissingPart } from './lazy-part.ts'
import { Logo } from './logo.tsx'
import { type Failure, useHandle, usePageTitle } from './page-handle.tsx'
import { ownerSteps } from './site.ts'

/** Replaces a page that failed, with the texts of its handle. */
export function PageFailed({ defaultFailure = unexpected, within: Frame = Page }: PageFailedProps) {
  const { fact = defaultFailure } = useHandle('failure')
  const error = useRouteError()
  const params = useMatches().at(-1)?.params ?? {}
  if (typeof fact === 'function') return createElement(fact)
  const { title, text, missing, missingText, to, label }: Failure =
    typeof fact === 'string' ? { title: fact } : fact
  const isMissing = missing !== undefined && isNotFound(error)
  return (
    <Frame>
      <ErrorState
        as="h1"
        title={isMissing ? missing : title}
        onRetry={isMissing ? undefined : reload}
        action={
          to && (
            <ButtonLink to={typeof to === 'string' ? to : to(params)} tone={isMissing ? 'primary' : 'quiet'}>
              {label}
            </ButtonLink>
          )
        }
      >
        {error instanceof MissingPart ? error.message : isMissing ? missingText : text}
      </ErrorState>
    </Frame>
  )
}

type PageFailedProps = {
  /** The texts of a page that has none of its own. */
  defaultFailure?: Failure
  within?: typeof Page | typeof Fragment
}

const unexpected: Failure = {
  title: 'Something went wrong',
  text: 'Try again, or go on with another page. Your cart and your orders are safe.',
  to: '/',
  label: 'Go to the Home Page',
}

/** Returns whether a page failed because there is nothing at its address. An invalid id counts as unknown. */
function isNotFound(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return [400, 404, 410].includes(error.status)
  const { code } = (error ?? {}) as { code?: ProblemCode }
  return code === 'not_found' || code === 'invalid_input'
}

/** Replaces a page that failed and has no header and footer. */
export const StandalonePageFailed = () => (
  <main className="mx-auto max-w-(--container-text) pt-10">
    <Link to="/" aria-label="Readymade, home" className="mx-auto flex min-h-11 w-fit items-center">
      <Logo />
    </Link>
    <PageFailed within={Fragment} />
  </main>
)

/** Replaces a page of the site while its data is loading, with the sentence of its handle. */
export function PageLoading() {
  const { fact: title } = useHandle('title')
  const { fact: text = 'Loading...' } = useHandle('loading')
  const { fact: steps } = useHandle('steps')
  const { fact: shape = TwoBlocks } = useHandle('shape')
  const name = usePageTitle()
  const breadcrumb = steps && <Breadcrumb steps={steps} className="mb-4" />
  return (
    <Page className="pb-8">
      {typeof title === 'string' ? (
        <PageHead title={title}>{breadcrumb}</PageHead>
      ) : (
        <div className="pt-6">
          {breadcrumb}
          <h1 className="text-28 md:text-36 sr-only noscript:not-sr-only">{name}</h1>
        </div>
      )}
      <Loading text={text}>{createElement(shape)}</Loading>
    </Page>
  )
}

const TwoBlocks = () => (
  <>
    <Skeleton className="h-24" />
    <Skeleton className="mt-8 h-96" />
  </>
)

/**
 * Says that another page is loading, in that page's own words; visible only when it takes a moment. A lost connection
 * is reported elsewhere.
 */
export function PendingLine({ textFor }: { textFor: (path: string) => string }) {
  const { state, location } = useNavigation()
  const waits = useSyncExternalStore(subscribeWaiting, isWaiting, () => false)
  const text = state === 'loading' && location && !waits ? textFor(location.pathname) : undefined
  useLoadingAnnouncement(text)
  return (
    <div className="pending-line">
      {text !== undefined && (
        <>
          <span className="pending-line-bar" aria-hidden="true" />
          <span className="pending-line-text">{text}</span>
        </>
      )}
    </div>
  )
}

/**
 * Tells a person whose session ended how to sign in without losing their work; `button` is the one to press
 * afterwards.
 */
export const LogInAgain = ({ button }: { button: string }) => (
  <span>
    You are signed out.{' '}
    <TextLink to="/signin" target="_blank">
      Log In
    </TextLink>{' '}
    in a new tab, then press “{button}” here. Nothing is lost.
  </span>
)

/** The breadcrumbs of an owner's page: home, the profile and its projects; `here` is the page's name. */
export const OwnerSteps = ({ here, className }: { here: string; className?: string }) => (
  <Breadcrumb className={className} steps={ownerSteps(here)} />
)
