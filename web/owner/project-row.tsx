import { coverRows } from '#contract/drawing/cover.ts'
import { counted } from '#contract/kit/counted.ts'
import { rupees } from '#contract/kit/rupees.ts'
import type { OwnProjectCard, ProjectCard } from '#contract/projects.ts'

import { ProjectCover } from '../projects/project-cover.tsx'
import { ProjectPicture } from '../projects/project-picture.tsx'
import { VerificationStatus } from '../projects/verification-status.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Frame } from '../ui/layout/frame.tsx'
import { Rating } from '../ui/rating.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { DeleteProject } from './delete-project.tsx'
import { isListed } from './is-listed.ts'

/** One of the owner's projects: what it is, how it does, where it stands, and what can be done with it. */
export function ProjectRow({ project, isRecalled }: { project: OwnProjectCard; isRecalled: boolean }) {
  const { _id, title, category, price, downloadCount, rating, reviews, technologies } = project
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-4 sm:gap-x-5 lg:grid-cols-[auto_minmax(0,1fr)_22rem]">
      <div className="max-sm:self-start">
        <ProjectThumb project={project} />
      </div>
      <div className="min-w-0">
        <h3 id={_id} className="font-sans font-semibold break-words">
          {title}
        </h3>
        <p className="text-13 text-quiet mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 font-mono tabular-nums">
          <span>{category}</span>
          <span className="text-ink">{rupees(price)}</span>
          <span>{counted(downloadCount, 'download')}</span>
          <Rating value={rating} count={reviews} />
        </p>
        {technologies.length > 0 && (
          <TagList items={technologies} label="Technologies" className="mt-2 max-sm:hidden" />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:col-start-2 max-sm:col-span-full">
        <VerificationStatus
          status={project.verificationStatus}
          isRecalled={isRecalled}
          hasFiles={project.hasFiles}
          isActive={project.isActive}
        />
        <div className="flex flex-wrap gap-2">
          <RowActions project={project} isPublic={isListed(project)} />
        </div>
      </div>
    </li>
  )
}

/** The ways on from a project in a list of one's own: its page, or the preview of what is not public; editing it and deleting it. */
export function RowActions({ project, isPublic }: { project: ProjectCard; isPublic: boolean }) {
  const { _id, title, salesCount } = project
  return (
    <>
      <ButtonLink
        to={isPublic ? `/projects/${_id}` : `/owner/projects/${_id}/preview`}
        tone="quiet"
        size="small"
        aria-describedby={_id}
      >
        View
      </ButtonLink>
      <ButtonLink to={`/owner/projects/${_id}`} tone="quiet" size="small" aria-describedby={_id}>
        Edit
      </ButtonLink>
      <DeleteProject projectId={_id} label="Delete" of={title} size="small" hasBuyers={salesCount > 0} />
    </>
  )
}

/** The first picture of a project, small, or its drawn cover. */
export function ProjectThumb({ project }: { project: ProjectCard }) {
  const { images } = project
  return (
    <Frame className="cover-close w-32 max-sm:w-24">
      {images[0] ? (
        <ProjectPicture image={images[0]} sizes="8rem" />
      ) : (
        <ProjectCover category={project.category} rows={coverRows(project)} />
      )}
    </Frame>
  )
}
