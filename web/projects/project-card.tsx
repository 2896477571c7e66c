import { Link } from 'react-router'

import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Frame } from '../ui/frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Rating } from '../ui/rating.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { AddToCart } from './add-to-cart.tsx'
import type { DrawnCard } from './drawn-card.server.ts'
import { ProjectCover } from './project-cover.tsx'
import { ProjectPicture } from './project-picture.tsx'

/** A project on a list, as a data sheet in short; its rows align with those of its neighbours. */
export function ProjectCard({ project, eager }: { project: DrawnCard; eager?: boolean }) {
  const {
    _id,
    title,
    description,
    category,
    difficulty,
    technologies,
    price,
    rating,
    reviews,
    downloadCount,
    images,
  } = project
  return (
    <Sheet
      as="article"
      lifts
      className="group relative row-span-5 grid grid-rows-subgrid gap-0 overflow-hidden"
    >
      <Frame joined>
        {images[0] ? (
          <ProjectPicture image={images[0]} sizes={cardSizes} eager={eager} />
        ) : (
          <ProjectCover project={project} />
        )}
      </Frame>
      <div className="text-13 text-quiet flex items-center justify-between gap-3 px-4 pt-3 font-mono">
        <span className="truncate">{category}</span>
        <Badge>{difficulty}</Badge>
      </div>
      <div className="px-4 pt-1.5">
        <h3 className="text-18 line-clamp-2 leading-6">
          <Link
            to={`/projects/${_id}`}
            prefetch="intent"
            className="group-hover:decoration-saffron group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 after:absolute after:inset-0"
          >
            {title}
          </Link>
        </h3>
        <p className="text-14 text-quiet mt-1 line-clamp-2">{description}</p>
      </div>
      <div className="flex flex-col justify-between gap-3 px-4 pt-3">
        <TagList items={technologies} wrap label="Technologies" />
        <p className="text-13 text-quiet flex items-center justify-between gap-3 font-mono tabular-nums">
          <Rating value={rating} count={reviews} />
          <span>{downloadCount === 1 ? '1 download' : `${downloadCount} downloads`}</span>
        </p>
      </div>
      <div className="border-rule mx-4 mt-3 flex items-center justify-between gap-3 border-t py-2.5">
        <PriceTag amount={price} />
        <AddToCart item={{ projectId: _id, kind: 'source', title }} className="relative z-1">
          <Button type="submit" tone="quiet" size="small" icon={<Icon name="shopping-bag" />}>
            Add to Cart<span className="sr-only">: {title}</span>
          </Button>
        </AddToCart>
      </div>
    </Sheet>
  )
}

/** The grid that project cards and their skeletons stand in. */
export const cardGrid = 'grid grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2 xl:grid-cols-3'

const cardSizes = '(min-width: 1280px) 24rem, (min-width: 640px) 50vw, calc(100vw - 3rem)'
