import { type ComponentProps, useEffect } from 'react'
import { data } from 'react-router'

import type { Api } from '#contract/client.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Recall } from '#contract/projects/project.ts'

import { useRefreshOwned } from '../../orders/owned.ts'
import { runHtml } from '../../projects/how-it-ran.server.tsx'
import { coverAddress } from '../../projects/project-picture.tsx'
import { toRunWords } from '../../projects/run-words.ts'
import { previousAddress } from '../../shell/document.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext, siteContext } from '../../shell/session/api.ts'
import { member } from '../../shell/session/session.ts'
import { toCard } from '../card.server.ts'
import { projectHead } from '../page-heads.server.ts'
import type { Route } from './+types/project-page'
import { toProjectView } from './project-page-data.ts'
import { ProjectView } from './project-view.tsx'
import {
  type UnavailableListing,
  ChangedListing,
  OffSaleListing,
  RecalledListing,
} from './unavailable-listing.tsx'

export const handle = page<typeof loader>({
  title: (data) => (data && 'similar' in data ? `Project Not Found: ${data.title}` : 'Project Not Found'),
  failure: {
    title: 'Failed to load project',
    text: 'Please try again in a moment.',
    missing: 'Project Not Found',
    missingText:
      'It may no longer be listed, or it is being checked again. What you bought stays in your orders.',
    to: '/projects',
    label: 'Back to Projects',
  },
})

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [page, site] = await Promise.all([
    api.projectPage.get({ params: { id: params.id } }).catch((answer: Response) => {
      if (answer.status === 404) return undefined
      // An invalid id counts as unknown.
      throw answer.status === 400 ? new Response(null, { status: 404 }) : answer
    }),
    context.get(siteContext)(),
  ])
  // With status 410, as for its downloads, search engines drop the page at once; people who follow a link can read
  // why.
  if (!page) {
    const unavailable = await loadUnavailable(api, params.id)
    return data(unavailable, { status: unavailable.isChanged ? 404 : 410 })
  }
  const { project, opinions } = page
  const head = projectHead(
    url.origin,
    project,
    opinions.reviews.filter(({ isFree, isDiscounted }) => !isFree && !isDiscounted),
    site,
  )
  return {
    ...toProjectView(page),
    head,
    shared: { address: url.origin + head.path, picture: head.image },
    related: page.related.map(toCard),
    others: page.others.map(toCard),
    questions: page.questions,
    run: toRunWords(page.run),
    runHtml: runHtml(page.run),
  }
}

type Unavailable = { recall: Recall | null; isChanged: boolean | undefined } & UnavailableListing

/**
 * Loads the page of a project that is not listed any more, or not now. Throws not_found for one that never was, and for
 * one that staff took off.
 */
async function loadUnavailable(api: Api, projectId: string): Promise<Unavailable> {
  const { title, category, recall, isChanged } = await api.recalls.notice({ params: { id: projectId } })
  const { projects } = await api.projects.list({ query: { category, limit: limits.related } })
  return { projectId, title, category, similar: projects.map(toCard), recall, isChanged }
}

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  if (!('similar' in loaderData)) return <Listing {...loaderData} />
  const { recall, isChanged, ...listing } = loaderData
  if (isChanged) return <ChangedListing {...listing} />
  return recall ? <RecalledListing {...listing} recall={recall} /> : <OffSaleListing {...listing} />
}

function Listing({ runHtml, ...props }: ListingProps) {
  useCountView(props.project)
  useRefreshOwned(props.project._id)
  return (
    <ProjectView
      {...props}
      cover={coverAddress(props.project._id)}
      // As HTML, so that the page has no script for it.
      record={runHtml && <div dangerouslySetInnerHTML={{ __html: runHtml }} />}
    />
  )
}

type ListingProps = Omit<ComponentProps<typeof ProjectView>, 'cover' | 'record'> & { runHtml: string }

/**
 * Reports to the server that somebody views a project, and the address they came from. Views by its owner are not
 * reported.
 */
function useCountView({ _id, projectOwner }: { _id: string; projectOwner: { _id: string } }) {
  const ownerId = projectOwner._id
  useEffect(() => {
    if (member()?._id === ownerId) return
    const body = new Blob([JSON.stringify({ from: previousAddress().slice(0, 2000) })], {
      type: 'application/json',
    })
    navigator.sendBeacon?.(`/api/projects/${_id}/views`, body)
  }, [_id, ownerId])
}
