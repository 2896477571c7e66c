import type { ReactNode } from 'react'

import { counted, pluralOf } from '#contract/kit/format.ts'
import type { RunPage, RunRecord } from '#contract/projects/runs.ts'

import { Disclosure } from '../ui/disclosure.tsx'
import { type Fact, FactRows } from '../ui/facts.tsx'
import { groupBy } from '../ui/group-by.ts'
import { langOf } from '../ui/language.ts'
import { Callout } from '../ui/status.tsx'

/**
 * What was seen when a release was started: why it failed, the pages with their pictures, and what else was counted. It
 * has no state and needs no script, so that a public page sends none for it. What a project said is text, never a link.
 */
export const RunRecordView = ({ run, withAdvice, renderUnder, className }: RunRecordProps) => (
  <div className={className}>
    {run.outcome === 'failed' && <FailedRun run={run} withAdvice={withAdvice} className="mb-5" />}
    <RunPages pages={run.pages} renderUnder={renderUnder} />
    <RunFacts run={run} className="mt-5 first:mt-0" />
    <FailedStatements run={run} />
  </div>
)

interface RunRecordProps {
  run: RunRecord
  /** Whether what its owner can do about it stands below the reason. */
  withAdvice?: boolean
  /** What stands under each page, such as a button. */
  renderUnder?: RenderUnder
  className?: string
}
type RenderUnder = ((page: RunPage) => ReactNode) | undefined

/** Why a release did not run, and what its owner says of it. */
function FailedRun({ run, withAdvice, className }: Omit<RunRecordProps, 'renderUnder'>) {
  const { reason, advice, ownerNote } = run
  return (
    <Callout tone="stopped" title="It did not run when we started it" className={className}>
      <p className="wrap-anywhere">{reason}</p>
      {withAdvice && advice && (
        <p className="mt-1 wrap-anywhere">
          <span className="font-semibold">What to do: </span>
          {advice}
        </p>
      )}
      {ownerNote && (
        <>
          <p className="text-14 text-quiet mt-2">Its owner says:</p>
          <p lang={langOf(ownerNote)} className="wrap-anywhere">
            {ownerNote}
          </p>
        </>
      )}
    </Callout>
  )
}

/** The pages that were opened, those before a sign-in first, each with its picture, its title and its path. */
function RunPages({ pages, renderUnder }: { pages: readonly RunPage[]; renderUnder: RenderUnder }) {
  const groups = groupBy(pages, ({ after }) => after)
  return groups.map(([after, ofGroup]) => {
    const name = after === '' ? 'Before a sign-in' : `Signed in as ${after}`
    const shown = ofGroup.slice(0, groups.length === 1 ? 2 * inRow : inRow)
    const more = ofGroup.slice(shown.length)
    const label = groups.length === 1 && after === '' ? 'Pages that we opened' : name
    return (
      <div key={after} className="mt-5 first:mt-0">
        {label === name && (
          <p className="text-14 mb-2 flex flex-wrap gap-x-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-quiet">{counted(ofGroup.length, 'page')}</span>
          </p>
        )}
        <Pictures label={label} pages={shown} renderUnder={renderUnder} />
        {more.length > 0 && (
          <Disclosure title={`Show ${counted(more.length, 'more page', 'more pages')}`} className="mt-2">
            <Pictures label={`${label}, more`} pages={more} renderUnder={renderUnder} />
          </Disclosure>
        )}
      </div>
    )
  })
}

/** The pictures that stand beside each other where a page is wide. */
const inRow = 3

const Pictures = ({ label, pages, renderUnder }: PicturesProps) => (
  <ul aria-label={label} className="run-pages">
    {Object.entries(pages).map(([place, page]) => (
      <PageSeen key={place} page={page} renderUnder={renderUnder} />
    ))}
  </ul>
)

interface PicturesProps {
  label: string
  pages: readonly RunPage[]
  renderUnder: RenderUnder
}

function PageSeen({ page, renderUnder }: { page: RunPage; renderUnder: RenderUnder }) {
  const { title, path, status, broken, problems, picture } = page
  const [problem = faultOf(status)] = problems
  return (
    <li>
      {picture ? (
        <a href={picture.url} className="frame block">
          <img
            src={picture.smallUrl}
            srcSet={`${picture.smallUrl} 640w, ${picture.url} 1280w`}
            sizes="(min-width: 40rem) 19rem, 16rem"
            alt={`The page ${title || path}, as we saw it`}
            width={1280}
            height={800}
            loading="lazy"
            decoding="async"
          />
        </a>
      ) : (
        <div className="frame text-13 text-quiet grid place-items-center p-3 text-center">No picture</div>
      )}
      <div className="mt-1.5">
        {title && (
          <p lang={langOf(title)} title={title} className="text-14 line-clamp-1 wrap-anywhere">
            {title}
          </p>
        )}
        <p translate="no" title={path} className="text-13 text-quiet line-clamp-2 font-mono wrap-anywhere">
          {path}
        </p>
      </div>
      {broken && <p className="text-13 text-stopped mt-0.5 line-clamp-3 wrap-anywhere">{problem}</p>}
      {renderUnder?.(page)}
    </li>
  )
}

/** What is wrong with a page that shows no message. */
const faultOf = (status: number) =>
  status === 0 ? 'It did not answer.' : status >= 400 ? `It answered ${status}.` : 'It shows errors.'

/** What was counted in a run, in rows. */
function RunFacts({ run, className }: { run: RunRecord; className: string }) {
  const { release, runtime, pages, tables, statements, signIns, standIns, outside, otherCase } = run
  const broken = pages.filter((page) => page.broken).length
  const facts: (Fact | false)[] = [
    { term: 'release', value: `#${release}`, short: tables > 0 },
    tables > 0 && { term: 'tables', value: tables, short: true },
    runtime !== '' && { term: 'started with', value: runtime },
    pages.length > 0 && {
      term: 'pages opened',
      value: `${pages.length}${faultsOf(broken, pages.length, 'with errors')}`,
    },
    statements.run > 0 && {
      term: 'statements of its dump',
      value: `${statements.run}${faultsOf(statements.failed, statements.run, 'failed')}`,
    },
    signIns.length > 0 && { term: pluralOf(signIns.length, 'sign-in'), value: signInText(signIns) },
    standIns.length > 0 && {
      term: 'copies of ours stood in for',
      value: standIns.join(', '),
    },
    outside.length > 0 && { term: 'asked for and not reached', value: outside.join(', ') },
    otherCase.length > 0 && {
      term: 'found only where letter case does not count',
      value: otherCase.join(', '),
    },
  ]
  return <FactRows open words className={className} facts={facts.filter((fact) => fact !== false)} />
}

/** Says how many of some did not do well: ', 2 of them failed'; nothing where all did. */
const faultsOf = (bad: number, all: number, word: string) =>
  bad === 0 ? '' : bad < all ? `, ${bad} of them ${word}` : all === 1 ? `, ${word}` : `, all ${word}`

/** Says of each role whether it could sign in: 'admin worked, student did not'. */
const signInText = (signIns: RunRecord['signIns']): string =>
  groupBy(signIns, ({ role }) => role)
    .map(([role, tried]) => `${role} ${tried.some(({ worked }) => worked) ? 'worked' : 'did not work'}`)
    .join(', ')

/** What failed in the database scripts, folded: file, line and message. */
function FailedStatements({ run: { failedStatements } }: { run: RunRecord }) {
  if (failedStatements.length === 0) return null
  return (
    <Disclosure title="What failed in the dump" detail={counted(failedStatements.length, 'statement')}>
      <ul className="text-13 space-y-2">
        {Object.entries(failedStatements).map(([place, { file, line, error }]) => (
          <li key={place}>
            <span translate="no" className="block font-mono wrap-anywhere">
              {`${file}, line ${line}`}
            </span>
            <span className="text-quiet wrap-anywhere">{error}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
