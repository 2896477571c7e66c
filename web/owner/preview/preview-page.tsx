import { coverRows } from '#contract/drawing/cover.ts'
import { languagesIn } from '#contract/drawing/languages.ts'

import { ProjectView } from '../../catalogue/detail/project-view.tsx'
import type { PageHandle } from '../../page-handle.ts'
import { treeOf } from '../../projects/file-tree.ts'
import { shownSamples } from '../../samples/shown-samples.ts'
import { requireMember } from '../../session/require-member.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { isListed } from '../is-listed.ts'
import { OwnProjectFailed, OwnProjectLoading } from '../own-project-states.tsx'

import './preview.css'
import type { Route } from './+types/preview-page'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.project.title ?? 'my project'} | Readymade` },
  { name: 'robots', content: 'noindex' },
]

/** A project of one's own as the public page shows it, published or not. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const of = { params: { id: params.id } }
  const [{ project }, contents, opinions, { facts }, { samples }] = await Promise.all([
    api.projects.get(of),
    api.releases.contents(of),
    api.reviews.list(of),
    api.findings.facts(of),
    api.samples.list(of),
  ])
  if (!project.allowed.includes('edit')) throw new Response(null, { status: 404 })
  return {
    project,
    cover: coverRows(project),
    tree: treeOf(contents.folders),
    languages: languagesIn(contents.languages),
    lines: contents.lines,
    readme: contents.readmeHtml ?? '',
    opinions,
    facts,
    samples: shownSamples(samples),
  }
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
