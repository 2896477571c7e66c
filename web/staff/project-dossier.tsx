import { useMemo } from 'react'

import { coverRows } from '#contract/drawing/cover.ts'
import { grouped } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import { rupees } from '#contract/kit/rupees.ts'
import { licenceText } from '#contract/orders/listing-facts.ts'
import type { Project } from '#contract/projects.ts'
import type { Release } from '#contract/projects/source.ts'

import { sizeText } from '../projects/file-tree.ts'
import { ProjectGallery } from '../projects/project-gallery.tsx'
import { ReportContents } from '../projects/report-contents.tsx'
import { ReleaseChanges } from '../source/release-changes.tsx'
import { ReleaseList } from '../source/release-list.tsx'
import { SourceBrowser } from '../source/source-browser.tsx'
import { releaseReader } from '../source/source-reader.ts'
import { FactRows } from '../ui/data/fact-rows.tsx'
import type { TreeNode } from '../ui/data/file-tree-row.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { Prose } from '../ui/prose.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { requireStaff } from './session.ts'

/** All that staff look at before they decide on a project. */
export function ProjectDossier({
  project,
  tree,
  lines,
  releases,
  samples,
  readmeHtml,
  approvedRelease,
}: {
  project: Project
  tree: TreeNode
  lines: number
  releases: readonly Release[]
  /** Paths of the files that everybody may read. */
  samples: readonly string[]
  readmeHtml: string | null
  /** The release that was approved last, to compare the newest with. */
  approvedRelease: number | null
}) {
  const { _id, releaseNumber } = project
  const reader = useMemo(() => releaseReader(requireStaff, _id, releaseNumber ?? 0), [_id, releaseNumber])
  const isOlder = approvedRelease !== null && approvedRelease < (releases[0]?.number ?? 0)
  const { title, description, features, requirements, technologies, tags } = project
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <h1 className="text-28 break-words">{title}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:max-2xl:grid-cols-1">
        <ProjectGallery project={project} cover={coverRows(project)} />
        <Sheet className="@container px-4 py-2 sm:px-5">
          <FactRows
            facts={factsOf(project, lines)}
            className="@md:grid @md:grid-cols-2 @md:gap-x-8 @md:[&>div]:col-span-1 @md:[&>div:nth-child(2)]:border-t-0"
          />
          <ReportContents headings={project.reportHeadings} />
        </Sheet>
      </div>
      <Sheet as="section" aria-label="Description">
        <SheetHead title="Description" />
        <div className="flex flex-col gap-5 p-4 sm:p-5">
          <p className="max-w-(--container-text) break-words whitespace-pre-line">{description}</p>
          <TagList items={[...technologies, ...tags]} max={40} wrap label="Technologies and tags" />
          <TextList title="Key features" items={features} />
          <TextList title="Requirements" items={requirements} />
        </div>
      </Sheet>
      {readmeHtml && (
        <Sheet as="section" aria-label="README">
          <SheetHead title="README" />
          <Prose html={readmeHtml} className="p-4 sm:p-5" />
        </Sheet>
      )}
      <Sheet as="section" aria-label="Files" className="overflow-hidden">
        <SheetHead title="Files" />
        {samples.length > 0 && (
          <p className="border-rule text-14 border-b px-4 py-3 [overflow-wrap:anywhere] sm:px-5">
            <span className="text-quiet">Open to everybody: </span>
            <span className="font-mono">{samples.join(', ')}</span>
          </p>
        )}
        {!tree.children?.length ? (
          <p className="text-quiet p-4 sm:p-5">
            {project.recall
              ? `Release ${project.recall.release} was recalled, and its files with it.`
              : 'The owner has uploaded no files yet.'}
          </p>
        ) : (
          <SourceBrowser key={`${_id} ${releaseNumber}`} tree={tree} reader={reader} />
        )}
      </Sheet>
      {releases.length > 0 && (
        <Sheet as="section" aria-label="Releases">
          <SheetHead title="Releases" />
          <ReleaseList releases={releases} changesAsked={project.verificationStatus === 'needs_changes'} />
          <ReleaseChanges
            key={`${_id} ${releaseNumber}`}
            projectId={_id}
            releases={releases}
            {...(isOlder && { since: approvedRelease })}
            signIn={requireStaff}
          />
        </Sheet>
      )}
    </div>
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

/** A link that an owner gave, in a tab of its own. */
const Outside = ({ href }: { href: string | null }) =>
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
  { term: 'lines', value: grouped(lines) },
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
  { term: 'demo', value: <Outside href={project.demoUrl} /> },
  { term: 'github', value: <Outside href={project.githubUrl} /> },
  { term: 'created', value: day(project.createdAt) },
]
