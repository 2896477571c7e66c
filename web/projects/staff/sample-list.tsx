import type { Sample } from '#contract/projects/samples.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { Badge } from '../../ui/badge.tsx'

/** The files that a project's owner opened for everybody, and a button to pass those that wait for staff. */
export const SampleList = ({ samples }: { samples: readonly Sample[] }) => (
  <div id="samples" className="border-rule scroll-mt-24 border-b px-4 py-3 sm:px-5">
    <p className="text-14 text-quiet">Samples, which everybody may read before paying:</p>
    <ul className="text-14">
      {samples.map((sample) => (
        <SampleRow key={sample.number} sample={sample} />
      ))}
    </ul>
  </div>
)

function SampleRow({ sample: { number, path, state, contentHash } }: { sample: Sample }) {
  return (
    <li className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{path}</span>
      {state !== 'shown' && <Badge>{state === 'review' ? 'Waits for you' : 'Not shown'}</Badge>}
      {state === 'review' && (
        <>
          <ActionButton
            submit={{ intent: 'pass-sample', number: String(number), contentHash: contentHash ?? '' }}
            tone="quiet"
            size="small"
            aria-label={`Let Everybody Read It: ${path}`}
          >
            Let Everybody Read It
          </ActionButton>
          <span className="text-13 text-quiet basis-full">
            The check found something in it that the owner has explained, or did not read all files. Open it
            below, and pass it only when nothing in it is about a real person.
          </span>
        </>
      )}
    </li>
  )
}
