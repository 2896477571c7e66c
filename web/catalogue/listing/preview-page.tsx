import { coverRows, languagesIn } from '#contract/projects/pictures.ts'

import { isListed } from '../../projects/owner/project-status.tsx'
import { shownSamples } from '../../projects/source/code-html.ts'
import { treeOf } from '../../projects/source/file-tree.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ownProjectFailure } from '../../shell/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/preview-page'

import './project-page.css'
import { ProjectView } from './project-view.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => `Preview: ${data?.project.title ?? 'my project'}`,
  loading: 'Loading project...',
  failure: ownProjectFailure,
})

/** A project of one's own as the public page shows it, published or not. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
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
