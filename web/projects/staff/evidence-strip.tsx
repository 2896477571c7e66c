import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import type { Findings } from '#contract/projects/findings.ts'
import { copiedLimit, evidenceOf, similarFrom } from '#contract/projects/staff/evidence.ts'
import type { Similarity } from '#contract/projects/staff/similarity.ts'

import { Status, type StatusTone } from '../../ui/status.tsx'
import { explainedText, shareText } from './queue-view.tsx'
import { tabSearch } from './review-tabs.tsx'

/** The result of the checks of a project in cells, each of which opens its evidence. */
export function EvidenceStrip({ projectId, findings, similarity, run }: EvidenceStripProps) {
  const { blocking, explained, warnings, copiedShare } = evidenceOf(findings, similarity)
  const licences = findings?.licences.length ?? 0
  const undeclared = findings?.technologies.filter(({ isDeclared }) => !isDeclared).length ?? 0
  const withTerms =
    findings?.findings.some(({ rule, waiver }) => rule === 'copied-licence' && !waiver) === true
  const copied = similarity?.copied
  const pending = stateOf(findings?.state)
  const isStopped = blocking > 0 || copiedShare >= copiedLimit || run?.tone === 'stopped'
  return (
    <ul
      aria-label="Evidence"
      className={clsx(
        'sheet grid grid-cols-2 overflow-hidden',
        run ? 'md:grid-cols-5 xl:grid-cols-7' : 'md:grid-cols-4 xl:grid-cols-6',
        isStopped ? 'border-stopped! bg-stopped-wash!' : explained > 0 && 'border-waiting! bg-waiting-wash!',
      )}
    >
      <Cell
        name="Blocking"
        {...(blocking === 0 && explained > 0
          ? explainedResult(explained)
          : { to: 'blocking', ...(pending ?? count(blocking, 'stopped', 'to settle')) })}
      >
        {blocking > 0 && explained > 0 && <ResultLink {...explainedResult(explained)} />}
      </Cell>
      <Cell name="Warnings" to="warnings" {...(pending ?? count(warnings, 'waiting', 'to look at'))} />
      <Cell
        name="Copied"
        to="similar"
        className="order-first col-span-full xl:col-span-2"
        {...copiedCell(similarity)}
      >
        {copied && copied.share >= similarFrom && !copied.isDeleted && (
          <Link
            to={`/admin/projects/${projectId}/similarity/${copied.projectId}`}
            className="link-rule text-14"
          >
            Compare
          </Link>
        )}
      </Cell>
      <Cell
        name="Licences"
        to="licences"
        {...(pending ??
          count(licences, withTerms ? 'waiting' : 'neutral', withTerms ? 'with terms' : 'of copied code'))}
      />
      <Cell
        name="Not declared"
        to="undeclared"
        {...(pending ?? count(undeclared, 'neutral', undeclared === 1 ? 'technology' : 'technologies'))}
      />
      {run && <Cell name="Run" to="run" tone={run.tone} text={run.word} className="max-md:col-span-full" />}
    </ul>
  )
}

interface EvidenceStripProps {
  projectId: string
  findings: Findings | undefined
  similarity: Similarity | undefined
  /** What its runs came to; undefined where there is nothing to say of them. */
  run: { tone: StatusTone; word: string } | undefined
}

interface Result {
  tone: StatusTone
  text: string
}

function stateOf(state: Findings['state'] | undefined): Result | undefined {
  if (state === undefined) return { tone: 'neutral', text: 'Loading' }
  if (state === 'none') return { tone: 'neutral', text: 'no files' }
  if (state === 'waiting') return { tone: 'neutral', text: 'being checked' }
  if (state === 'failed') return { tone: 'stopped', text: 'not checked' }
  return undefined
}

const explainedResult = (explained: number) => ({
  to: 'explained',
  tone: 'waiting' as const,
  text: explainedText(explained),
})

const count = (found: number, tone: StatusTone, what: string): Result =>
  found === 0 ? { tone: 'verified', text: 'none' } : { tone, text: `${found} ${what}` }

function copiedCell(similarity: Similarity | undefined): Result {
  if (!similarity) return { tone: 'neutral', text: 'Loading' }
  if (similarity.state === 'none') return { tone: 'neutral', text: 'no files' }
  if (similarity.state === 'waiting') return { tone: 'neutral', text: 'being compared' }
  if (similarity.state === 'failed') return { tone: 'stopped', text: 'not compared' }
  const { copied } = similarity
  if (!copied || copied.share === 0)
    return similarity.state === 'partly'
      ? { tone: 'stopped', text: 'not enough compared' }
      : { tone: 'verified', text: 'none' }
  return {
    tone: copied.share >= copiedLimit ? 'stopped' : copied.share >= similarFrom ? 'waiting' : 'verified',
    text: `${shareText(copied.share)} of ${copied.title}`,
  }
}

/** One result, which leads to its evidence. */
function Cell({ name, className, children, ...result }: CellProps) {
  return (
    <li className={clsx('border-rule min-w-0 border-t border-l -mt-px -ml-px px-4 py-2.5', className)}>
      <ResultLink {...result}>
        <span className="text-13 text-quiet block group-hover:underline">{name}</span>
      </ResultLink>
      {children}
    </li>
  )
}

type CellProps = ResultProps & { name: string; className?: string }

/** A result that leads to its section of the evidence. */
function ResultLink({ to, tone, text, children }: ResultProps) {
  const { search } = useLocation()
  return (
    <Link to={{ search: tabSearch(search, 'evidence'), hash: `#${to}` }} className="group block">
      {children}
      <Status tone={tone} className="text-16! max-w-full font-semibold whitespace-normal!">
        <span className="min-w-0 break-words">{text}</span>
      </Status>
    </Link>
  )
}

type ResultProps = Result & { to: string; children?: ReactNode }
