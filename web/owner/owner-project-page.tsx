import { useState } from 'react'
import { redirect, useRevalidator } from 'react-router'

import type { Api } from '#contract/client.ts'
import { rupees } from '#contract/kit/rupees.ts'

import { OwnerFindings } from '../findings/owner-findings.tsx'
import { textIn } from '../forms/entered.ts'
import { unlessUnanswered } from '../forms/unanswered.ts'
import type { PageHandle } from '../page-handle.ts'
import { problemOf } from '../problem-of.ts'
import { treeOf } from '../projects/file-tree.ts'
import { RecallNotice } from '../projects/recall-notice.tsx'
import { VerificationHistory } from '../projects/verification-history.tsx'
import { OwnerQuestions } from '../questions/owner-questions.tsx'
import { FilesUpload } from '../releases/upload/files-upload.tsx'
import { UnfinishedUpload } from '../releases/upload/unfinished-upload.tsx'
import { UploadDialog } from '../releases/upload/upload-dialog.tsx'
import { OwnerReports } from '../reports/owner-reports.tsx'
import { requireMember } from '../session/require-member.ts'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Page } from '../ui/layout/page.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/owner-project-page'
import { OwnerReleases } from './files/owner-releases.tsx'
import { ProjectFiles } from './files/project-files.tsx'
import { ListingActions } from './header/listing-actions.tsx'
import { OwnerHeader } from './header/owner-header.tsx'
import { QuickLinks } from './header/quick-links.tsx'
import { VerificationSection } from './header/verification-section.tsx'
import { OwnerImages } from './images/owner-images.tsx'
import { OwnProjectFailed, OwnProjectLoading } from './own-project-states.tsx'
import { changeProject } from './owner-changes.ts'
import { OwnerSteps } from './owner-steps.tsx'
import { OwnerReport } from './report/owner-report.tsx'
import { RunAnswers } from './run-answers.tsx'
import { OwnerSamples } from './samples/owner-samples.tsx'
import { DescriptionSection } from './sections/description-section.tsx'
import { FeaturesSection } from './sections/features-section.tsx'
import { LinksSection } from './sections/links-section.tsx'
import { PricingSection } from './sections/pricing-section.tsx'
import { meanwhile } from './sections/review-note.ts'
import { TermsSection } from './sections/terms-section.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.project.title ?? 'My project'} | Readymade` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  try {
    return (loaded = await load(api, params.id))
  } catch (thrown) {
    const { code } = problemOf(thrown)
    if (loaded?.project._id !== params.id || code === 'not_found') throw thrown
    notify('Failed to refresh project data', { tone: 'failed' })
    return loaded
  }
}
clientLoader.hydrate = true as const

/** What was shown last, which stays when it cannot be loaded again. */
let loaded: Awaited<ReturnType<typeof load>> | undefined

export const shouldRevalidate = unlessUnanswered

async function load(api: Api, id: string) {
  const of = { params: { id } }
  const [{ project }, { verificationHistory }, { releases }, { folders }, { samples }, { upload }, received] =
    await Promise.all([
      api.projects.get(of),
      api.projects.verificationHistory(of),
      api.source.releases(of),
      api.releases.contents(of),
      api.samples.list(of),
      api.uploads.state(of),
      api.runAnswers.received(of),
    ])
  if (!project.allowed.includes('edit')) throw new Response(null, { status: 404 })
  const tree = treeOf(folders)
  return { project, history: verificationHistory, releases, tree, samples, upload, received }
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const form = await request.formData()
  const answer = await changeProject(await requireMember(request), params.id, form)
  const to = answer.copy ? `/owner/projects/${answer.copy}` : '/profile?tab=projects'
  if (answer.done && (answer.copy || textIn(form, 'intent') === 'delete')) {
    notify(answer.done, { tone: 'done' })
    return redirect(to)
  }
  return answer
}

export default function OwnerProjectPage({ loaderData }: Route.ComponentProps) {
  const { project, history, releases, tree, samples, upload, received } = loaderData
  const { price, salesCount, downloadCount, rating, reviews, verificationStatus, hasFiles } = project
  const [isUploading, setUploading] = useState(false)
  const { revalidate } = useRevalidator()
  // Whatever came of an upload is told on the page too.
  const closeUpload = () => {
    setUploading(false)
    void revalidate()
  }
  return (
    // A copy is another project on the same page: nothing of the first one stays open.
    <Page key={project._id} className="pb-8">
      <OwnerSteps here={project.title} className="pt-6" />
      <OwnerHeader project={project} onUpload={() => setUploading(true)} />
      <UploadDialog open={isUploading} onClose={closeUpload} title="Project files">
        {(setBusy) => (
          <FilesUpload
            projectId={project._id}
            isReUpload={hasFiles}
            licence={project.licence}
            before={
              hasFiles &&
              verificationStatus !== 'pending' && (
                <p className="text-14 text-quiet">New files send the project back to review. {meanwhile}</p>
              )
            }
            onBusy={setBusy}
            onDone={closeUpload}
            onClose={closeUpload}
          />
        )}
      </UploadDialog>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {upload && <UnfinishedUpload upload={upload} />}
          {!hasFiles && upload === null && (
            <Callout tone="waiting" title="Project files not found">
              Upload the folder, so that staff can check it.
            </Callout>
          )}
          <VerificationSection project={project} isFirst={history.length === 0} />
          {project.recall && (
            <RecallNotice
              recall={project.recall}
              {...(!hasFiles && {
                instructions:
                  'Upload a release without the problem. It is listed again when our staff approve it.',
              })}
            />
          )}
          <OwnerReports projectId={project._id} />
          <OwnerFindings project={project} />
          <RunAnswers {...received} />
          <DescriptionSection project={project} />
          <FeaturesSection project={project} />
          <LinksSection project={project} />
          <OwnerImages project={project} />
          <OwnerReport project={project} />
          <ProjectFiles project={project} tree={tree} />
          <OwnerSamples project={project} samples={samples} />
          <OwnerReleases project={project} releases={releases} />
          <OwnerQuestions projectId={project._id} />
        </div>
        <div className="flex flex-col gap-6">
          <Sheet as="section" aria-label="Quick Stats">
            <SheetHead title="Quick Stats" />
            <FactRows
              className="px-4 py-2 sm:px-5"
              facts={[
                { term: 'price', value: rupees(price) },
                { term: 'sales', value: salesCount },
                { term: 'downloads', value: downloadCount },
                {
                  term: 'rating',
                  value: reviews === 0 ? 'no reviews yet' : `${rating.toFixed(1)} (${reviews})`,
                },
              ]}
            />
          </Sheet>
          <PricingSection project={project} />
          <TermsSection project={project} />
          <QuickLinks project={project} />
          <ListingActions project={project} />
          <VerificationHistory history={history} />
        </div>
      </div>
    </Page>
  )
}

export const HydrateFallback = OwnProjectLoading

export const ErrorBoundary = OwnProjectFailed
