import { Link } from 'react-router'

import { LanguageStrip, ListedPicture } from '../projects/project-picture.tsx'
import { Stamp } from '../projects/verification-status.tsx'
import { FactRows } from '../ui/facts.tsx'
import { FileTree, type TreeNode } from '../ui/file-tree.tsx'
import { Label } from '../ui/label.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import type { CardData } from './card.server.ts'

/**
 * A project as an open label: picture, price and stamp, and below the tear line its facts and the top of its file
 * tree.
 */
export function FeaturedSheet({
  project,
  files,
  size,
  top,
  verifiedAt,
  release,
  eager = false,
  className,
}: FeaturedSheetProps) {
  return (
    <Label
      as="article"
      className={className}
      head={
        <>
          <span>{project.category}</span>
          <span className="text-right">
            {project.difficulty}
            {project.isFeatured && <span className="text-verified whitespace-nowrap"> Staff pick</span>}
          </span>
        </>
      }
      top={
        <div className="group relative">
          <div className="border-rule bg-ground aspect-2/1 overflow-hidden border-t sm:aspect-16/10 [&_picture>img]:size-full [&_picture>img]:object-top max-sm:[&_picture>img]:object-cover sm:[&_picture>img]:object-contain">
            <ListedPicture
              project={project}
              sizes="(min-width: 1024px) 36rem, calc(100vw - 3rem)"
              eager={eager}
            />
          </div>
          <LanguageStrip languages={project.languages} names="largest" className="[&>p]:px-5 [&>p]:pt-2" />
          <div className="px-5 pt-2 pb-4">
            <h2 className="text-22">
              <Link
                to={`/projects/${project._id}`}
                className="group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 after:absolute after:inset-0"
              >
                {project.title}
              </Link>
            </h2>
            <div className="mt-3 flex items-center justify-between gap-4">
              <PriceTag amount={project.price} />
              {verifiedAt && <Stamp verifiedAt={verifiedAt} release={release} />}
            </div>
          </div>
        </div>
      }
    >
      <div className="px-5 pt-1 pb-3">
        <FactRows facts={[{ term: 'stack', value: project.technologies.join(', ') }]} />
        <div className="border-rule grid gap-x-8 border-t sm:grid-cols-2">
          <FactRows
            facts={[
              { term: 'files', value: files },
              { term: 'size', value: size },
              { term: 'downloads', value: project.downloadCount },
            ]}
          />
          {/* The rows are as high as those of the facts. */}
          <FileTree
            nodes={top}
            label="Top of the file tree"
            className="[&>li]:border-rule max-sm:hidden [&>li]:py-1 [&>li+li]:border-t"
          />
        </div>
      </div>
    </Label>
  )
}

type FeaturedSheetProps = {
  project: CardData
  /** The number of files. */
  files: number
  size: string
  verifiedAt: string | null
  /** The number of the listed release. */
  release: number | null
  top: readonly TreeNode[]
  /** It is in the first screen of its page. */
  eager?: boolean
  className?: string
}
