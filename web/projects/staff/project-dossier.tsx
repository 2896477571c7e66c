import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { counted, day, formatCount, rupees, sizeText } from '#contract/kit/format.ts'
import { licenceText } from '#contract/projects/categories.ts'
import { drawnCover } from '#contract/projects/cover.ts'
import type { Project } from '#contract/projects/project.ts'
import type { Sample } from '#contract/projects/samples.ts'
import type { Release } from '#contract/projects/source.ts'
import { copiedLimit, evidenceOf } from '#contract/projects/staff/evidence.ts'
import type { verification, VerificationOwner } from '#contract/projects/staff/verification.ts'
import { changesAskedIn } from '#contract/projects/verification.ts'

import { useApi } from '../../shell/session/member-api.ts'
import { TagList } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import type { TreeNode } from '../../ui/file-tree.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { MailText, Prose } from '../../ui/text.tsx'
import { DownloadButton } from '../download-button.tsx'
import { EditionChanges, sinceText } from '../edition-changes.tsx'
import { FindingGroups } from '../findings/finding-groups.tsx'
import { findingsAddress, FindingsSheet, type useFindings } from '../findings/findings-sheet.tsx'
import { ProjectGallery } from '../project-gallery.tsx'
import { ReportContents } from '../report-contents.tsx'
import { ReleaseChanges } from '../source/release-changes.tsx'
import { ReleaseList } from '../source/release-list.tsx'
import { releaseReader, SourceBrowser } from '../source/source-browser.tsx'
import type { useRuns } from '../use-runs.ts'
import { VerificationHistory, verificationLabels } from '../verification-status.tsx'
import { Explanations } from './explanations.tsx'
import { ModeratedQuestions } from './moderated-questions.tsx'
import { type ReviewTab, useReviewTab } from './review-tabs.tsx'
import { RunSheet } from './run-sheet.tsx'
import { SampleList } from './sample-list.tsx'
import { SimilarListings, type useSimilarity } from './similar-listings.tsx'

/** What staff look at before they decide on a project: the selected tab of the review. */
export function ProjectDossier(props: DossierProps) {
  const tab = useReviewTab()
  const Tab = tabs[tab]
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Tab {...props} />
    </div>
  )
}

interface DossierProps {
  project: Project
  tree: TreeNode
  lines: number
  releases: readonly Release[]
  samples: readonly Sample[]
  readmeHtml: string | null
  history: ComponentProps<typeof VerificationHistory>['history']
  standing: Standing
  found: ReturnType<typeof useFindings>
  compared: ReturnType<typeof useSimilarity>
  ran: ReturnType<typeof useRuns>
}
type Standing = Reply<typeof verification.project>

const tabs: Record<ReviewTab, (props: DossierProps) => ReactNode> = {
  evidence: Evidence,
  changes: Changes,
  files: Files,
  readme: Readme,
  listing: Listing,
  pictures: ({ project }) => <ProjectGallery project={project} cover={drawnCover(project)} />,
  history: History,
}

/** What the checks found and our machine saw: first what only the owner calls harmless, then a copy. */
function Evidence({ project, found, compared, ran }: DossierProps) {
  const { explained, copiedShare } = evidenceOf(found.findings, compared.similarity)
  const isCopyFirst = explained === 0 && copiedShare >= copiedLimit
  const similar = <SimilarListings project={project} compared={compared} />
  return (
    <>
      {isCopyFirst && similar}
      <StaffFindings project={project} found={found} />
      <RunSheet project={project} loaded={ran} />
      {!isCopyFirst && similar}
      {!project.hasFiles && <p className="text-quiet">There are no files to check yet.</p>}
    </>
  )
}

/**
 * What is not as it was approved or sent back last: what staff asked for, then texts, links, pictures and prices, also
 * beside the edition approved last, then the files line by line.
 */
function Changes({ project: { _id, releaseNumber, edition }, releases, standing }: DossierProps) {
  const { since, changes, fromEdition } = standing
  if (since === null)
    return <p className="text-quiet">It was never approved or sent back, so all of it is new.</p>
  const newest = releases[0]?.number ?? 0
  const hasNewFiles = since.release !== null && since.release < newest
  const hasFirstFiles = since.release === null && newest > 0
  return (
    <>
      {since.status !== 'approved' && since.notes && (
        <Sheet as="section" aria-label="What was asked for">
          <SheetHead title="What was asked for" />
          <ul className="list-disc px-4 py-3 pl-8 sm:px-5 sm:pl-9">
            {changesAskedIn(since.notes).map((asked) => (
              <li key={asked} className="break-words">
                {asked}
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      <EditionChanges since={sinceText(since)} changes={changes} />
      {since.status !== 'approved' && edition && (
        <EditionChanges
          title={`Beside edition ${edition.number}`}
          since={`approved on ${day(edition.since)}`}
          changes={fromEdition}
        />
      )}
      {hasFirstFiles && <p className="text-quiet">{`All files are new ${sinceText(since)}.`}</p>}
      {changes.length === 0 && !hasNewFiles && !hasFirstFiles && (
        <p className="text-quiet">{`Nothing has changed ${sinceText(since)}.`}</p>
      )}
      {hasNewFiles && (
        <Sheet as="section" aria-label="Changed files">
          <ReleaseChanges
            key={`${_id} ${releaseNumber}`}
            projectId={_id}
            releases={releases}
            since={since.release!}
          />
        </Sheet>
      )}
    </>
  )
}

function Files({ project, tree, samples }: DossierProps) {
  const { _id, releaseNumber, recall, hasFiles, hasReport } = project
  const api = useApi()
  const reader = useMemo(() => releaseReader(api, _id, releaseNumber ?? 0), [api, _id, releaseNumber])
  return (
    <Sheet as="section" aria-label="Files" className="overflow-hidden">
      <SheetHead
        title="Files"
        actions={
          <>
            {hasFiles && <DownloadButton projectId={_id} label="Download Release" />}
            {hasReport && <DownloadButton projectId={_id} kind="report" label="Download Report" />}
          </>
        }
      />
      {samples.length > 0 && <SampleList samples={samples} />}
      {!tree.children?.length ? (
        <p className="text-quiet p-4 sm:p-5">
          {recall
            ? `Release ${recall.release} was recalled, and its files with it.`
            : 'The owner has uploaded no files yet.'}
        </p>
      ) : (
        <SourceBrowser key={`${_id} ${releaseNumber}`} tree={tree} reader={reader} />
      )}
    </Sheet>
  )
}

function Readme({ readmeHtml }: DossierProps) {
  if (!readmeHtml) return <p className="text-quiet">There is no README.</p>
  return (
    <Sheet as="section" aria-label="README">
      <Prose html={readmeHtml} className="p-4 sm:p-5" />
    </Sheet>
  )
}

function Listing({ project, lines }: DossierProps) {
  const { description, features, requirements, technologies, tags } = project
  return (
    <>
      <Sheet as="section" aria-label="Description">
        <SheetHead title="Description" />
        <div className="flex flex-col gap-5 p-4 sm:p-5">
          <p className="max-w-(--container-text) break-words whitespace-pre-line">{description}</p>
          <TagList items={[...technologies, ...tags]} max={40} wrap label="Technologies and tags" />
          <TextList title="Key features" items={features} />
          <TextList title="Requirements" items={requirements} />
        </div>
      </Sheet>
      <Explanations project={project} />
      <Sheet className="@container px-4 py-2 sm:px-5">
        <FactRows
          facts={factsOf(project, lines)}
          className="@md:grid @md:grid-cols-2 @md:gap-x-8 @md:[&>div]:col-span-1 @md:[&>div:nth-child(2)]:border-t-0"
        />
        <ReportContents headings={project.reportHeadings} />
      </Sheet>
      <ModeratedQuestions projectId={project._id} />
    </>
  )
}

/** The decisions so far, the releases, and what became of the owner's other projects. */
function History({ project, releases, history, standing }: DossierProps) {
  const { _id, recall, hasFiles, verificationStatus } = project
  const wasApproved = history.some(({ status }) => status === 'approved')
  return (
    <>
      <VerificationHistory history={history} />
      {releases.length > 0 && (
        <Sheet as="section" aria-label="Releases">
          <SheetHead
            title="Releases"
            actions={
              wasApproved && (
                <ButtonLink to={`/admin/projects/${_id}/recall`} tone="link" size="small">
                  {recall !== null && !hasFiles ? 'See the Recall' : 'Recall a Release'}
                </ButtonLink>
              )
            }
          />
          <ReleaseList releases={releases} changesAsked={verificationStatus === 'needs_changes'} />
          <ReleaseChanges key={_id} projectId={_id} releases={releases} />
        </Sheet>
      )}
      <OwnerSheet owner={standing.owner} />
    </>
  )
}

function TextList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <h3 className="text-16 font-sans font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

/** An external link of the owner, opened in a new tab. */
const ExternalLink = ({ href }: { href: string | null }) =>
  href === null ? (
    'none'
  ) : (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className="link-rule [overflow-wrap:anywhere]"
    >
      {href.replace(/^https?:\/\//, '')}
    </a>
  )

const factsOf = (project: Project, lines: number) => [
  { term: 'owner', value: project.projectOwner.name },
  { term: 'category', value: project.category },
  { term: 'price', value: rupees(project.price) },
  { term: 'difficulty', value: project.difficulty },
  { term: 'files', value: project.fileCount },
  { term: 'size', value: sizeText(project.totalFileSize) },
  { term: 'lines', value: formatCount(lines) },
  { term: 'release', value: project.releaseNumber === null ? 'none' : `#${project.releaseNumber}` },
  {
    term: 'report',
    value:
      project.reportPrice === null ? 'none' : `${project.reportFileName}, ${rupees(project.reportPrice)}`,
  },
  ...(project.reportPages === null ? [] : [{ term: 'report pages', value: project.reportPages }]),
  {
    term: 'licence',
    value: licenceText(project.licence === 'own' ? project.licenceFile : null, project.licenceName),
  },
  { term: 'demo', value: <ExternalLink href={project.demoUrl} /> },
  { term: 'github', value: <ExternalLink href={project.githubUrl} /> },
  { term: 'created', value: day(project.createdAt) },
]

/** The owner of a project: the contact details, and the status of their projects with the last decisions. */
function OwnerSheet({ owner }: { owner: VerificationOwner }) {
  const { _id, name, email, phone, joinedAt, isAgent, isDeactivated, blocks, projects, sales, decisions } =
    owner
  const facts = [
    {
      term: 'email',
      value: (
        <a href={`mailto:${email}`} className="link-rule wrap-anywhere">
          <MailText of={email} />
        </a>
      ),
    },
    ...(phone
      ? [
          {
            term: 'phone',
            value: (
              <a href={`tel:+91${phone}`} className="link-rule">
                {phone}
              </a>
            ),
          },
        ]
      : []),
    { term: 'joined', value: day(joinedAt) },
    { term: 'role', value: isAgent ? 'Agent' : 'Member' },
    { term: 'sales', value: sales },
    ...projects.map(({ status, count }) => ({
      term: verificationLabels[status].toLowerCase(),
      value: counted(count, 'project'),
    })),
  ]
  return (
    <Sheet as="section" aria-label="Owner">
      <SheetHead title="Owner" />
      <div className="px-4 py-3 sm:px-5">
        <p className="pt-1 pb-2 font-semibold">
          <Link to={`/admin/members/${_id}`} className="link-rule">
            {name}
          </Link>
          {blocks > 0 && (
            <span className="text-quiet font-normal">{`, blocked ${counted(blocks, 'time')}`}</span>
          )}
        </p>
        {isDeactivated && (
          <Callout tone="waiting" className="my-2">
            This account is closed.
          </Callout>
        )}
        <FactRows facts={facts} />
        {decisions.length > 0 && (
          <>
            <h3 className="text-14 mt-3 font-sans font-semibold">Last decisions</h3>
            <ul className="text-14 mt-1 mb-2 flex flex-col gap-1.5">
              {decisions.map(({ projectId, title, release, status, at }) => (
                <li key={`${projectId} ${at}`}>
                  <Link to={`/admin/projects/${projectId}`} className="hover:underline">
                    {title}
                  </Link>
                  <span className="text-quiet">
                    <span>
                      {`${(release ?? 1) > 1 ? `, release ${release}` : ''} ${verificationLabels[status].toLowerCase()}, `}
                    </span>
                    <span className="whitespace-nowrap">{day(at)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Sheet>
  )
}

/** The findings of a project and its owner's reasons, for staff. Renders nothing before there are files. */
function StaffFindings({ project: { _id, hasFiles }, found }: Pick<DossierProps, 'project' | 'found'>) {
  if (!hasFiles) return null
  return (
    <FindingsSheet
      address={findingsAddress('staff', _id)}
      loaded={found}
      renderFindings={({ findings, omitted, technologies }) => {
        const undeclared = technologies.filter(({ isDeclared }) => !isDeclared).map(({ name }) => name)
        return (
          <>
            <FindingGroups findings={findings} omitted={omitted} as="staff" />
            {undeclared.length > 0 && (
              <p id="undeclared" className="border-rule text-14 scroll-mt-20 border-t px-4 py-4 sm:px-5">
                <span className="text-quiet">Used by the files, not declared: </span>
                {undeclared.join(', ')}
              </p>
            )}
          </>
        )
      }}
    />
  )
}
