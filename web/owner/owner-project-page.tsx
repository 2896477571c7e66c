import { useState } from 'react'
import { redirect, useRevalidator } from 'react-router'

import { rupees } from '#contract/kit/rupees.ts'

import { textIn } from '../forms/entered.ts'
import type { PageHandle } from '../page-handle.ts'
import { VerificationHistory } from '../projects/verification-history.tsx'
import { VerificationStatus } from '../projects/verification-status.tsx'
import { OwnerQuestions } from '../questions/owner-questions.tsx'
import { DownloadButton } from '../releases/download-button.tsx'
import { FilesUpload } from '../releases/upload/files-upload.tsx'
import { UnfinishedUpload } from '../releases/upload/unfinished-upload.tsx'
import { UploadDialog } from '../releases/upload/upload-dialog.tsx'
import { requireMember } from '../session/member-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { Breadcrumb } from '../ui/layout/breadcrumb.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/owner-project-page'
import { DeleteProject } from './delete-project.tsx'
import { changeProject } from './owner-changes.ts'
import { OwnerImages } from './owner-images.tsx'
import { OwnerReport } from './owner-report.tsx'
import { DetailsSection, LinksSection, PricingSection } from './owner-sections.tsx'
import { meanwhile } from './review-note.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.project.title ?? 'My project'} | Readymade` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const of = { params: { id: params.id } }
  const [{ project }, { verificationHistory }, { upload }] = await Promise.all([
    api.projects.get(of),
    api.projects.verificationHistory(of),
    api.uploads.state(of),
  ])
  return { project, history: verificationHistory, upload }
}
clientLoader.hydrate = true as const

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const form = await request.formData()
  const answer = await changeProject(await requireMember(request), params.id, form)
  if (answer.done && textIn(form, 'intent') === 'delete') {
    notify(answer.done, { tone: 'done' })
    return redirect('/profile?tab=projects')
  }
  return answer
}

export default function OwnerProjectPage({ loaderData: { project, history, upload } }: Route.ComponentProps) {
  const { title, price, salesCount, downloadCount, rating, reviews, verificationStatus, hasFiles } = project
  const [isUploading, setUploading] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <Page className="pb-8">
      <Breadcrumb
        className="pt-6"
        steps={[
          { label: 'Home', to: '/' },
          { label: 'Profile', to: '/profile' },
          { label: 'My Projects', to: '/profile?tab=projects' },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-4 pb-6">
        <div className="min-w-0">
          <h1 className="text-28 md:text-36 break-words">{title}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <Badge tone={project.isActive ? 'ink' : 'plain'}>
              {project.isActive ? 'Active' : 'Inactive'}
            </Badge>
            <VerificationStatus status={verificationStatus} />
            <Badge>{project.category}</Badge>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/profile?tab=projects" tone="quiet">
            Back
          </ButtonLink>
          {hasFiles && <DownloadButton projectId={project._id} label="Download Project" />}
          <Button
            tone={hasFiles ? 'quiet' : 'primary'}
            icon={<Icon name="upload" />}
            onClick={() => setUploading(true)}
          >
            {hasFiles ? 'Upload new version' : 'Upload Project'}
          </Button>
          <DeleteProject projectId={project._id} label="Delete Project" />
        </div>
      </div>
      <UploadDialog open={isUploading} onClose={() => setUploading(false)} title="Project files">
        {(setBusy) => (
          <FilesUpload
            projectId={project._id}
            before={
              hasFiles && (
                <p className="text-14 text-quiet">New files send the project back to review. {meanwhile}</p>
              )
            }
            onBusy={setBusy}
            onDone={() => {
              setUploading(false)
              void revalidate()
            }}
            onClose={() => setUploading(false)}
          />
        )}
      </UploadDialog>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {upload && <UnfinishedUpload upload={upload} />}
          {!hasFiles && !upload && (
            <Callout tone="waiting" title="Project files not found">
              Upload the folder, so that staff can check it.
            </Callout>
          )}
          {hasFiles && verificationStatus === 'pending' && (
            <Callout tone="waiting" title="Waiting for verification">
              An admin must verify this project again before it is published.
            </Callout>
          )}
          {project.verificationNotes && verificationStatus !== 'approved' && (
            <Callout
              tone={verificationStatus === 'rejected' ? 'stopped' : 'waiting'}
              title="Notes from our staff"
            >
              {project.verificationNotes}
            </Callout>
          )}
          <DetailsSection project={project} />
          <LinksSection project={project} />
          <OwnerImages images={project.images} />
          <OwnerReport project={project} />
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
          <VerificationHistory history={history} />
        </div>
      </div>
    </Page>
  )
}

export function HydrateFallback() {
  return (
    <Page className="pb-8">
      <Loading text="Loading project..." className="pt-10">
        <Skeleton className="h-10 w-96 max-w-full" />
        <Skeleton className="mt-8 h-96" />
      </Loading>
    </Page>
  )
}

export function ErrorBoundary() {
  return (
    <Page>
      <ErrorState
        as="h1"
        title="Project not found"
        action={<ButtonLink to="/profile">Back to Profile</ButtonLink>}
      />
    </Page>
  )
}
