import { isRouteErrorResponse } from 'react-router'

import { problemOf } from '../problem-of.ts'
import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Page } from '../ui/layout/page.tsx'

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
