import { useMemo } from 'react'

import { grouped } from '#contract/kit/counted.ts'
import { rupees } from '#contract/kit/rupees.ts'
import type { Project } from '#contract/projects.ts'

import { sizeText } from '../projects/file-tree.ts'
import { folderLoader } from '../projects/load-folder.ts'
import { ProjectGallery } from '../projects/project-gallery.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import type { TreeNode } from '../ui/data/file-tree-row.tsx'
import { FileTree } from '../ui/data/file-tree.tsx'
import { day } from '../ui/day.ts'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { requireStaff } from './session.ts'

/** All that staff look at before they decide on a project. */
export function ProjectDossier({
  project,
  tree,
  lines,
}: {
  project: Project
  tree: TreeNode
  lines: number
}) {
  const load = useMemo(() => folderLoader(requireStaff, project._id), [project._id])
  const { title, description, features, requirements, technologies, tags } = project
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <h1 className="text-28 break-words">{title}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ProjectGallery project={project} />
        <Sheet className="px-4 py-2 sm:px-5">
          <FactRows facts={factsOf(project, lines)} />
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
      <Sheet as="section" aria-label="Files">
        <SheetHead title="Files" />
        {!tree.children?.length ? (
          <p className="text-quiet p-4 sm:p-5">Project files not found</p>
        ) : (
          <section
            aria-label="File tree"
            tabIndex={0}
            className="max-h-[32rem] overflow-auto px-4 py-3 sm:px-5"
          >
            <FileTree nodes={tree.children} more={tree.more ?? 0} load={load} label="Files" />
          </section>
        )}
      </Sheet>
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
  { term: 'demo', value: project.demoUrl ?? 'none' },
  { term: 'created', value: day(project.createdAt) },
]
