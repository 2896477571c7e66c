import { createHash } from 'node:crypto'

import type { ruleKinds, RuleName } from '#contract/projects/findings.ts'

import type { Sources } from './sources.ts'

/** One thing that a rule found: where, what is wrong, and what to do about it. */
export interface Found {
  file: string
  line: number | null
  message: string
  advice: string
  /** The secrets that stand there, in full. They leave neither the process of the check nor its memory. */
  secrets?: string[]
  /** Tells this from another finding of the rule in the file where the message does not, or changes too easily. */
  what?: string
}

/** One class of faults. `find` is pure, takes linear time, and need not be run to its end. */
export interface Rule {
  name: RuleName
  kind: (typeof ruleKinds)[number]
  /** For a heading. */
  title: string
  /** Whether a project is approved while it is open, unless staff have set it otherwise. */
  isRequired?: true
  find: (sources: Sources) => Iterable<Found>
}

/** Eight letters for what a rule found: enough to tell one from another, too few to find out a password by trying. */
export const markOf = (rule: RuleName, { secrets, what, message }: Found): string =>
  createHash('sha256')
    .update(`${rule}\n${secrets?.join('\n') ?? what ?? message}`)
    .digest('hex')
    .slice(0, 8)
