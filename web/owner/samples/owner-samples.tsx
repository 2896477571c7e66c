import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import type { Project } from '#contract/projects.ts'
import { type Sample, sampleLimits } from '#contract/projects/samples.ts'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { isListed } from '../is-listed.ts'
import type { Changed } from '../owner-changes.ts'
import { ChooseSample } from './choose-sample.tsx'

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
