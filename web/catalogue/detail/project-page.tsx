import type { ComponentProps } from 'react'
import { data, isRouteErrorResponse, type MetaDescriptor } from 'react-router'

import type { Api } from '#contract/client.ts'
import { coverRows } from '#contract/drawing/cover.ts'
import { languagesIn } from '#contract/drawing/languages.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Project } from '#contract/projects.ts'
import type { Recall } from '#contract/projects/recalls.ts'

import { apiContext } from '../../api.ts'
import { useOwnedAnew } from '../../orders/owned.ts'
import type { PageHandle } from '../../page-handle.ts'
import { treeOf } from '../../projects/file-tree.ts'
import { shownSamples } from '../../samples/shown-samples.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { reload } from '../../ui/connection/reload.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { drawnCard } from '../card/drawn-card.server.ts'
import type { Route } from './+types/project-page'
import { useCountView } from './count-view.ts'
import type { LeftListing } from './left/listing-left.tsx'
import { OffSaleListing } from './left/off-sale-listing.tsx'
import { RecalledListing } from './left/recalled-listing.tsx'
import { projectHead } from './project-head.server.ts'
import { ProjectView } from './project-view.tsx'

export const handle = { isPublic: true } satisfies PageHandle

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const of = { params: { id: params.id } }
  const found = await api.projects.get(of).catch((answer: Response) => {
    if (answer.status === 404) return undefined
    // What cannot be an id is as unknown as any other.
    throw answer.status === 400 ? new Response(null, { status: 404 }) : answer
  })
  // Gone, as its downloads are: search engines drop it at once, and whoever follows a link reads why.
  if (!found) return data(await leftHere(api, params.id), { status: 410 })
  const { project } = found
  const [contents, related, opinions, { questions }, { facts }, { samples }, others] = await Promise.all([
    api.releases.contents(of),
    api.projects.related(of),
    api.reviews.list(of),
    api.questions.list(of),
    api.findings.facts(of),
    api.samples.list(of),
    othersBy(api, project),
  ])
  return {
    head: projectHead(
      url.origin,
      project,
      opinions.reviews.filter(({ isFree }) => !isFree),
    ),
    project,
    address: `${url.origin}/projects/${project._id}`,
    cover: project.images.length > 0 ? [] : coverRows(project),
    tree: treeOf(contents.folders),
    languages: languagesIn(contents.languages),
    lines: contents.lines,
    readme: contents.readmeHtml ?? '',
    related: related.projects.map(drawnCard),
    // What is shown as related is not shown twice.
    others: others
      .filter(({ _id }) => !related.projects.some((other) => other._id === _id))
      .slice(0, 3)
      .map(drawnCard),
    opinions,
    questions,
    facts,
    samples: shownSamples(samples),
  }
}

type Left = { head: MetaDescriptor[]; recall: Recall | null } & LeftListing

/** What stands here when it is listed no more. Throws not_found for what never was, or is being checked. */
async function leftHere(api: Api, projectId: string): Promise<Left> {
  const { title, category, recall } = await api.recalls.notice({ params: { id: projectId } })
  const { projects } = await api.projects.list({ query: { category, limit: limits.related } })
  const head = [{ title: `Project Not Found: ${title} | Readymade` }, { name: 'robots', content: 'noindex' }]
  return { head, projectId, title, category, similar: projects.map(drawnCard), recall }
}

/** Other projects of an owner whose profile is public: three, and as many as may be among the related ones. */
async function othersBy(api: Api, { _id, projectOwner }: Project) {
  if (!projectOwner.isPublic) return []
  const { projects } = await api.members.get({
    params: { id: projectOwner._id },
    query: { limit: 4 + limits.related },
  })
  return projects.filter((other) => other._id !== _id)
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.head ?? [{ title: 'Project Not Found | Readymade' }, { name: 'robots', content: 'noindex' }]

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  if (!('similar' in loaderData)) return <Listing {...loaderData} />
  const { recall, ...left } = loaderData
  return recall ? <RecalledListing {...left} recall={recall} /> : <OffSaleListing {...left} />
}

function Listing(props: ComponentProps<typeof ProjectView>) {
  useCountView(props.project)
  useOwnedAnew(props.project._id)
  return <ProjectView {...props} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status < 500
  return (
    <Page>
      <ErrorState
        as="h1"
        title={isMissing ? 'Project Not Found' : 'Failed to load project'}
        onRetry={isMissing ? undefined : reload}
        action={
          <ButtonLink to="/projects" tone={isMissing ? 'primary' : 'quiet'}>
            Back to Projects
          </ButtonLink>
        }
      >
        {isMissing
          ? 'It may no longer be listed, or it is being checked again. What you bought stays in your orders.'
          : 'Please try again in a moment.'}
      </ErrorState>
    </Page>
  )
}
