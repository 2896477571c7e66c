import { clock, counted, day } from '#contract/kit/format.ts'
import { runSentence } from '#contract/projects/run-sentence.ts'
import type { OwnRunRecord } from '#contract/projects/runs.ts'

import { Disclosure } from '../ui/disclosure.tsx'

/** The run records before the newest, folded: each in a sentence. */
export function EarlierRuns({ runs }: { runs: readonly OwnRunRecord[] }) {
  if (runs.length === 0) return null
  return (
    <Disclosure title="Earlier runs" detail={counted(runs.length, 'run')} className="border-t">
      <ul className="text-14 flex flex-col gap-2">
        {runs.map((run) => (
          <li key={run._id} className="wrap-anywhere">
            <span className="text-quiet">{`Release ${run.release}, ${clock(run.ranAt)}: `}</span>
            {run.machineFailed ? `Our machine failed on ${day(run.ranAt)}` : runSentence(run)}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** The sign-ins that were tried in a run, with the place where user and password are from, folded. */
export function TriedSignIns({ run: { triedSignIns } }: { run: OwnRunRecord }) {
  if (triedSignIns.length === 0) return null
  return (
    <Disclosure
      title="Sign-ins that we tried"
      detail={`${triedSignIns.filter(({ worked }) => worked).length} of ${triedSignIns.length} worked`}
    >
      <ul className="text-14 flex flex-col gap-2">
        {Object.entries(triedSignIns).map(([place, { user, role, path, from, worked, problem }]) => (
          <li key={place} className="wrap-anywhere">
            <span>
              <span translate="no" className="font-mono">
                {user}
              </span>
              {` (${role}) at `}
              <span translate="no" className="font-mono">
                {path}
              </span>
              {`, ${from ? `from ${from}` : 'from the demo sign-ins'}: `}
              <span className={worked ? 'text-verified' : 'text-stopped'}>
                {worked ? 'it worked' : 'it did not work'}
              </span>
            </span>
            {problem && <span className="text-quiet block">{problem}</span>}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
