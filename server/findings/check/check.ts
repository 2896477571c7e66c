import type { RuleName } from '#contract/projects/findings.ts'

import { type Licence, licencesIn } from '../notes/licences.ts'
import { technologiesOf } from '../notes/technologies.ts'
import { type ProjectFile, Sources } from '../sources/sources.ts'
import type { Found } from './rule.ts'
import { rules } from './rules.ts'

/** Raised with every change of what a rule finds, so that present releases are checked again. */
export const checkVersion = 2

/** What was found in the files of a release. */
export interface Checked {
  findings: (Found & { rule: RuleName })[]
  /** How many further files a rule found something in. */
  omitted: { rule: RuleName; count: number }[]
  /** Files whose text was not read. */
  unread: number
  technologies: string[]
  licences: Licence[]
}

/** How many findings of a rule are listed of one file and in all, and how many it may make at most; letters of a message. */
const max = { inFile: 5, listed: 100, made: 10_000, text: 300 }

/** Looks at a project's files with every rule. Takes seconds for a malicious project: only for a process that can be ended. */
export function check(files: readonly ProjectFile[]): Checked {
  const sources = new Sources(files)
  const findings: Checked['findings'] = []
  const omitted: Checked['omitted'] = []
  for (const { name: rule, find } of rules) {
    let made = 0
    let left = 0
    let listed = 0
    const inFile = new Map<string, number>()
    for (const found of find(sources)) {
      const before = inFile.get(found.file) ?? 0
      inFile.set(found.file, before + 1)
      if (listed < max.listed && before < max.inFile) {
        findings.push({ ...bounded(found), rule })
        listed++
      } else if (before === 0) left++
      if (++made === max.made) break
    }
    if (left > 0) omitted.push({ rule, count: left })
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
