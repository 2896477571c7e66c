import { clsx } from 'clsx'
import { Link } from 'react-router'

import { formatCount } from '#contract/kit/format.ts'
import type { Match } from '#contract/projects/list.ts'

import { useAnnouncement } from '../ui/announcer.ts'
import { Chip } from '../ui/badge.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Callout } from '../ui/status.tsx'
import type { CardData } from './card.server.ts'
import { drawerId, HowWeRank, ListFilters, type ListFiltersProps, ListSearch } from './list-filters.tsx'
import { chosenIn, listAddress, type ListChoice, type ResultCount, resultCountText } from './list-query.ts'
import { NothingFound, PopularProjects, TellUs } from './nothing-found.tsx'
import { cardGrid, ProjectCard } from './project-card.tsx'
import { useListBusy } from './use-list-form.ts'

/** The public list of projects, with its search and filters. */
export function ProjectList({
  choice,
  projects,
  pagination,
  facets,
  hasRun,
  match,
  ignoredWords,
  nearWords,
  correctedSearch,
  isBeyond,
  popular,
}: ProjectListProps) {
  const busy = useListBusy()
  const chosen = chosenIn(choice)
  const filters = chosenIn({ ...choice, search: '' }).length
  const isEmpty = pagination.total === 0
  const quick = quickFilters(choice, hasRun)
  const found = resultCountText(pagination)
  const place = placeText({ ...choice, page: isBeyond ? 1 : choice.page })
  useAnnouncement(found)
  useAnnouncement(place)
  const searched = withoutWords(correctedSearch, ignoredWords)
  useAnnouncement(isEmpty ? '' : searchNote(choice, { match, ignoredWords, searched }))
  return (
    <Page className="pb-8">
      <div className="list-head">
        <div className="list-title">
          <h1 className="text-22 sm:text-28">{found}</h1>
          <p>{place}</p>
        </div>
        <ListSearch choice={choice}>
          <Button
            tone="quiet"
            popoverTarget={drawerId}
            className="max-sm:px-3 lg:hidden"
            icon={<Icon name="sliders-horizontal" />}
          >
            {filters > 0 ? `Filters (${filters})` : 'Filters'}
          </Button>
        </ListSearch>
      </div>
      <div className="lg:border-rule mt-1 grid grid-cols-1 gap-x-8 gap-y-5 lg:mt-2 lg:grid-cols-[16rem_minmax(0,1fr)] lg:border-t lg:pt-4">
        <ListFilters choice={choice} facets={facets} hasRun={hasRun} found={pagination} chosen={filters} />
        <section
          aria-label="Results"
          aria-busy={busy}
          className={clsx('results transition-opacity', busy && 'opacity-60')}
        >
          {!isEmpty && (
            <div
              className={clsx(
                'mb-2 flex gap-2 py-1 wrap-anywhere max-sm:-mx-4 max-sm:[scrollbar-width:none] max-sm:overflow-x-auto max-sm:mask-r-from-[calc(100%-2rem)] max-sm:pr-8 max-sm:pl-4 max-sm:whitespace-nowrap sm:flex-wrap lg:mb-5 lg:py-0',
                chosen.length === 0 && 'lg:hidden',
              )}
            >
              {chosen.length > 0 && (
                <ul aria-label="Chosen filters" className="contents">
                  {chosen.map(({ text, without }) => (
                    <li key={text} className="flex max-sm:shrink-0">
                      <Chip to={listAddress(choice, without)}>{text}</Chip>
                    </li>
                  ))}
                </ul>
              )}
              {quick.length > 0 && (
                <ul aria-label="Often chosen" className="contents lg:hidden">
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
          )}
          {isEmpty ? null : searched ? (
            <Correction choice={choice} searched={searched} />
          ) : (
            (match === 'some' || match === 'near') && <Nearness match={match} ignored={ignoredWords ?? []} />
          )}
          {isBeyond ? (
            <BeyondLastPage choice={choice} pages={pagination.pages} />
          ) : isEmpty ? (
            <NothingFound
              choice={choice}
              chosen={chosen}
              nearWords={nearWords ?? []}
              canSearchAlone={
                choice.search !== '' && filters > 0 && facets !== undefined && hasCounts(facets)
              }
              popular={popular}
            />
          ) : (
            <h2 className="sr-only">Projects</h2>
          )}
          {!isBeyond && !isEmpty && (
            <>
              <div className={cardGrid}>
                {projects.map((project, index) => (
                  <ProjectCard
                    key={project._id}
                    project={project}
                    eager={index < 2}
                    leads={index === 0 && choice.page === 1}
                  />
                ))}
              </div>
              {choice.search && pagination.total <= fewResults && (
                <p className="text-quiet mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
                  <span>Not what you need?</span>
                  <TellUs need={choice.search} />
                </p>
              )}
              <PopularProjects projects={popular} />
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
          {!isBeyond && !isEmpty && <HowWeRank className="mt-4 sm:hidden" />}
        </section>
      </div>
    </Page>
  )
}

const placeText = ({ category, page }: ListChoice) =>
  `in ${category || 'all categories'}${page > 1 ? `, page ${formatCount(page)}` : ''}`

/** Returns whether fewer filters would leave results; the search words alone then do so too. */
const hasCounts = (facets: NonNullable<ListFiltersProps['facets']>) =>
  Object.values(facets).some((values) => values.some(({ count }) => count))

/** The number of results up to which the page also offers to ask for a project. */
const fewResults = 10

/**
 * Returns the words of a corrected search that the projects have; empty when they have none, or nothing was corrected.
 */
const withoutWords = (corrected = '', ignored: readonly string[] = []) =>
  corrected
    .split(' ')
    .filter((word) => !ignored.includes(word))
    .join(' ')

/** Returns in words how what is shown differs from what was searched for; empty when it does not. */
function searchNote(
  { search }: ListChoice,
  {
    match,
    ignoredWords = [],
    searched,
  }: Pick<ProjectListProps, 'match' | 'ignoredWords'> & { searched: string },
): string {
  if (searched) return `No project has “${search}”. Showing “${searched}”.`
  if (match !== 'some' && match !== 'near') return ''
  const { said, before } = nearnessTexts[match]
  return ignoredWords.length > 0 ? `${said} ${before} ${ignoredWords.join(', ')}` : said
}

const nearnessTexts = {
  some: { said: 'No project has all of these words.', before: 'Left out:' },
  near: { said: 'Near to what you look for.', before: 'Not found:' },
}

/** Says that no project has all words of the search, with those that none has struck through. */
const Nearness = ({ match, ignored }: { match: keyof typeof nearnessTexts; ignored: readonly string[] }) => (
  <Callout className="mb-5">
    <span>{`${nearnessTexts[match].said} ${ignored.length > 0 ? `${nearnessTexts[match].before} ` : ''}`}</span>
    {ignored.map((word) => (
      <span key={word}>
        <s className="font-semibold">{word}</s>{' '}
      </span>
    ))}
  </Callout>
)

/** What students ask for first, without what is chosen already; for where the filters are folded. */
const quickFilters = (choice: ListChoice, hasRun = false) =>
  [
    { text: 'With report', change: { report: 'yes' } },
    ...(hasRun ? [{ text: 'Runs: seen', change: { ran: 'yes' } }] : []),
    { text: 'Free', change: { minPrice: '0', maxPrice: '0' } },
    { text: 'Under ₹500', change: { minPrice: '', maxPrice: '500' } },
  ].filter(({ change }) =>
    Object.entries(change).some(([name, value]) => choice[name as keyof ListChoice] !== value),
  )

const quickLook = clsx(
  'inline-flex min-h-9 items-center rounded-full border border-dashed border-edge px-3.5 text-14',
  'transition-colors hover:border-ink hover:border-solid pointer-coarse:min-h-11',
)

/** Says that no project has the words as typed, and which were searched for instead. */
const Correction = ({ choice, searched }: { choice: ListChoice; searched: string }) => (
  <Callout className="mb-4">
    {`No project has “${choice.search}”. Showing `}
    <TextLink
      to={listAddress(choice, { search: searched })}
      className="font-semibold"
    >{`“${searched}”`}</TextLink>
    .
  </Callout>
)

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
  hasRun?: ListFiltersProps['hasRun']
  match?: Match | undefined
  ignoredWords?: readonly string[] | undefined
  nearWords?: readonly string[] | undefined
  correctedSearch?: string | undefined
  /** What is shown below nothing or little. */
  popular: readonly CardData[]
  /** True when the requested page is beyond the last. */
  isBeyond: boolean
}
