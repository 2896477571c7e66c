import { Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'

import { day } from '#contract/kit/format.ts'

import { formAction, formActions } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Breakable } from '../../ui/text.tsx'
import { editionText } from '../edition-changes.tsx'
import { findingsAddress, useFindings } from '../findings/findings-sheet.tsx'
import { treeOf } from '../source/file-tree.ts'
import { hasRuns, runsAddress, runStatus, useRuns } from '../use-runs.ts'
import { VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/review-page'
import { decideAction, Decision } from './decision.tsx'
import { EvidenceStrip } from './evidence-strip.tsx'
import { ProjectDossier } from './project-dossier.tsx'
import { ageOf, ClaimNote, NextButton } from './queue-controls.tsx'
import { viewIn, viewSearch } from './queue-view.tsx'
import { ReviewTabs } from './review-tabs.tsx'
import { useSimilarity } from './similar-listings.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => `Review: ${data?.project.title ?? 'project'}`,
  steps: [{ label: 'Verification', to: '/admin/verification' }, { label: 'Review' }],
  failure: {
    title: 'Failed to load project',
    missing: 'Project not found',
    to: '/admin/projects',
    label: 'Back to Projects',
  },
})

export async function clientLoader({ context, params, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const of = { params: { id: params.id } }
  const view = viewIn(request)
  const [{ project }, { verificationHistory }, { releases }, { samples }, standing] = await Promise.all([
    api.projects.get(of),
    api.projects.verificationHistory(of),
    api.downloads.releases(of),
    api.samples.list(of),
    api.verification.project({ ...of, query: view }),
  ])
  const contents = project.hasFiles ? await api.releases.contents(of) : undefined
  return {
    project,
    tree: treeOf(contents?.folders ?? []),
    lines: contents?.lines ?? 0,
    readmeHtml: contents?.readmeHtml ?? null,
    history: verificationHistory,
    releases,
    samples,
    standing,
    view,
    now: Date.now(),
  }
}

/** Another tab of the same project needs nothing new. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  const isSame = currentUrl.pathname === nextUrl.pathname
  const hasOtherTab = currentUrl.searchParams.get('tab') !== nextUrl.searchParams.get('tab')
  return formMethod === undefined && isSame && hasOtherTab ? false : defaultShouldRevalidate
}

export const clientAction = formActions<{ note: string; decided: string; next: string | null }>({
  decide: decideAction,
  skip: formAction<{ note: string }>('Failed to skip the project', async ({ api, params, request }) => {
    const view = viewIn(request)
    await api.verification.skip({ params })
    const { _id } = await api.verification.next({ query: view })
    if (_id && _id !== params.id) return redirect(`/admin/projects/${_id}${viewSearch(view)}`)
    if (_id) await api.verification.unclaim({ params })
    return { note: 'Nothing else is waiting here.' }
  }),
  'pass-sample': formAction('Failed to update project', async ({ api, form, params }) => {
    const of = { params: { id: params.id, number: textIn(form, 'number') } }
    await api.samples.pass({ ...of, body: { contentHash: textIn(form, 'contentHash') } })
    return 'Everybody may read this file now.'
  }),
})

export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  const { project, standing, view } = loaderData
  const found = useFindings(findingsAddress('staff', project._id))
  const compared = useSimilarity(project._id)
  const ran = useRuns(runsAddress('staff', project._id))
  const isWaiting = project.hasFiles && ['pending', 'under_review'].includes(project.verificationStatus)
  const evidence = { findings: found.findings, similarity: compared.similarity }
  return (
    <div className="flex flex-col gap-5 max-lg:pb-24">
      <ReviewHead {...loaderData} isWaiting={isWaiting} />
      <EvidenceStrip
        projectId={project._id}
        {...evidence}
        run={project.hasFiles ? runResult(ran, project.releaseNumber) : undefined}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="min-w-0">
          <ReviewTabs changes={standing.changes.length}>
            <ProjectDossier {...loaderData} found={found} compared={compared} ran={ran} />
          </ReviewTabs>
        </div>
        <div className="lg:sticky lg:top-18">
          <Decision
            key={`${project._id} ${project.verificationStatus}`}
            project={project}
            claim={standing.claim}
            isWaiting={isWaiting}
            view={view}
            {...evidence}
            runs={ran.runs}
          />
        </div>
      </div>
    </div>
  )
}

/** What the runs of a project came to, for the evidence; undefined where there is nothing to say of them. */
function runResult({ runs, problem }: ReturnType<typeof useRuns>, release: number | null) {
  if (!runs) return { tone: 'neutral' as const, word: problem === undefined ? 'Loading' : 'not loaded' }
  return hasRuns(runs) ? runStatus(runs, release) : undefined
}

/**
 * The title of a project with its owner, how long it waits, its place in the queue, who looks at it, and the way on.
 */
function ReviewHead({ project, standing, view, now, isWaiting }: ReviewHeadProps) {
  const { owner, place, waitingSince, claim } = standing
  const projects = owner.projects.reduce((sum, { count }) => sum + count, 0)
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <h1 className="text-28 break-words">
          <Breakable text={project.title} />
        </h1>
        <div className="text-14 mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="flex flex-wrap items-center gap-2">
            <Link to={`/admin/members/${owner._id}`} className="link-rule">
              {owner.name}
            </Link>
            {projects === 1 && <Badge>first project</Badge>}
          </span>
          <span className="text-quiet">
            {isWaiting ? `waiting for ${ageOf(waitingSince, now)}` : `created ${day(project.createdAt)}`}
          </span>
          <VerificationStatus
            status={project.verificationStatus}
            isRecalled={project.recall !== null && !project.hasFiles}
            isActive={project.isActive}
          />
          {project.edition && <span className="text-quiet">{editionText(project.edition)}</span>}
          {isWaiting && <ClaimNote projectId={project._id} claim={claim} />}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {place && (
          <Link to={`/admin/verification${viewSearch(view)}`} className="link-rule text-14 tabular-nums">
            {`${place.at} of ${place.of}`}
          </Link>
        )}
        <NextButton key={project._id} projectId={project._id} isWaiting={isWaiting} view={view} />
      </div>
    </header>
  )
}

type ReviewHeadProps = Route.ComponentProps['loaderData'] & { isWaiting: boolean }
