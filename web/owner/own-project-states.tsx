import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Page } from '../ui/layout/page.tsx'

/** A page about a project of one's own while it is loaded. */
export const OwnProjectLoading = () => (
  <Page className="pb-8">
    <Loading text="Loading project..." className="pt-10">
      <Skeleton className="h-10 w-96 max-w-full" />
      <Skeleton className="mt-8 h-96" />
    </Loading>
  </Page>
)

/** The same when there is no such project of one's own. */
export const OwnProjectNotFound = () => (
  <Page>
    <ErrorState
      as="h1"
      title="Project not found"
      action={<ButtonLink to="/profile">Back to Profile</ButtonLink>}
    />
  </Page>
)
