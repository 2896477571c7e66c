import { drawnCover } from '#contract/projects/cover.ts'
import type { Project } from '#contract/projects/project.ts'

import { HowItRan } from '../../projects/how-it-ran.tsx'
import { isListed } from '../../projects/owner/is-listed.ts'
import { hasMore, toRunWords } from '../../projects/run-words.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ownProjectFailure } from '../../shell/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/preview-page'

import './project-page.css'
import { toProjectView } from './project-page-data.ts'
import { ProjectView } from './project-view.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => `Preview: ${data?.project.title ?? 'my project'}`,
  loading: 'Loading project...',
  failure: ownProjectFailure,
})

/**
 * Loads the member's own project as its public page shows it, published or not. Throws a 404 for a project of
 * somebody else.
 */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const found = await context.get(apiContext).projectPage.get({ params: { id: params.id } })
  if (!found.project.allowed.includes('edit')) throw new Response(null, { status: 404 })
  return { ...toProjectView(found), run: found.run }
}

export default function PreviewPage({ loaderData: { run, ...loaderData } }: Route.ComponentProps) {
  return (
    <>
      <Page className="pt-6">
        <Callout
          title="Preview"
          action={
            <ButtonLink to={`/owner/projects/${loaderData.project._id}`} tone="quiet" size="small">
              Back to Editing
            </ButtonLink>
          }
        >
          {seenBy(loaderData.project)}
        </Callout>
      </Page>
      <ProjectView
        {...loaderData}
        cover={drawnCover(loaderData.project)}
        related={[]}
        others={[]}
        questions={[]}
        run={toRunWords(run)}
        record={hasMore(run) && <HowItRan run={run} />}
        isPreview
      />
    </>
  )
}

/** Says who sees the page of a project as it is here. */
function seenBy({ edition, hasWaitingChanges, ...project }: Project) {
  if (!isListed({ edition, ...project })) return 'Buyers see this once it is listed. Until then only you do.'
  return hasWaitingChanges && edition
    ? `Buyers see this once our staff have approved your change. Until then they see edition ${edition.number}.`
    : 'Buyers see this.'
}
