import { useRouteError } from 'react-router'

import { problemOf } from '../../problem-of.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { reload } from '../../ui/connection/reload.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

/** What stands in the place of a project's page when there is no such project, or when it could not be loaded. */
export function ProjectFailed() {
  const { code, message } = problemOf(useRouteError(), 'Failed to load project')
  const isMissing = code === 'not_found' || code === 'invalid_input'
  return (
    <ErrorState
      as="h1"
      title={isMissing ? 'Project not found' : message}
      {...(!isMissing && { onRetry: reload })}
      action={
        <ButtonLink to="/admin/projects" tone={isMissing ? 'primary' : 'quiet'}>
          Back to Projects
        </ButtonLink>
      }
    />
  )
}
