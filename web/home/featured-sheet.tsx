import { Link } from 'react-router'

import type { DrawnCard } from '../catalogue/card/drawn-card.server.ts'
import { ProjectCover } from '../projects/project-cover.tsx'
import { ProjectPicture } from '../projects/project-picture.tsx'
import { Badge } from '../ui/badge.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import type { TreeNode } from '../ui/data/file-tree-row.tsx'
import { FileTree } from '../ui/data/file-tree.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import { PriceTag } from '../ui/price-tag.tsx'

/** One project as an open data sheet: picture, price, facts and the top of its file tree. */
export function FeaturedSheet({ project, files, size, top, className }: FeaturedSheetProps) {
  return (
    <Sheet as="article" lifts className={`group relative overflow-hidden ${className ?? ''}`}>
      <div className="border-rule aspect-16/9 overflow-hidden border-b [&_img]:size-full [&_img]:object-cover [&_img]:object-top">
        {project.images[0] ? (
          <ProjectPicture
            image={project.images[0]}
            sizes="(min-width: 1024px) 36rem, calc(100vw - 3rem)"
            eager
          />
        ) : (
          <ProjectCover project={project} />
        )}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-4">
        <div className="min-w-0">
          <Badge tone="verified">Verified</Badge>
          <h2 className="text-22 mt-2">
            <Link
              to={`/projects/${project._id}`}
              className="group-hover:decoration-saffron group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 after:absolute after:inset-0"
            >
              {project.title}
            </Link>
          </h2>
        </div>
        <PriceTag amount={project.price} />
      </div>
      <div className="grid gap-x-8 px-5 pt-3 pb-4 sm:grid-cols-2">
        <FactRows
          facts={[
            { term: 'stack', value: project.technologies.slice(0, 3).join(', ') },
            { term: 'difficulty', value: project.difficulty },
            { term: 'files', value: files },
            { term: 'size', value: size },
          ]}
        />
        <FileTree nodes={top} label="Top of the file tree" className="max-sm:hidden" />
      </div>
    </Sheet>
  )
}

export type FeaturedSheetProps = {
  project: DrawnCard
  /** How many. */
  files: number
  size: string
  top: readonly TreeNode[]
  className?: string
}
