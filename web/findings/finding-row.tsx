import type { ReactNode } from 'react'

import { day } from '#contract/kit/day.ts'
import type { Finding } from '#contract/projects/findings.ts'

import { Badge } from '../ui/badge.tsx'

/** One thing that was found: where, its line as it stands there, what is wrong, and the owner's reason if there is one. */
export function FindingRow({ finding, children }: { finding: Finding; children?: ReactNode }) {
  const { file, line, excerpt, message, waiver, isShown } = finding
  return (
    <li className="border-rule rounded-small bg-ground min-w-0 border p-3">
      <p className="text-13 flex flex-wrap items-center gap-x-3 gap-y-1 font-mono">
        <span className="min-w-0 break-all">
          {file}
          {line !== null && <span className="text-quiet">:{line}</span>}
        </span>
        {!isShown && <Badge>Not shown to the owner</Badge>}
      </p>
      {excerpt && (
        <pre
          // It scrolls, so it must be reachable by keyboard.
          tabIndex={0}
          aria-label={`Line ${line}`}
          className="scroll-cue bg-sunk text-13 rounded-small mt-2 overflow-x-auto px-2.5 py-1.5 font-mono"
        >
          {excerpt}
        </pre>
      )}
      <p className="text-14 mt-2 break-words">{message}</p>
      {children}
      {waiver && (
        <p className="text-14 border-verified mt-3 border-l-2 pl-3 break-words">
          {waiver.reason}
          <span className="text-13 text-quiet block font-mono">
            {waiver.by}, {day(waiver.at)}
          </span>
        </p>
      )}
    </li>
  )
}
