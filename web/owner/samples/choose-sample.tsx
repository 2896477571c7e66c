import { useEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

import { counted, grouped } from '#contract/kit/counted.ts'
import { limits } from '#contract/kit/limits.ts'
import { type SampleChoice, sampleLimits } from '#contract/projects/samples.ts'

import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import type { Changed } from '../owner-changes.ts'
import type { clientLoader } from './choices-data.ts'

/** Offers the files of the present release, filtered by what is typed, to open one of them for everybody with `adding`. */
export function ChooseSample({ projectId, chosen, adding, problem, onClose }: ChooseSampleProps) {
  const { data, load } = useFetcher<typeof clientLoader>()
  const [search, setSearch] = useState('')
  const address = `/owner/projects/${projectId}/sample-choices?search=${encodeURIComponent(search)}`
  useEffect(() => {
    const soon = setTimeout(() => void load(address), search ? 300 : 0)
    return () => clearTimeout(soon)
  }, [load, address, search])
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  return (
    <div className="border-rule mt-2 border-t p-4 sm:p-5">
      <div className="flex gap-2">
        <SearchField
          ref={input}
          label="Find a file"
          placeholder="Such as app.py"
          maxLength={limits.search}
          className="grow"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {problem && (
        <Callout tone="stopped" className="mt-4">
          {problem}
        </Callout>
      )}
      <adding.Form method="post" aria-label="Files" className="mt-3">
        <input type="hidden" name="intent" value="add-sample" />
        <Choices
          data={data}
          chosen={chosen}
          pending={adding.formData?.get('path') ?? null}
          onRetry={() => void load(address)}
        />
      </adding.Form>
    </div>
  )
}

function Choices({ data, chosen, pending, onRetry }: ChoicesProps) {
  if (!data)
    return (
      <Loading text="Loading files...">
        <Skeleton className="h-44" />
      </Loading>
    )
  if (data.problem !== undefined) return <ErrorState as="h3" title={data.problem} onRetry={onRetry} />
  const left = data.choices.filter(({ path }) => !chosen.includes(path))
  const more = data.total - data.choices.length
  return (
    <div aria-live="polite">
      {left.length > 0 ? (
        <ul className="border-rule divide-rule max-h-80 divide-y overflow-y-auto border-y">
          {left.map((choice) => (
            <Choice key={choice.path} choice={choice} pending={pending} />
          ))}
        </ul>
      ) : (
        <p className="text-quiet py-3">No other file that can be a sample has this in its name.</p>
      )}
      <p className="text-13 text-quiet mt-3">
        {more > 0 && `${grouped(more)} more: type a part of the name. `}
        Text files of up to {sampleLimits.bytes / 1024} kB and {grouped(sampleLimits.lines)} lines.
      </p>
    </div>
  )
}

const Choice = ({ choice, pending }: { choice: SampleChoice; pending: FormDataEntryValue | null }) => (
  <li className="flex items-center justify-between gap-4 py-1.5">
    <p className="min-w-0">
      <span className="text-14 block font-mono [overflow-wrap:anywhere]">{choice.path}</span>
      <span className="text-13 text-quiet block font-mono">
        {[choice.language, counted(choice.lineCount, 'line')].filter(Boolean).join(', ')}
      </span>
    </p>
    <Button
      type="submit"
      name="path"
      value={choice.path}
      tone="quiet"
      size="small"
      className="shrink-0"
      aria-label={`Add ${choice.path}`}
      pending={pending === choice.path}
      disabled={pending !== null}
    >
      Add
    </Button>
  </li>
)

interface ChooseSampleProps {
  projectId: string
  /** The paths of the files that are open already. */
  chosen: readonly string[]
  adding: FetcherWithComponents<Changed>
  /** Why the last one could not be opened. */
  problem: string | undefined
  onClose: () => void
}

interface ChoicesProps {
  data: Awaited<ReturnType<typeof clientLoader>> | undefined
  chosen: readonly string[]
  /** The path of the file that is being opened. */
  pending: FormDataEntryValue | null
  onRetry: () => void
}
