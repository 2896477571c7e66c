import type { RuleName } from '#contract/findings.ts'

import { type Licence, licencesIn } from '../notes/licences.ts'
import { technologiesOf } from '../notes/technologies.ts'
import { type ProjectFile, Sources } from '../sources/sources.ts'
import type { Found } from './rule.ts'
import { rules } from './rules.ts'

/** Raised with every change of what a rule finds, so that present releases are checked again. */
export const checkVersion = 1

/** What was found in the files of a release. */
export interface Checked {
  findings: (Found & { rule: RuleName })[]
  /** Found beyond what is listed. */
  omitted: { rule: RuleName; count: number }[]
  /** Files whose text was not read. */
  unread: number
  technologies: string[]
  licences: Licence[]
}

/** How many findings of a rule are listed, and counted. */
const max = { listed: 20, counted: 500, text: 300 }

/** Looks at a project's files with every rule. Takes seconds for a malicious project: only for a process that can be ended. */
export function check(files: readonly ProjectFile[]): Checked {
  const sources = new Sources(files)
  const findings: Checked['findings'] = []
  const omitted: Checked['omitted'] = []
  for (const { name: rule, find } of rules) {
    let count = 0
    for (const found of find(sources)) {
      count++
      if (count <= max.listed) findings.push({ ...bounded(found), rule })
      if (count === max.counted) break
    }
    if (count > max.listed) omitted.push({ rule, count: count - max.listed })
  }
  return {
    findings,
    omitted,
    unread: files.length - sources.texts.length,
    technologies: technologiesOf(sources),
    licences: licencesIn(sources),
  }
}

/** Names of files and tables are a stranger's: as long as a sentence may be, and without what a database refuses. */
const bounded = ({ message, ...found }: Found): Found => ({
  ...found,
  message: message.slice(0, max.text).toWellFormed().replaceAll('\0', ''),
})
