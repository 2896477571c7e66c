import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { counted, formatCount } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Project } from '#contract/projects/project.ts'
import { type Sample, type SampleChoice, sampleLimits } from '#contract/projects/samples.ts'

import { ActionButton, useAction } from '../../shell/form/action-form.tsx'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/placeholders.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Callout } from '../../ui/status.tsx'
import { isListed } from './is-listed.ts'
import type { clientLoader } from './sample-choices-route.ts'

/**
 * The files that everybody may read, with the actions to add and to remove one. Renders nothing before there are files.
 */
export function OwnerSamples({ project, samples }: { project: Project; samples: readonly Sample[] }) {
  const [isChoosing, setChoosing] = useState(false)
  if (project.releaseNumber === null && samples.length === 0) return null
  const canAdd = project.releaseNumber !== null && samples.length < sampleLimits.files
  return (
    <Fold
      title="Samples"
      id="samples"
      open={isChoosing}
      detail={`${samples.length} of ${sampleLimits.files}`}
      actions={
        canAdd &&
        !isChoosing && (
          <Button tone="quiet" size="small" onClick={() => setChoosing(true)}>
            Add a File
          </Button>
        )
      }
    >
      <p className="text-quiet px-4 pt-4 sm:px-5">
        Anybody may read these files in full before paying, so choose some that show how you work. Choosing
        one does not send the project back to review: our staff check it with the release anyway. A file with
        names, phone or roll numbers is shown when they have passed it.
      </p>
      {samples.length > 0 && (
        <ul className="divide-rule mt-2 divide-y px-4 sm:px-5">
          {samples.map((sample) => (
            <SampleRow key={sample.number} project={project} sample={sample} />
          ))}
        </ul>
      )}
      {canAdd && isChoosing ? (
        <ChooseSample
          projectId={project._id}
          chosen={samples.map(({ path }) => path)}
          onClose={() => setChoosing(false)}
        />
      ) : (
        <div className="pb-4" />
      )}
    </Fold>
  )
}

function SampleRow({ project, sample }: { project: Project; sample: Sample }) {
  const { number, path, language, lineCount, state } = sample
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="text-14 font-mono [overflow-wrap:anywhere]">{path}</p>
        {state === 'shown' ? (
          <p className="text-13 text-quiet mt-0.5">
            {[language, counted(lineCount, 'line')].filter(Boolean).join(', ')}
            {isListed(project) && (
              <span>
                {', '}
                <TextLink to={`/projects/${project._id}/samples/${number}`}>see it</TextLink>
              </span>
            )}
          </p>
        ) : (
          <p className="text-14 text-waiting mt-0.5">{notShown(state, project.releaseNumber)}</p>
        )}
      </div>
      <ActionButton
        submit={{ intent: 'remove-sample', number: String(number) }}
        tone="quiet"
        size="small"
        className="shrink-0"
        aria-label={`Remove ${path}`}
      >
        Remove
      </ActionButton>
    </li>
  )
}

function notShown(state: Sample['state'], release: number | null): string {
  if (state === 'secret')
    return 'Not shown: the check found a secret or personal data in it. Remove or explain it above.'
  if (state === 'review')
    return 'Not shown yet: our staff look at it first, because of what the check found or could not read in it.'
  if (state === 'unfit') return 'Not shown: it has become too long, or is not text any more.'
  return release === null
    ? 'Not shown: there are no project files.'
    : `Not shown: release ${release} has no file of this name.`
}

/** Offers the files of the present release, filtered by a search, to add one as a sample. */
function ChooseSample({ projectId, chosen, onClose }: ChooseSampleProps) {
  const addAction = useAction({ onDone: onClose, onFailed: () => {} })
  const problem = addAction.answer?.message
  const { data, load } = useFetcher<typeof clientLoader>()
  const [search, setSearch] = useState('')
  const address = `/owner/projects/${projectId}/sample-choices?search=${encodeURIComponent(search)}`
  useEffect(() => {
    const soon = setTimeout(() => void load(address), search ? 300 : 0)
    return () => clearTimeout(soon)
  }, [load, address, search])
  useAnnouncement(data?.problem === undefined && data ? counted(data.total, 'file') : '')
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
        <Callout tone="stopped" className="mt-4" shown>
          {problem}
        </Callout>
      )}
      <section aria-label="Files" className="mt-3">
        <Choices data={data} chosen={chosen} by={addAction} onRetry={() => void load(address)} />
      </section>
    </div>
  )
}

function Choices({ data, chosen, by, onRetry }: ChoicesProps) {
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
    <div>
      {left.length > 0 ? (
        <ul className="border-rule divide-rule max-h-80 divide-y overflow-y-auto border-y">
          {left.map((choice) => (
            <Choice key={choice.path} choice={choice} by={by} />
          ))}
        </ul>
      ) : (
        <p className="text-quiet py-3">No other file that can be a sample has this in its name.</p>
      )}
      <p className="text-13 text-quiet mt-3">
        {more > 0 && <span>{`${formatCount(more)} more: type a part of the name. `}</span>}
        <span>{`Text files of up to ${sampleLimits.bytes / 1024} kB and ${formatCount(sampleLimits.lines)} lines.`}</span>
      </p>
    </div>
  )
}

const Choice = ({ choice, by }: { choice: SampleChoice; by: AddAction }) => (
  <li className="flex items-center justify-between gap-4 py-1.5">
    <p className="min-w-0">
      <span className="text-14 block font-mono [overflow-wrap:anywhere]">{choice.path}</span>
      <span className="text-13 text-quiet block">
        {[choice.language, counted(choice.lineCount, 'line')].filter(Boolean).join(', ')}
      </span>
    </p>
    <ActionButton
      by={by}
      submit={{ intent: 'add-sample', path: choice.path }}
      tone="quiet"
      size="small"
      className="shrink-0"
      aria-label={`Add ${choice.path}`}
    >
      Add
    </ActionButton>
  </li>
)

type AddAction = ReturnType<typeof useAction>

interface ChooseSampleProps {
  projectId: string
  /** The paths of the files that are samples already. */
  chosen: readonly string[]
  onClose: () => void
}

interface ChoicesProps {
  data: Awaited<ReturnType<typeof clientLoader>> | undefined
  chosen: readonly string[]
  by: AddAction
  onRetry: () => void
}
