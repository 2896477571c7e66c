import { clsx } from 'clsx'
import { Link } from 'react-router'

import { LanguageStrip } from '../../projects/language-strip.tsx'
import { ProjectCover } from '../../projects/project-cover.tsx'
import { ProjectPicture } from '../../projects/project-picture.tsx'
import { Frame } from '../../ui/layout/frame.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { SaveButton } from '../../wishlist/save-button.tsx'
import { CardFoot } from './card-foot.tsx'
import type { DrawnCard } from './drawn-card.server.ts'

/** A project on a list, as a data sheet in short; its rows align with those of its neighbours. The one that leads a list is larger. */
export function ProjectCard({ project, eager, leads }: ProjectCardProps) {
  const { _id, title, description, category, difficulty, technologies, images } = project
  return (
    <Sheet as="article" lifts className={clsx('card', leads && 'card-lead')}>
      <div className="card-picture">
        <Frame joined>
          {images[0] ? (
            <ProjectPicture
              image={images[0]}
              sizes={leads ? leadSizes : cardSizes}
              eager={eager}
              large={leads}
            />
          ) : (
            <ProjectCover category={category} rows={project.cover} />
          )}
        </Frame>
        {leads && images.length > 2 && (
          <div className="card-more">
            {images.slice(1).map((image) => (
              <ProjectPicture key={image.url} image={image} sizes="19rem" />
            ))}
          </div>
        )}
        <LanguageStrip languages={project.languages} category={category} label />
      </div>
      <div className="card-words">
        <p className="card-kind">
          <span>{category}</span>
          <span>{difficulty}</span>
        </p>
        <h3 title={title}>
          <Link to={`/projects/${_id}`} prefetch="intent">
            <Breakable text={title} />
          </Link>
        </h3>
        <p className="card-text">{description}</p>
      </div>
      <TagList items={technologies} max={project.technologiesShown} label="Technologies" />
      <SaveButton project={project} className="card-save" />
      <CardFoot project={project} />
    </Sheet>
  )
}

interface ProjectCardProps {
  project: DrawnCard
  eager?: boolean | undefined
  leads?: boolean | undefined
}

/** The grid that project cards and their skeletons stand in; its rows have no holes, however many there are. */
export const cardGrid = 'cards'

const cardSizes = '(min-width: 1280px) 24rem, (min-width: 640px) 50vw, calc(100vw - 3rem)'
const leadSizes = '(min-width: 1024px) 44rem, calc(100vw - 3rem)'
