import { isListed } from '../../projects/owner/project-status.tsx'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { OwnProjectFailed, OwnProjectLoading } from '../../shell/page-states.tsx'
import { requireMember } from '../../shell/session/member-api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/preview-page'

import './project-page.css'
import { viewOf } from './project-page-data.ts'
import { ProjectView } from './project-view.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.project.title ?? 'my project'} | Readymade` },
  { name: 'robots', content: 'noindex' },
]

/** A project of one's own as the public page shows it, published or not. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const page = await api.projectPage.get({ params: { id: params.id } })
  if (!page.project.allowed.includes('edit')) throw new Response(null, { status: 404 })
  return viewOf(page)
}
clientLoader.hydrate = true as const

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
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
          {isListed(loaderData.project)
            ? 'This is how buyers see it.'
            : 'This is how buyers see it once it is listed.'}{' '}
          Only you see this page, so nothing can be bought here.
        </Callout>
      </Page>
      <ProjectView {...loaderData} related={[]} others={[]} questions={[]} isPreview />
    </>
  )
}

export const HydrateFallback = OwnProjectLoading

export const ErrorBoundary = OwnProjectFailed
