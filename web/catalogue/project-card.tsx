import { clsx } from 'clsx'
import { Link } from 'react-router'

import { counted } from '#contract/kit/format.ts'

import { WishlistButton } from '../members/wishlist-button.tsx'
import { AddToCart, CartIcon, addToCartLabel } from '../orders/add-to-cart.tsx'
import { useOwned, useSeat } from '../orders/owned.ts'
import { DownloadButton } from '../projects/download-button.tsx'
import { LanguageStrip, ListedPicture } from '../projects/project-picture.tsx'
import { Badge, TagList } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LabelFoot } from '../ui/label.tsx'
import { langOf } from '../ui/language.ts'
import { Page, SectionHeading } from '../ui/page.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Rating } from '../ui/rating.tsx'
import { Frame, Sheet } from '../ui/sheet.tsx'
import { Breakable } from '../ui/text.tsx'
import type { CardData } from './card.server.ts'
import { CompareTick } from './compare-tick.tsx'

/**
 * The card of a project in a list: a small label with its picture. Its rows align with those of its neighbours, and
 * `leads` makes it larger, as the first of a list; on phones each is a row of the list.
 */
export function ProjectCard({ project, eager, leads }: ProjectCardProps) {
  const { _id, title, description, difficulty, technologies, isFeatured, rating, reviews, runs, seen } =
    project
  return (
    <Sheet as="article" lifts className={clsx('card', leads && 'card-lead')}>
      <div className="card-picture">
        <Frame joined>
          <ListedPicture
            project={project}
            sizes={leads ? leadSizes : cardSizes}
            eager={eager}
            large={leads}
          />
        </Frame>
        <p className="card-facts">{project.facts}</p>
      </div>
      <CompareTick project={project} className="card-compare" />
      <div className="card-words">
        <p className="card-kind">
          <span>{difficulty}</span>
          {isFeatured && <span className="card-pick">Staff pick</span>}
          {(reviews > 0 || runs) && (
            <span className="card-figures">
              {reviews > 0 && <Rating value={rating} count={reviews} />}
              {runs && (
                <span title={`It ran for ${runs.ran} of ${runs.of} buyers`}>
                  <span aria-hidden="true">{`ran ${runs.ran}/${runs.of}`}</span>
                  <span className="sr-only">{`ran for ${runs.ran} of ${runs.of}`}</span>
                </span>
              )}
            </span>
          )}
        </p>
        <div className="card-say">
          <h3 title={title}>
            <Link to={`/projects/${_id}`} prefetch="intent">
              <Breakable text={title} />
            </Link>
          </h3>
          <p className="card-text">
            {seen && (
              <span className="card-pick" title={seen}>
                Runs: seen
              </span>
            )}{' '}
            <span lang={langOf(description)}>{description}</span>
          </p>
        </div>
      </div>
      <LanguageStrip languages={project.languages} names="spoken" className="card-strip" />
      <TagList
        items={technologies}
        max={project.technologiesShown}
        onPhones={phoneLetters}
        label="Technologies"
      />
      <CardFoot project={project} />
    </Sheet>
  )
}

interface ProjectCardProps {
  project: CardData
  eager?: boolean | undefined
  leads?: boolean | undefined
}

/** The class of the grid of project cards and their skeletons, in which one card alone in its row lies lengthwise. */
export const cardGrid = 'cards'

/** The number of letters of technologies that fit between the price and the buttons on the narrowest phone. */
const phoneLetters = 14

const cardSizes = '(min-width: 1280px) 24rem, (min-width: 640px) 50vw, 8rem'
const leadSizes = '(min-width: 1024px) 27rem, (min-width: 640px) 50vw, 8rem'

/**
 * The foot of a card: its price, its downloads, and the buttons to save and to buy it, or the download for those who
 * own the project or have a seat.
 */
function CardFoot({ project }: { project: CardData }) {
  const { _id, title, price } = project
  const isOwned = useOwned(_id, 'source')
  const hasSeat = useSeat(_id) !== undefined
  const downloads = <p className="card-downloads">{counted(project.downloadCount, 'download')}</p>
  return (
    <LabelFoot className="card-foot">
      {isOwned || hasSeat ? (
        <>
          <Badge tone="verified">{isOwned ? 'You own this' : 'Your seat'}</Badge>
          {downloads}
          <DownloadButton projectId={_id} size="small" of={title} />
        </>
      ) : (
        <>
          <PriceTag amount={price} />
          {downloads}
          <WishlistButton project={project} className="card-save" />
          <AddToCart item={{ projectId: _id, kind: 'source', title }}>
            {(isIn) => (
              <Button
                type="submit"
                tone="quiet"
                size="small"
                className="card-cart"
                title={addToCartLabel(isIn)}
                icon={<CartIcon isIn={isIn} />}
              >
                <span className="card-cart-words">{addToCartLabel(isIn)}</span>
                <span className="sr-only">{`: ${title}`}</span>
              </Button>
            )}
          </AddToCart>
        </>
      )}
    </LabelFoot>
  )
}

/** A section of cards below a project, with a link to all of their kind; nothing when there are none. */
export function CardSection({ id, title, projects, all, of }: CardSectionProps) {
  if (projects.length === 0) return null
  return (
    <Page as="section" labelledBy={id} className="spec-more pt-16">
      <SectionHeading
        id={id}
        title={title}
        action={
          <ButtonLink to={all} tone="link">
            {`View All ${of}`}
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
  projects: readonly CardData[]
  /** The address of all of them, and in words what they have in common. */
  all: string
  of: string
}
