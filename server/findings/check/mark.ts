import { createHash } from 'node:crypto'

import type { RuleName } from '#contract/projects/findings.ts'

import type { Found } from './rule.ts'

/** Eight letters for what a rule found: enough to tell one from another, too few to find out a password by trying. */
export const markOf = (rule: RuleName, { secrets, what, message }: Found): string =>
  createHash('sha256')
    .update(`${rule}\n${secrets?.join('\n') ?? what ?? message}`)
    .digest('hex')
    .slice(0, 8)
