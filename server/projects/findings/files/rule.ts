import { createHash } from 'node:crypto'

import type { ruleKinds, RuleName } from '#contract/projects/findings.ts'

import type { Sources } from './sources.ts'

/** A finding of a rule: its place, what is wrong, and what to do about it. */
export interface RuleFinding {
  file: string
  line: number | null
  message: string
  advice: string
  /** The secrets found, in full. They never leave the process of the check. */
  secrets?: string[]
  /** The sign-ins found with these passwords, one for each; its owner may declare them as demo sign-ins. */
  signIns?: FoundSignIn[]
  /** True when the line holds data of people, so that it is not shown. */
  isLineHidden?: true
  /** What it has in common with others that are one with it; what keeps a program from running has its message. */
  cause?: string
  /** How many places of the file it is about, where it stands for all of them. */
  calls?: number
  /** Identifies the finding among those of the rule in this file, where the message does not or changes too easily. */
  what?: string
}

/** A sign-in as far as the files tell: null is what they do not. */
export interface FoundSignIn {
  role: string | null
  user: string | null
  password: string
}

/** One class of faults. `find` is pure, takes linear time, and need not be run to its end. */
export interface Rule {
  name: RuleName
  kind: (typeof ruleKinds)[number]
  /** The heading in lists of findings. */
  title: string
  /** Blocks the approval of a project while a finding is open, unless staff have set it otherwise. */
  isRequired?: true
  find: (sources: Sources) => Iterable<RuleFinding>
}

/**
 * The fingerprint of a finding, 8 hexadecimal digits: enough to tell findings apart, too few to guess a password from.
 */
export const fingerprintOf = (rule: RuleName, { secrets, what, message }: RuleFinding): string =>
  createHash('sha256')
    .update(`${rule}\n${secrets?.join('\n') ?? what ?? message}`)
    .digest('hex')
    .slice(0, 8)
