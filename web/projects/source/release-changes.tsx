import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useState } from 'react'

import { formatCount, sizeText } from '#contract/kit/format.ts'
import type { Change, Changes, FileChanges, Hunk, Release } from '#contract/projects/source.ts'

import { useApi } from '../../shell/session/member-api.ts'
import { useAnnouncement, useLoadingAnnouncement } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/inputs.tsx'
import { Note, useLatestRequest } from './source-view.tsx'

/**
 * The changes between two releases: the files, and each file line by line. They are chosen, or the newest is compared
 * with `since` at once. Renders nothing with fewer than two releases.
 */
export function ReleaseChanges({ projectId, releases, since }: ReleaseChangesProps) {
  const api = useApi()
  const numbers = releases.map(({ number }) => number)
  const [from, setFrom] = useState(since ?? numbers[1] ?? 0)
  const [to, setTo] = useState(numbers[0] ?? 0)
  const { found, failed, isLoading, begin } = useLatestRequest<Changes>('Failed to compare the releases')
  const compare = async () => {
    const { downloads } = await api()
    return (await downloads.changes({ params: { id: projectId, number: to }, query: { from } })).changes
  }
  const isFixed = since !== undefined
  const compareAtOnce = useEffectEvent(() => void begin('changes', compare))
  useEffect(() => {
    if (isFixed) compareAtOnce()
  }, [isFixed])
  useLoadingAnnouncement(isLoading ? 'Comparing...' : undefined)
  useAnnouncement(failed || (found ? summaryOf(found) : ''))
  if (releases.length < 2) return null
  const options = numbers.map((number) => ({ value: String(number), label: `Release ${number}` }))
  return (
    <section aria-label="What changed" className="border-rule border-t px-4 py-4 sm:px-5">
      <h3 className="font-sans font-semibold">{isFixed ? 'What changed in the files' : 'What changed'}</h3>
      {isFixed ? null : (
        <form
          className="mt-3 grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
          onSubmit={(event) => {
            event.preventDefault()
            void begin('changes', compare)
          }}
        >
          <Field label="From">
            <Select
              options={options}
              value={String(from)}
              onChange={({ currentTarget }) => setFrom(Number(currentTarget.value))}
            />
          </Field>
          <Field label="To">
            <Select
              options={options}
              value={String(to)}
              onChange={({ currentTarget }) => setTo(Number(currentTarget.value))}
            />
          </Field>
          <Button type="submit" tone="quiet" pending={Boolean(isLoading)} disabled={from === to}>
            Compare
          </Button>
        </form>
      )}
      <div>
        {isFixed && isLoading && <p className="text-quiet mt-4">Comparing...</p>}
        {failed && <p className="text-stopped mt-4">{failed}</p>}
        {found && <p className="mt-4">{summaryOf(found)}</p>}
      </div>
      {found && found.files.length > 0 && (
        <ul className="border-rule mt-3 border-t">
          {found.files.map((change) => (
            <ChangedFile
              key={`${found.from} ${found.to} ${change.path}`}
              change={change}
              read={async () => {
                const { downloads } = await api()
                const params = { id: projectId, number: found.to }
                const query = { from: found.from, path: change.path }
                return (await downloads.fileChanges({ params, query })).changes
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function summaryOf({ from, to, added, removed, changed, files }: Changes): string {
  if (files.length === 0) return `Release ${to} has the same files as release ${from}.`
  const all = added + removed + changed
  const counts = [
    added > 0 && `${formatCount(added)} added`,
    removed > 0 && `${formatCount(removed)} removed`,
    changed > 0 && `${formatCount(changed)} changed`,
  ].filter(Boolean)
  const rest = all > files.length ? `; the first ${formatCount(files.length)} are listed` : ''
  return `From release ${from} to release ${to}: ${counts.join(', ')}${rest}.`
}

interface ReleaseChangesProps {
  projectId: string
  releases: readonly Release[]
  /** The release with which the newest is compared at once, without a choice. */
  since?: number | undefined
}

/** A changed file; opening it loads its changes line by line. */
function ChangedFile({ change, read }: { change: Change; read: () => Promise<FileChanges> }) {
  const { found, failed, isLoading, begin } = useLatestRequest<FileChanges>('Failed to compare the file')
  const load = () => void begin(change.path, read)
  return (
    <li className="border-rule border-b">
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && !found && !isLoading) load()
        }}
      >
        <summary className="hover:bg-sunk text-13 flex min-h-11 list-none items-center gap-3 px-2 py-1.5 font-mono [&::-webkit-details-marker]:hidden">
          <span className={`w-[7ch] shrink-0 font-sans ${changeClasses[change.change]}`}>
            {change.change}
          </span>
          <span className="min-w-0 flex-1 truncate" title={change.path}>
            {change.path}
          </span>
          <span className="text-quiet shrink-0 font-sans tabular-nums max-sm:hidden">{sizesOf(change)}</span>
          <Icon name="chevron-down" className="tree-chevron text-quiet size-5 shrink-0" />
        </summary>
        <div className="border-rule mb-3 border">
          {isLoading && <p className="text-quiet p-4">Loading...</p>}
          {failed && (
            <div role="alert" className="flex flex-wrap items-center gap-4 p-4">
              <p>{failed}</p>
              <Button tone="quiet" size="small" onClick={load}>
                Try Again
              </Button>
            </div>
          )}
          {found && (
            <section
              aria-label={`Lines of ${change.path}`}
              tabIndex={0}
              className="scroll-cue scroll-cue-below max-h-[32rem] overflow-auto"
            >
              <DifferenceView changes={found} />
            </section>
          )}
        </div>
      </details>
    </li>
  )
}

const changeClasses: Record<Change['change'], string> = {
  added: 'text-verified',
  removed: 'text-stopped',
  changed: 'text-waiting',
}

function sizesOf({ before, after }: Change): string {
  if (before === null) return sizeText(after ?? 0)
  if (after === null) return sizeText(before)
  return `${sizeText(before)} → ${sizeText(after)}`
}

/** The changes of a file, line by line. Added and removed lines differ in their sign too, not only in colour. */
function DifferenceView({ changes }: { changes: FileChanges }) {
  if (changes.state === 'binary') return <Note>This file is not text, so its lines cannot be compared.</Note>
  if (changes.state === 'large')
    return <Note>Too much changed to show it line by line. Download both releases to compare them.</Note>
  if (changes.hunks.length === 0) return <Note>{newlineTexts[changes.lastNewline ?? 'others']}</Note>
  return (
    <table className="difference">
      <caption className="sr-only">{`Lines of ${changes.path} that changed`}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Line before</th>
          <th scope="col">Line after</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      {changes.hunks.map((hunk) => (
        <tbody key={`${hunk.oldStart} ${hunk.newStart}`}>
          {numbered(hunk).map(({ sign, text, before, after }) => (
            <tr
              key={`${before ?? ''} ${after ?? ''}`}
              className={clsx(sign === '+' && 'line-added', sign === '-' && 'line-removed')}
            >
              <td className="line-number">{before}</td>
              <td className="line-number">{after}</td>
              <td>
                <span aria-hidden="true">{sign}</span>
                {sign !== ' ' && <span className="sr-only">{sign === '+' ? 'added: ' : 'removed: '}</span>}
                <span>{text}</span>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const newlineTexts = {
  added: 'No line changed. There is a newline at the end now.',
  removed: 'No line changed. There is no newline at the end any more.',
  others: 'Only the ends of lines changed.',
}

function numbered({ oldStart, newStart, lines }: Hunk) {
  let [before, after] = [oldStart, newStart]
  return lines.map(({ sign, text }) => ({
    sign,
    text,
    before: sign === '+' ? undefined : before++,
    after: sign === '-' ? undefined : after++,
  }))
}
