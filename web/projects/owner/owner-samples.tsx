import { useEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

import { counted, grouped } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { Project } from '#contract/projects/projects.ts'
import { type Sample, type SampleChoice, sampleLimits } from '#contract/projects/samples.ts'

import { Button, TextLink } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/placeholders.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Changed } from './project-actions.ts'
import { isListed } from './project-status.tsx'
import type { clientLoader } from './sample-choices-route.ts'

/** The files that the owner has opened for everybody, with the way to open and to close one. Nothing before there are files. */
export function OwnerSamples({ project, samples }: { project: Project; samples: readonly Sample[] }) {
  const adding = useFetcher<Changed>()
  const { data } = adding
  // What had been answered when the list was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<Changed | null>()
  const isChoosing = openedAt !== undefined && (data === (openedAt ?? undefined) || !data?.done)
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  if (project.releaseNumber === null && samples.length === 0) return null
  const canAdd = project.releaseNumber !== null && samples.length < sampleLimits.files
  return (
    <Sheet as="section" id="samples" aria-label="Samples">
      <SheetHead
        title="Samples"
        actions={
          canAdd &&
          !isChoosing && (
            <Button tone="quiet" size="small" onClick={() => setOpenedAt(data ?? null)}>
              Add a File
            </Button>
          )
        }
      >
        <span className="text-13 text-quiet font-mono tabular-nums">
          {`${samples.length} of ${sampleLimits.files}`}
        </span>
      </SheetHead>
      <p className="text-quiet px-4 pt-4 sm:px-5">
        Anybody may read these files in full before paying, so choose some that show how you work. Choosing
        one does not send the project back to review: our staff check it with the release anyway.
      </p>
      {samples.length > 0 && (
        <ul className="divide-rule mt-2 divide-y px-4 sm:px-5">
          {samples.map((sample) => (
            <OneSample key={sample.number} project={project} sample={sample} />
          ))}
        </ul>
      )}
      {canAdd && isChoosing ? (
        <ChooseSample
          projectId={project._id}
          chosen={samples.map(({ path }) => path)}
          adding={adding}
          problem={data === (openedAt ?? undefined) ? undefined : data?.message}
          onClose={() => setOpenedAt(undefined)}
        />
      ) : (
        <div className="pb-4" />
      )}
    </Sheet>
  )
}

function OneSample({ project, sample }: { project: Project; sample: Sample }) {
  const { number, path, language, lineCount, state } = sample
  const { data, state: sending, Form } = useFetcher<Changed>()
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="text-14 font-mono [overflow-wrap:anywhere]">{path}</p>
        {state === 'shown' ? (
          <p className="text-13 text-quiet mt-0.5 font-mono">
            {[language, counted(lineCount, 'line')].filter(Boolean).join(', ')}
            {isListed(project) && (
              <>
                {', '}
                <TextLink to={`/projects/${project._id}/samples/${number}`}>see it</TextLink>
              </>
            )}
          </p>
        ) : (
          <p className="text-14 text-waiting mt-0.5">{notShown(state, project.releaseNumber)}</p>
        )}
      </div>
      <Form method="post" className="shrink-0">
        <input type="hidden" name="intent" value="remove-sample" />
        <input type="hidden" name="number" value={number} />
        <Button
          type="submit"
          tone="quiet"
          size="small"
          pending={sending !== 'idle'}
          aria-label={`Remove ${path}`}
        >
          Remove
        </Button>
      </Form>
    </li>
  )
}

function notShown(state: Sample['state'], release: number | null): string {
  if (state === 'secret')
    return 'Not shown: the check found a secret or personal data in it. Remove or explain it above.'
  if (state === 'unfit') return 'Not shown: it has become too long, or is not text any more.'
  return release === null
    ? 'Not shown: there are no project files.'
    : `Not shown: release ${release} has no file of this name.`
}

/** Offers the files of the present release, filtered by what is typed, to open one of them for everybody with `adding`. */
function ChooseSample({ projectId, chosen, adding, problem, onClose }: ChooseSampleProps) {
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
