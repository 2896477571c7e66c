import { clsx } from 'clsx'
import { Link } from 'react-router'

import { Chip } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Label } from '../ui/label.tsx'
import type { CardData } from './card.server.ts'
import { type Chosen, listAddress, type ListChoice, priceText } from './list-query.ts'
import { cardGrid, ProjectCard } from './project-card.tsx'

/**
 * Shown when nothing in the list fits what was chosen: a label with what was looked for and the words that are nearest
 * to it, and then what is popular.
 */
export function NothingFound({ choice, chosen, nearWords, canSearchAlone, popular }: NothingFoundProps) {
  const swapped = swappedPrices(choice)
  const isSearchOnly = chosen.length === 1 && choice.search !== ''
  return (
    <>
      <Label
        as="section"
        aria-label="Nothing found"
        className="nothing-found"
        head={
          <>
            <span>Looked for</span>
            <span>{choice.category || 'all categories'}</span>
          </>
        }
        top={
          <div className="flex flex-col gap-4 px-5 pt-2 pb-5 md:flex-row md:flex-wrap md:items-end md:justify-between">
            <div className="min-w-0">
              <h2 className="text-22 md:text-28">No projects found</h2>
              <p className="text-quiet mt-1">
                {swapped
                  ? 'The lowest price is above the highest.'
                  : isSearchOnly
                    ? 'Try another word, or fewer of them.'
                    : 'Try fewer filters or another word.'}
              </p>
              <ul aria-label="Chosen filters" className="mt-4 flex flex-wrap gap-2 wrap-anywhere">
                {chosen.map(({ text, without }) => (
                  <li key={text} className={clsx('flex min-w-0', 'search' in without && 'basis-full')}>
                    <Chip to={listAddress(choice, without)}>
                      {'search' in without ? (
                        <span className="font-head text-22 md:text-28 font-semibold">{text}</span>
                      ) : (
                        text
                      )}
                    </Chip>
                  </li>
                ))}
              </ul>
            </div>
            <div className="flex flex-wrap gap-2 max-sm:[&>*]:grow">
              {swapped && (
                <ButtonLink
                  to={listAddress(choice, swapped)}
                >{`Show ${priceText(Number(swapped.minPrice), Number(swapped.maxPrice))}`}</ButtonLink>
              )}
              <ButtonLink to="/projects" tone={swapped ? 'quiet' : 'primary'}>
                Clear Filters
              </ButtonLink>
              {canSearchAlone && (
                <ButtonLink to={listAddress({ search: choice.search })} tone="quiet">
                  Keep Only the Word
                </ButtonLink>
              )}
              <TellUs need={chosen.map(({ plain }) => plain).join(', ')} />
            </div>
          </div>
        }
      >
        {nearWords.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-5 px-5 pt-1 pb-2">
            <h3 className="text-13 text-quiet font-sans font-normal">Words that find something</h3>
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {nearWords.map((word) => (
                <li key={word}>
                  <Link
                    to={listAddress({ search: word })}
                    className="link-rule font-head text-18 inline-flex min-h-11 items-center font-semibold"
                  >
                    {word}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Label>
      <PopularProjects
        projects={popular}
        category={popular.every(({ category }) => category === choice.category) ? choice.category : ''}
      />
    </>
  )
}

/** Popular projects under a heading, of one `category` or of all; nothing when there are none. */
export function PopularProjects({ projects, category }: PopularProjectsProps) {
  if (projects.length === 0) return null
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className="text-22 mt-8 mb-4">
        {category ? `Popular in ${category}` : 'Popular projects'}
      </h2>
      <div className={cardGrid}>
        {projects.map((project) => (
          <ProjectCard key={project._id} project={project} />
        ))}
      </div>
    </section>
  )
}

interface PopularProjectsProps {
  projects: readonly CardData[]
  category?: string
}

/** Leads to the contact form with what was looked for. */
export const TellUs = ({ need }: { need: string }) => (
  <ButtonLink to={`/contact?${new URLSearchParams({ need })}`} tone="quiet">
    Tell us what you need
  </ButtonLink>
)

/** Returns the price limits in the right order when the lowest is above the highest. */
const swappedPrices = ({ minPrice, maxPrice }: ListChoice) =>
  maxPrice !== '' && Number(minPrice) > Number(maxPrice)
    ? { minPrice: maxPrice, maxPrice: minPrice }
    : undefined

interface NothingFoundProps {
  choice: ListChoice
  /** What was chosen, each with the change that removes it. */
  chosen: readonly Chosen[]
  nearWords: readonly string[]
  /** Whether the search words find something without the other filters. */
  canSearchAlone: boolean
  popular: readonly CardData[]
}
