import { clsx } from 'clsx'
import { Link } from 'react-router'

import { counted } from '#contract/format.ts'

import { SaveButton } from '../members/wishlist-button.tsx'
import { AddToCart, CartIcon, cartWords } from '../orders/add-to-cart.tsx'
import { useOwned } from '../orders/owned.ts'
import { DownloadButton } from '../projects/download-button.tsx'
import { LanguageStrip, ProjectCover, ProjectPicture } from '../projects/project-picture.tsx'
import { Badge, TagList } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page, SectionHeading } from '../ui/page.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Rating } from '../ui/rating.tsx'
import { Frame, Sheet } from '../ui/sheet.tsx'
import { Breakable } from '../ui/text.tsx'
import type { DrawnCard } from './card.server.ts'

/**
 * The card of a project in a list. Its rows align with those of its neighbours; `leads` makes it larger, as the first
 * of a list.
 */
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

/** The class of the grid of project cards and their skeletons, whose rows have no gaps for any number of cards. */
export const cardGrid = 'cards'

const cardSizes = '(min-width: 1280px) 24rem, (min-width: 640px) 50vw, calc(100vw - 3rem)'
const leadSizes = '(min-width: 1024px) 44rem, calc(100vw - 3rem)'

/** The foot of a card: its price and figures, and the cart button, or the download for those who own the project. */
function CardFoot({ project }: { project: DrawnCard }) {
  const { _id, title, price, rating, reviews, downloadCount, ran } = project
  const isOwned = useOwned(_id, 'source')
  return (
    <div className="card-foot">
      {isOwned ? (
        <>
          <Badge tone="verified">You own this</Badge>
          <DownloadButton projectId={_id} size="small" of={title} />
        </>
      ) : (
        <>
          <PriceTag amount={price} />
          <p className="card-figures">
            {reviews > 0 && <Rating value={rating} count={reviews} />}
            {ran && <span>{ran}</span>}
            <span>{counted(downloadCount, 'download')}</span>
          </p>
          <AddToCart item={{ projectId: _id, kind: 'source', title }}>
            {(isIn) => (
              <Button
                type="submit"
                tone="quiet"
                size="small"
                className="card-cart"
                icon={<CartIcon isIn={isIn} />}
              >
                <span className="card-cart-words">{cartWords(isIn)}</span>
                <span className="sr-only">{`: ${title}`}</span>
              </Button>
            )}
          </AddToCart>
        </>
      )}
    </div>
  )
}

/** A section of cards below a project, with a link to all of their kind; nothing when there are none. */
export function CardSection({ id, title, projects, all }: CardSectionProps) {
  if (projects.length === 0) return null
  return (
    <Page as="section" labelledBy={id} className="spec-more pt-16">
      <SectionHeading
        id={id}
        title={title}
        action={
          <ButtonLink to={all.to} tone="link">
            {all.label}
          </ButtonLink>
        }
      />
      <div className={cardGrid}>
        {projects.map((project) => (
          <ProjectCard key={project._id} project={project} />
        ))}
      </div>
    </Page>
  )
}

interface CardSectionProps {
  id: string
  title: string
  projects: readonly DrawnCard[]
  all: { to: string; label: string }
}

/** The link to all projects of a category. */
export const allIn = (category: string) => ({
  to: categoryAddress(category),
  label: `View All in ${category}`,
})

export const categoryAddress = (category: string) => `/projects?category=${encodeURIComponent(category)}`
