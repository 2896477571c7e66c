import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'

import { ProjectEdit } from '#contract/projects/edits.ts'
import { notesMissing, type VerificationStatus as Verdict } from '#contract/projects/verification.ts'

import { constraintsOf } from '../../shell/form/constraints.ts'
import { textIn, unlessUnanswered, useForm } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { DownloadButton } from '../download-button.tsx'
import { treeOf } from '../source/file-tree.ts'
import { VerificationHistory, VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/review-page'
import { ageOf, CannedReasons, ClaimNote, NextProject, useApprovalGate, VerdictButtons } from './decision.tsx'
import { ModeratedQuestions } from './moderated-questions.tsx'
import { OwnerSheet, ProjectDossier, StaffFindings } from './project-dossier.tsx'
import { SimilarListings } from './similar-listings.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => `Review: ${data?.project.title ?? 'project'}`,
  steps: [{ label: 'Projects', to: '/admin/projects' }, { label: 'Review' }],
  failure: {
    title: 'Failed to load project',
    missing: 'Project not found',
    to: '/admin/projects',
    label: 'Back to Projects',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const of = { params: { id: params.id } }
  const { project } = await api.projects.get(of)
  const [contents, { verificationHistory }, { releases }, { samples }, standing] = await Promise.all([
    project.hasFiles ? api.releases.contents(of) : undefined,
    api.projects.verificationHistory(of),
    api.source.releases(of),
    api.samples.list(of),
    api.desk.project(of),
  ])
  return {
    project,
    tree: treeOf(contents?.folders ?? []),
    lines: contents?.lines ?? 0,
    readmeHtml: contents?.readmeHtml ?? null,
    history: verificationHistory,
    releases,
    samples: samples.map(({ path }) => path),
    standing,
    now: Date.now(),
  }
}

export async function clientAction({ context, request, params }: Route.ClientActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const verificationStatus = textIn(form, 'verdict') as Verdict
  const verificationNotes = textIn(form, 'verificationNotes')
  const basedOn = textIn(form, 'basedOn')
  if (!verificationNotes && verificationStatus !== 'approved') {
    return { message: notesMissing, fields: { verificationNotes: notesMissing } }
  }
  try {
    const approveUnchecked = form.has('approveUnchecked')
    const body = { verificationStatus, verificationNotes, basedOn, approveUnchecked }
    await api.projects.update({ params: { id: params.id }, body })
    return { decided: { verificationStatus, at: Date.now() } }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to update project')
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminProjectPage({ loaderData, actionData }: Route.ComponentProps) {
  const { project, tree, lines, history, releases, samples, readmeHtml, standing, now } = loaderData
  const verdict = useNavigation().formData?.get('verdict')
  const decided = actionData && 'decided' in actionData ? actionData.decided : undefined
  const { ref, message, field } = useForm(
    constraints,
    actionData && 'message' in actionData ? actionData : undefined,
  )
  const gate = useApprovalGate(project._id)
  const { claim } = standing
  const isWithdrawn = project.recall !== null && !project.hasFiles
  const isTaken = claim !== null && !claim.isMine
  const isWaiting = ['pending', 'under_review'].includes(project.verificationStatus)
  const wasApproved = history.some(({ status }) => status === 'approved')
  useEffect(() => {
    if (decided) notify(savedNotices[decided.verificationStatus] ?? 'Saved.', { tone: 'done' })
  }, [decided])
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <ProjectDossier
          project={project}
          tree={tree}
          lines={lines}
          releases={releases}
          samples={samples}
          readmeHtml={readmeHtml}
          approvedRelease={standing.approvedRelease}
        />
        <StaffFindings project={project} />
        <SimilarListings project={project} />
        <ModeratedQuestions projectId={project._id} />
      </div>
      <div className="flex flex-col gap-6 xl:sticky xl:top-20">
        <Sheet as="section" aria-label="Verification">
          <SheetHead title="Verification">
            <VerificationStatus
              status={project.verificationStatus}
              isRecalled={isWithdrawn}
              isActive={project.isActive}
            />
          </SheetHead>
          <Form ref={ref} method="post" key={decided?.at} className="flex flex-col gap-4 p-4 sm:p-5">
            <input type="hidden" name="basedOn" value={project.updatedAt} />
            {message && <Callout tone="stopped" {...message} />}
            {isTaken && (
              <Callout tone="waiting">
                {claim.by} is looking at this project. You can decide when they are done.
              </Callout>
            )}
            {!project.hasFiles && (
              <Callout tone="waiting">
                {isWithdrawn
                  ? 'Its release was recalled. It can be approved once the owner has uploaded another.'
                  : 'No files are uploaded yet, so it cannot be approved.'}
              </Callout>
            )}
            {project.hasFiles && gate.notice}
            <Field
              label="Notes"
              hint="The owner reads them; needed unless you approve"
              {...field('verificationNotes')}
            >
              <TextArea rows={4} />
            </Field>
            <CannedReasons projectId={project._id} form={ref} />
            <VerdictButtons
              status={project.verificationStatus}
              verdict={verdict}
              canApprove={project.hasFiles && gate.isOpen}
              isTaken={isTaken}
            />
            {project.hasFiles && <DownloadButton projectId={project._id} label="Download Release" />}
            {project.hasReport && (
              <DownloadButton projectId={project._id} kind="report" label="Download Report" />
            )}
            {wasApproved && (
              <ButtonLink to={`/admin/projects/${project._id}/recall`} tone="link">
                {isWithdrawn ? 'See the Recall' : 'Recall a Release'}
              </ButtonLink>
            )}
          </Form>
          <div className="border-rule flex flex-col gap-3 border-t p-4 sm:p-5">
            {isWaiting && project.hasFiles && (
              <>
                <p className="text-14 text-quiet">Waiting for {ageOf(standing.waitingSince, now)}.</p>
                <ClaimNote projectId={project._id} claim={claim} />
              </>
            )}
            <NextProject isDecided={decided !== undefined} />
          </div>
        </Sheet>
        <OwnerSheet owner={standing.owner} />
        <VerificationHistory history={history} />
      </div>
    </div>
  )
}

const constraints = constraintsOf(ProjectEdit)

const savedNotices: Partial<Record<Verdict, string>> = {
  approved: 'Approved. It is listed now.',
  needs_changes: 'Sent back to the owner with your notes.',
  rejected: 'Rejected. The owner has your notes.',
  under_review: 'Under review. The owner has your notes.',
}
