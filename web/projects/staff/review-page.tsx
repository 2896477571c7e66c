import { useState } from 'react'

import { ProjectEdit } from '#contract/projects/edits.ts'
import { notesMissing, type VerificationStatus as Verdict } from '#contract/projects/verification.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { textIn, fieldError } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { DownloadButton } from '../download-button.tsx'
import { treeOf } from '../source/file-tree.ts'
import { VerificationHistory, VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/review-page'
import { ageOf, CannedReasons, ClaimNote, NextProject, useApprovalGate, VerdictButtons } from './decision.tsx'
import { EditionChanges } from './edition-changes.tsx'
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
    samples,
    standing,
    now: Date.now(),
  }
}

export const clientAction = formAction('Failed to update project', async ({ api, form, params }) => {
  if (form.get('intent') === 'pass-sample') {
    const of = { params: { id: params.id, number: textIn(form, 'number') } }
    await api.samples.pass({ ...of, body: { contentHash: textIn(form, 'contentHash') } })
    return 'Everybody may read this file now.'
  }
  const verificationStatus = textIn(form, 'verdict') as Verdict
  const verificationNotes = textIn(form, 'verificationNotes')
  if (!verificationNotes && verificationStatus !== 'approved')
    throw fieldError('verificationNotes', notesMissing)
  const [basedOn, approveUnchecked] = [textIn(form, 'basedOn'), form.has('approveUnchecked')]
  const body = { verificationStatus, verificationNotes, basedOn, approveUnchecked }
  await api.projects.update({ params, body })
  return savedNotices[verificationStatus] ?? 'Saved.'
})

export default function AdminProjectPage({ loaderData }: Route.ComponentProps) {
  const { project, tree, lines, history, releases, samples, readmeHtml, standing } = loaderData
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
          changes={<EditionChanges approvedAt={standing.approvedAt} changes={standing.changes} />}
        />
        <StaffFindings project={project} />
        <SimilarListings project={project} />
        <ModeratedQuestions projectId={project._id} />
      </div>
      <div className="flex flex-col gap-6 xl:sticky xl:top-20">
        <Decision key={project._id} {...loaderData} />
        <OwnerSheet owner={standing.owner} />
        <VerificationHistory history={history} />
      </div>
    </div>
  )
}

/** The form for the decision on a project, with what blocks an approval, and the button to the next project. */
function Decision({ project, standing, history, now }: Route.ComponentProps['loaderData']) {
  // The key resets the form after each decision.
  const [decisions, setDecisions] = useState(0)
  const form = useActionForm(constraints, { onDone: () => setDecisions(decisions + 1) })
  const gate = useApprovalGate(project._id)
  const { claim } = standing
  const isWithdrawn = project.recall !== null && !project.hasFiles
  const isTaken = claim !== null && !claim.isMine
  const isWaiting = ['pending', 'under_review'].includes(project.verificationStatus)
  const wasApproved = history.some(({ status }) => status === 'approved')
  return (
    <Sheet as="section" aria-label="Verification">
      <SheetHead title="Verification">
        <VerificationStatus
          status={project.verificationStatus}
          isRecalled={isWithdrawn}
          isActive={project.isActive}
        />
      </SheetHead>
      <ActionForm form={form} key={decisions} className="flex flex-col gap-4 p-4 sm:p-5">
        <input type="hidden" name="basedOn" value={project.updatedAt} />
        {isTaken && (
          <Callout tone="waiting">{`${claim.by} is looking at this project. You can decide when they are done.`}</Callout>
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
          {...form.field('verificationNotes')}
        >
          <TextArea rows={4} />
        </Field>
        <CannedReasons projectId={project._id} form={form.ref} />
        <VerdictButtons
          status={project.verificationStatus}
          verdict={form.sent?.get('verdict')}
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
      </ActionForm>
      <div className="border-rule flex flex-col gap-3 border-t p-4 sm:p-5">
        {isWaiting && project.hasFiles && (
          <>
            <p className="text-14 text-quiet">{`Waiting for ${ageOf(standing.waitingSince, now)}.`}</p>
            <ClaimNote projectId={project._id} claim={claim} />
          </>
        )}
        <NextProject isDecided={decisions > 0} />
      </div>
    </Sheet>
  )
}

const constraints = constraintsOf(ProjectEdit)

const savedNotices: Partial<Record<Verdict, string>> = {
  approved: 'Approved. It is listed now.',
  needs_changes: 'Sent back to the owner with your notes.',
  rejected: 'Rejected. The owner has your notes.',
  under_review: 'Under review. The owner has your notes.',
}
