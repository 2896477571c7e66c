import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'

import { ProjectCover } from '../../projects/project-cover.tsx'
import { ProjectPicture } from '../../projects/project-picture.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Frame } from '../../ui/layout/frame.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Rating } from '../../ui/rating.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { SaveButton } from '../../wishlist/save-button.tsx'
import { CardFoot } from './card-foot.tsx'
import type { DrawnCard } from './drawn-card.server.ts'

/** A project on a list, as a data sheet in short; its rows align with those of its neighbours. */
export function ProjectCard({ project, eager }: { project: DrawnCard; eager?: boolean }) {
  const {
    _id,
    title,
    description,
    category,
    difficulty,
    technologies,
    rating,
    reviews,
    downloadCount,
    images,
  } = project
  return (
    <Sheet as="article" lifts className="card">
      <Frame joined>
        {images[0] ? (
          <ProjectPicture image={images[0]} sizes={cardSizes} eager={eager} />
        ) : (
          <ProjectCover project={project} />
        )}
      </Frame>
      <p className="card-kind">
        <span>{category}</span>
        <Badge>{difficulty}</Badge>
      </p>
      <div className="card-words">
        <h3>
          <Link to={`/projects/${_id}`} prefetch="intent">
            {title}
          </Link>
        </h3>
        <p>{description}</p>
      </div>
      <div className="card-facts">
        <TagList items={technologies} wrap label="Technologies" />
        <p>
          <Rating value={rating} count={reviews} />
          <span>{counted(downloadCount, 'download')}</span>
        </p>
      </div>
      <SaveButton project={project} className="card-save" />
      <CardFoot project={project} />
    </Sheet>
  )
}

/** The grid that project cards and their skeletons stand in. */
export const cardGrid = 'grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2 xl:grid-cols-3'

const cardSizes = '(min-width: 1280px) 24rem, (min-width: 640px) 50vw, calc(100vw - 3rem)'
