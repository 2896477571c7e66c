import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Page } from '../ui/layout/page.tsx'

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
