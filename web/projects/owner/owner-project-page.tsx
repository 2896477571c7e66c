import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import type { Api } from '#contract/client.ts'
import { counted, rupees } from '#contract/kit/format.ts'
import { licenceText } from '#contract/projects/categories.ts'
import type { Project } from '#contract/projects/project.ts'
import { isSentBackByChange } from '#contract/projects/verification.ts'

import { OwnerComplaints } from '../../content/owner-complaints.tsx'
import { page } from '../../shell/page-handle.tsx'
import { OwnerSteps } from '../../shell/page-states.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { ownProjectFailure } from '../../shell/site.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Switch } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Page } from '../../ui/page.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { Breakable } from '../../ui/text.tsx'
import { DownloadButton } from '../download-button.tsx'
import { OwnerFindings } from '../findings/owner-findings.tsx'
import { OwnerQuestions } from '../questions/owner-questions.tsx'
import { RecallNotice } from '../recall-notice.tsx'
import { treeOf } from '../source/file-tree.ts'
import { FilesUpload } from '../upload/files-upload.tsx'
import { UnfinishedUpload, UploadDialog } from '../upload/upload-dialog.tsx'
import { Decisions, VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/owner-project-page'
import { EditSection, saleNote } from './edit-section.tsx'
import { DescriptionSection, FeaturesSection, LinksSection, PricingSection } from './edit-sections.tsx'
import { CodeQuestionsSection, SignInsSection } from './explain-sections.tsx'
import { isListed } from './is-listed.ts'
import { OwnerReleases, ProjectFiles } from './owner-files.tsx'
import { OwnerImages } from './owner-images.tsx'
import { OwnerReport } from './owner-report.tsx'
import { OwnerRun } from './owner-run.tsx'
import { OwnerSamples } from './owner-samples.tsx'
import { OwnerTasks } from './owner-tasks.tsx'
import { projectActions } from './project-actions.ts'
import { DeleteFiles, ProjectActions, VerificationSection, useOwnersTurn } from './project-status.tsx'
import { RunAnswers } from './run-answers.tsx'
import { ExtrasFields, LicenceField } from './terms-fields.tsx'
import { waitingChange } from './waiting-change.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => data?.project.title ?? 'My project',
  loading: 'Loading project...',
  failure: ownProjectFailure,
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return (lastData = await load(api, params.id))
  } catch (thrown) {
    const { code } = problemOf(thrown)
    if (lastData?.project._id !== params.id || code === 'not_found') throw thrown
    notify('Failed to refresh project data', { tone: 'failed' })
    return lastData
  }
}

/** The last data, which stays on the page when it cannot be loaded again. */
let lastData: Awaited<ReturnType<typeof load>> | undefined

async function load(api: Api, id: string) {
  const of = { params: { id } }
  const [{ project }, { verificationHistory }, { releases }, { folders }, { samples }, { upload }, received] =
    await Promise.all([
      api.projects.get(of),
      api.projects.verificationHistory(of),
      api.downloads.releases(of),
      api.releases.contents(of),
      api.samples.list(of),
      api.uploads.state(of),
      api.runAnswers.received(of),
    ])
  if (!project.allowed.includes('edit')) throw new Response(null, { status: 404 })
  const isWaiting = project.hasFiles && ['pending', 'under_review'].includes(project.verificationStatus)
  const [compared, time] = await Promise.all([
    project.hasWaitingChanges ? api.projects.changes(of) : undefined,
    isWaiting ? api.content.decisionTime() : undefined,
  ])
  return {
    project,
    history: verificationHistory,
    releases,
    tree: treeOf(folders),
    samples,
    upload,
    received,
    waiting: compared && waitingChange(compared, verificationHistory, releases),
    decisionTime: time?.decisionTime,
  }
}

export const clientAction = projectActions

export default function OwnerProjectPage({ loaderData }: Route.ComponentProps) {
  const { project, history, releases, tree, samples, upload, received, waiting, decisionTime } = loaderData
  const { price, salesCount, downloadCount, rating, reviews, verificationStatus, hasFiles } = project
  const [isUploading, setUploading] = useState(false)
  const { revalidate } = useRevalidator()
  // The page shows the result of an upload too.
  const closeUpload = () => {
    setUploading(false)
    void revalidate()
  }
  return (
    // Duplicating leads to another project on the same page: the key closes everything that is open for the first one.
    <Page key={project._id} className="pb-8">
      <OwnerSteps here={project.title} className="pt-6" />
      <OwnerHeader project={project} onUpload={() => setUploading(true)} />
      <UploadDialog open={isUploading} onClose={closeUpload} title="Project files">
        {(setBusy) => (
          <FilesUpload
            projectId={project._id}
            isReUpload={hasFiles}
            licence={project.licence}
            reportOnSale={
              project.hasReport
                ? { fileName: project.reportFileName ?? 'A report', price: project.reportPrice ?? 0 }
                : undefined
            }
            before={
              hasFiles &&
              isSentBackByChange(verificationStatus) && (
                <p className="text-14 text-quiet">
                  New files send the project back to review. {saleNote(project)}
                </p>
              )
            }
            onBusy={setBusy}
            onDone={closeUpload}
            onClose={closeUpload}
          />
        )}
      </UploadDialog>
      <VerificationSection
        project={project}
        isFirst={history.length === 0}
        waiting={waiting}
        decisionTime={decisionTime}
      >
        {upload && <UnfinishedUpload upload={upload} />}
        {!hasFiles && upload === null && (
          <Callout tone="waiting" title="Project files not found">
            Upload the folder, so that staff can check it.
          </Callout>
        )}
        {project.recall && (
          <RecallNotice
            recall={project.recall}
            {...(!hasFiles && {
              instructions:
                'Upload a release without the problem. It is listed again when our staff approve it.',
            })}
          />
        )}
      </VerificationSection>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <OwnerTasks project={project} samples={samples.length} />
          <Sheet className="folds overflow-hidden">
            <OwnerComplaints projectId={project._id} />
            <OwnerFindings project={project} />
            <OwnerRun project={project} />
            <OwnerQuestions projectId={project._id} />
            <RunAnswers {...received} />
            <OwnerImages project={project} />
            <DescriptionSection project={project} />
            <FeaturesSection project={project} />
            <LinksSection project={project} />
            <SignInsSection project={project} />
            <CodeQuestionsSection project={project} />
            <ProjectFiles project={project} tree={tree} onUpload={() => setUploading(true)} />
            <OwnerReport project={project} />
            <OwnerSamples project={project} samples={samples} />
            <OwnerReleases project={project} releases={releases} />
            <TermsSection project={project} />
            <SeatsSection project={project} />
            <Fold title="Verification History" detail={counted(history.length, 'decision')}>
              <Decisions history={history} />
            </Fold>
            <ProjectActions project={project} />
          </Sheet>
        </div>
        <Sheet className="folds min-w-0">
          <section aria-label="Quick Stats">
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
          </section>
          <PricingSection project={project} />
          <QuickLinks project={project} />
        </Sheet>
      </div>
    </Page>
  )
}

/** The title, badges and actions of the project. */
function OwnerHeader({ project, onUpload }: { project: Project; onUpload: () => void }) {
  const { _id, title, isActive, category, hasFiles, hasBuyers, verificationStatus, hasWaitingChanges } =
    project
  const isOwnersTurn = useOwnersTurn(project)
  return (
    <div className="flex flex-col gap-4 pt-4 pb-6 xl:flex-row xl:flex-wrap xl:items-end xl:justify-between xl:gap-x-8">
      <div className="min-w-0">
        <h1 className="text-28 md:text-36 break-words">
          <Breakable text={title} />
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-3">
          {project.archivedAt ? (
            <Badge>Archived</Badge>
          ) : (
            // The badge shows the owner's switch; it is prominent only when the project is listed.
            <Badge tone={isListed(project) ? 'ink' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          )}
          <span className="[&>span]:flex-row [&>span]:flex-wrap [&>span]:gap-x-3">
            <VerificationStatus
              status={verificationStatus}
              isRecalled={project.recall !== null && !hasFiles}
              waitsForOwner={isOwnersTurn}
              isOnSale={hasWaitingChanges && isListed(project)}
            />
          </span>
          <Badge>{category}</Badge>
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 max-sm:[&_.button]:grow">
        <ButtonLink to="/profile?tab=projects" tone="quiet">
          Back
        </ButtonLink>
        {hasFiles && <DownloadButton projectId={_id} label="Download Project" />}
        {hasFiles ? (
          <DeleteFiles hasBuyers={hasBuyers} />
        ) : (
          <Button icon={<Icon name="upload" />} onClick={onUpload}>
            Upload Project
          </Button>
        )}
      </div>
    </div>
  )
}

/** The links of a project: its listing, its preview, its demo and its repository. */
function QuickLinks({ project }: { project: Project }) {
  const { _id, demoUrl, githubUrl } = project
  return (
    <section aria-label="Quick Links">
      <SheetHead title="Quick Links" />
      <ul className="divide-rule divide-y px-4 sm:px-5">
        {isListed(project) && <Row to={`/projects/${_id}`}>View live listing</Row>}
        <Row to={`/owner/projects/${_id}/preview`}>See it as a buyer</Row>
        {demoUrl && <Row href={demoUrl}>Open demo</Row>}
        {githubUrl && <Row href={githubUrl}>Open repository</Row>}
      </ul>
    </section>
  )
}

function Row({ to, href, children }: { to?: string; href?: string; children: ReactNode }) {
  const look = 'flex min-h-11 items-center justify-between gap-3 hover:underline underline-offset-4'
  return (
    <li>
      {to ? (
        <Link to={to} className={look}>
          {children}
          <Icon name="chevron-right" className="text-quiet size-5" />
        </Link>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={look}>
          <span>
            {children}
            <span className="sr-only"> (opens in a new tab)</span>
          </span>
          <Icon name="external-link" className="text-quiet size-5" />
        </a>
      )}
    </li>
  )
}

/** The section with the switch that lets buyers invite their team. It shows the licence while that is to be accepted. */
function SeatsSection({ project }: { project: Project }) {
  const { allowsSeats, licence } = project
  return (
    <EditSection
      title="Seats for a Team"
      detail={licence === 'own' ? 'only with the Readymade licence' : allowsSeats ? 'on' : 'off'}
      intent="seats"
      project={project}
      names={{ allowsSeats: 'switch' }}
      renderFields={() => (
        <Switch
          name="allowsSeats"
          label="Buyers may invite their team"
          hint="Up to three people get the source at no price, each with a licence of their own. It acts at once, for who buys from now on; who has bought keeps what was promised"
          defaultChecked={allowsSeats}
        />
      )}
    >
      <p className="text-14 text-quiet">
        {licence === 'own'
          ? 'Seats come with the Readymade licence. Your own licence says who may have the files.'
          : allowsSeats
            ? 'Who buys the source may invite up to three people, at no price.'
            : 'Off. Final-year projects are often made by three or four, who all want the files.'}
      </p>
    </EditSection>
  )
}

/** The section for the licence of the source and the owner's promises to buyers. */
function TermsSection({ project }: { project: Project }) {
  const { licence, licenceFile, licenceName, allowsCustomization, includesInstallationSupport } = project
  return (
    <EditSection
      title="Licence & Extras"
      detail={licence === 'own' ? (licenceName ?? 'own') : 'Readymade'}
      intent="terms"
      project={project}
      names={{
        licence: 'licence',
        includesInstallationSupport: 'installation help',
        allowsCustomization: 'customisation',
      }}
      renderFields={(field) => (
        <>
          <LicenceField licence={licence} file={licenceFile} error={field('licence').error} />
          <ExtrasFields {...{ allowsCustomization, includesInstallationSupport }} />
        </>
      )}
    >
      <FactRows
        facts={[
          {
            term: 'licence',
            value:
              licence === 'own'
                ? licenceText(licenceFile ?? 'the files to come', licenceName)
                : licenceText(null),
          },
          { term: 'installation help', value: includesInstallationSupport ? 'on' : 'off' },
          { term: 'customisation', value: allowsCustomization ? 'on' : 'off' },
        ]}
      />
    </EditSection>
  )
}
