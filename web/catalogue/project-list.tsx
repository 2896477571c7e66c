import { clsx } from 'clsx'
import { Link } from 'react-router'

import type { Match } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#contract/format.ts'

import { Chip } from '../ui/badge.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Callout } from '../ui/status.tsx'
import type { CardData } from './card.server.ts'
import { drawerId, ListFilters, type ListFiltersProps, ListSearch } from './list-filters.tsx'
import { type ResultCount, resultCountText, listAddress, type ListChoice, priceText } from './list-query.ts'
import { cardGrid, ProjectCard } from './project-card.tsx'
import { useListBusy } from './use-list-form.ts'

/** The public list of projects, with its search and filters. */
export function ProjectList({
  choice,
  projects,
  pagination,
  facets,
  match,
  ignoredWords,
  correctedSearch,
  isBeyond,
}: ProjectListProps) {
  const busy = useListBusy()
  const chips = chipsOf(choice)
  const filters = chipsOf({ ...choice, search: '' }).length
  const swapped = swappedPrices(choice)
  const isEmpty = pagination.total === 0
  const quick = quickFilters(choice)
  return (
    <Page className="pb-8">
      <PageHead
        title={<span aria-live="polite">{resultCountText(pagination)}</span>}
        lead={<span aria-live="polite">{placeText({ ...choice, page: isBeyond ? 1 : choice.page })}</span>}
      />
      <ListSearch choice={choice}>
        <Button
          tone="quiet"
          popoverTarget={drawerId}
          className="lg:hidden"
          icon={<Icon name="sliders-horizontal" />}
        >
          {filters > 0 ? `Filters (${filters})` : 'Filters'}
        </Button>
      </ListSearch>
      <div className="mt-3 grid grid-cols-1 gap-x-8 gap-y-5 lg:mt-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <ListFilters choice={choice} facets={facets} found={pagination} chosen={filters} />
        <section
          aria-label="Results"
          aria-busy={busy}
          className={clsx('results transition-opacity', busy && 'opacity-60')}
        >
          <div className="mb-4 flex gap-2 py-1 wrap-anywhere max-sm:-mx-4 max-sm:[scrollbar-width:none] max-sm:overflow-x-auto max-sm:mask-r-from-[calc(100%-2rem)] max-sm:pr-8 max-sm:pl-4 max-sm:whitespace-nowrap sm:flex-wrap">
            {chips.length > 0 && (
              <ul aria-label="Chosen filters" className="contents">
                {chips.map(({ text, without }) => (
                  <li key={text} className="flex max-sm:shrink-0">
                    <Chip to={listAddress(choice, without)}>{text}</Chip>
                  </li>
                ))}
              </ul>
            )}
            {quick.length > 0 && (
              <ul aria-label="Often chosen" className="contents">
                {quick.map(({ text, change }) => (
                  <li key={text} className="flex max-sm:shrink-0">
                    <Link
                      to={listAddress(choice, change)}
                      rel="nofollow"
                      preventScrollReset
                      className={quickLook}
                    >
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
          {correctedSearch && <Correction choice={choice} corrected={correctedSearch} />}
          {(match === 'some' || match === 'near') && <Nearness match={match} ignored={ignoredWords ?? []} />}
          {isBeyond ? (
            <BeyondLastPage choice={choice} pages={pagination.pages} />
          ) : isEmpty ? (
            <EmptyState
              title="No projects found"
              action={
                <>
                  {swapped && (
                    <ButtonLink
                      to={listAddress(choice, swapped)}
                    >{`Show ${priceText(Number(swapped.minPrice), Number(swapped.maxPrice))}`}</ButtonLink>
                  )}
                  <ButtonLink to="/projects" tone={swapped ? 'quiet' : 'primary'}>
                    Clear Filters
                  </ButtonLink>
                  {choice.search && filters > 0 && facets && hasCounts(facets) && (
                    <ButtonLink to={listAddress({ search: choice.search })} tone="quiet">
                      Keep Only the Word
                    </ButtonLink>
                  )}
                  {choice.search && <TellUs search={choice.search} />}
                </>
              }
            >
              {swapped
                ? 'The lowest price is above the highest.'
                : filters === 0
                  ? 'Try another word, or fewer of them.'
                  : 'Try fewer filters or another word.'}
            </EmptyState>
          ) : (
            <h2 className="sr-only">Projects</h2>
          )}
          {!isBeyond && projects.length > 0 && (
            <>
              {isEmpty && (
                <h2 className="text-22 mb-4">
                  {choice.category ? `Popular in ${choice.category}` : 'Popular projects'}
                </h2>
              )}
              <div className={cardGrid}>
                {projects.map((project, index) => (
                  <ProjectCard
                    key={project._id}
                    project={project}
                    eager={index < 2}
                    leads={index === 0 && choice.page === 1 && !isEmpty}
                  />
                ))}
              </div>
              {choice.search && !isEmpty && pagination.total <= fewResults && (
                <p className="text-quiet mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
                  <span>Not what you need?</span>
                  <TellUs search={choice.search} />
                </p>
              )}
            </>
          )}
          {!isBeyond && (
            <Pagination
              page={pagination.page}
              pages={pagination.pages}
              to={(page) => listAddress(choice, { page })}
              className="mt-10"
            />
          )}
        </section>
      </div>
    </Page>
  )
}

const placeText = ({ category, page }: ListChoice) =>
  `in ${category || 'all categories'}${page > 1 ? `, page ${formatCount(page)}` : ''}`

/** Returns the selected filters, each with the change that removes it. */
function chipsOf({ search, category, technology, difficulty, minPrice, maxPrice, report }: ListChoice) {
  const price = [minPrice, maxPrice].map((limit) => (limit === '' ? undefined : Number(limit)))
  return [
    search && { text: `“${search}”`, without: { search: '' } },
    category && { text: category, without: { category: '' } },
    technology && { text: technology, without: { technology: '' } },
    (minPrice || maxPrice) && { text: priceText(...price), without: { minPrice: '', maxPrice: '' } },
    difficulty && { text: difficulty, without: { difficulty: '' } },
    report && { text: 'With report', without: { report: '' } },
  ].filter((chip) => typeof chip === 'object')
}

/** Returns whether fewer filters would leave results; the search words alone then do so too. */
const hasCounts = (facets: NonNullable<ListFiltersProps['facets']>) =>
  Object.values(facets).some((values) => values.some(({ count }) => count))

/** Returns the price limits in the right order when the lowest is above the highest. */
const swappedPrices = ({ minPrice, maxPrice }: ListChoice) =>
  maxPrice !== '' && Number(minPrice) > Number(maxPrice)
    ? { minPrice: maxPrice, maxPrice: minPrice }
    : undefined

/** The number of results up to which the page also offers to ask for a project. */
const fewResults = 10

/** Leads to the contact form with what was searched for. */
const TellUs = ({ search }: { search: string }) => (
  <ButtonLink to={`/contact?${new URLSearchParams({ need: search })}`} tone="quiet">
    Tell us what you need
  </ButtonLink>
)

/** Says that no project has all words of the search, with those that are left out struck through. */
const Nearness = ({ match, ignored }: { match: Match; ignored: readonly string[] }) => (
  <Callout className="mb-5">
    <span>
      {match === 'some'
        ? 'No project has all of these words. Left out: '
        : 'Near to what you look for. Not found: '}
    </span>
    {ignored.map((word) => (
      <span key={word}>
        <s className="font-semibold">{word}</s>{' '}
      </span>
    ))}
  </Callout>
)

/** What students ask for first, without what is chosen already. */
const quickFilters = (choice: ListChoice) =>
  [
    { text: 'With report', change: { report: 'yes' } },
    { text: 'Free', change: { minPrice: '0', maxPrice: '0' } },
    { text: 'Under ₹500', change: { minPrice: '', maxPrice: '500' } },
  ].filter(({ change }) =>
    Object.entries(change).some(([name, value]) => choice[name as keyof ListChoice] !== value),
  )

const quickLook = clsx(
  'inline-flex min-h-9 items-center rounded-full border border-dashed border-edge px-3.5 text-14',
  'transition-colors hover:border-ink hover:border-solid pointer-coarse:min-h-11',
)

/** Says which words were searched for instead of those that match nothing. */
function Correction({ choice, corrected }: { choice: ListChoice; corrected: string }) {
  return (
    <Callout className="mb-5">
      Showing results for{' '}
      <TextLink
        to={listAddress(choice, { search: corrected })}
        className="font-semibold"
      >{`“${corrected}”`}</TextLink>
      <span>{`. No project has “${choice.search}” as typed.`}</span>
    </Callout>
  )
}

/** Shown for a page number beyond the last page of the list. */
function BeyondLastPage({ choice, pages }: { choice: ListChoice; pages: number }) {
  return (
    <EmptyState
      title={`There is no page ${formatCount(choice.page)}`}
      action={
        <>
          <ButtonLink to={listAddress(choice)}>First Page</ButtonLink>
          {pages > 1 && (
            <ButtonLink to={listAddress(choice, { page: pages })} tone="quiet">
              Last Page
            </ButtonLink>
          )}
        </>
      }
    >
      {pages === 1 ? 'This list has one page.' : `This list has ${formatCount(pages)} pages.`}
    </EmptyState>
  )
}

export type ProjectListProps = {
  choice: ListChoice
  projects: readonly CardData[]
  pagination: ResultCount & { page: number; pages: number }
  facets?: ListFiltersProps['facets']
  match?: Match | undefined
  ignoredWords?: readonly string[] | undefined
  correctedSearch?: string | undefined
  /** True when the requested page is beyond the last. */
  isBeyond: boolean
}
