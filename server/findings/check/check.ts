import type { RuleName } from '#contract/projects/findings.ts'

import { type Licence, licencesIn } from '../notes/licences.ts'
import { type Part, partsOf } from '../notes/parts.ts'
import { mentionedIn, technologiesOf } from '../notes/technologies.ts'
import { type ProjectFile, Sources } from '../sources/sources.ts'
import { excerptsFrom } from './excerpt.ts'
import { markOf } from './mark.ts'
import type { Found, Rule } from './rule.ts'
import { rules } from './rules.ts'

/** Raised with every change of what a rule finds, so that present releases are checked again. */
export const checkVersion = 4

/** One thing found, as it is stored. */
export interface CheckedFinding extends Pick<Found, 'file' | 'line' | 'message' | 'advice'> {
  rule: RuleName
  /** Says in a few letters what was found, whatever the line: the same in a later release, another one for another secret. */
  mark: string
  /** The line it stands in, cut, without secrets. */
  excerpt: string | null
}

/** What was found in the files of a release. */
export interface Checked {
  findings: CheckedFinding[]
  /** How many further files a rule found something in. */
  omitted: { rule: RuleName; count: number }[]
  /** Files whose text was not read, without those that hold none, such as pictures. */
  unread: number
  technologies: string[]
  /** Technologies that some file names, although nothing shows that they are used. */
  mentioned: string[]
  parts: Part[]
  licences: Licence[]
}

/** Pictures, sounds, fonts, programs and documents, which nobody expects to be read. */
const holdsNoText =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|psd|svgz|mp[34]|wav|ogg|webm|avi|mov|ttf|otf|eot|woff2?|jar|apk|pdf|docx?|pptx?|xlsx?|pkl|joblib|h5|pt|pth|onnx|tflite|npy)$/i

/** How many findings of a rule are listed of one file and in all, and how many it may make at most; letters of a message. */
const max = { inFile: 5, listed: 100, made: 10_000, text: 300 }

/** Looks at a project's files with every rule. Takes seconds for a malicious project: only for a process that can be ended. */
export function check(files: readonly ProjectFile[]): Checked {
  const sources = new Sources(files)
  const made = rules.map((rule) => ({ rule, ...foundBy(rule, sources) }))
  const excerptOf = excerptsFrom(sources, new Set(made.flatMap(({ secrets }) => secrets)))
  const technologies = technologiesOf(sources)
  return {
    findings: made.flatMap(({ rule, listed }) =>
      listed.map((found): CheckedFinding => ({
        rule: rule.name,
        file: found.file,
        line: found.line,
        // Names of files and tables are a stranger's: as long as a sentence may be, and without what a database refuses.
        message: found.message.slice(0, max.text).toWellFormed().replaceAll('\0', ''),
        advice: found.advice,
        mark: markOf(rule.name, found),
        excerpt: excerptOf(rule.kind, found),
      })),
    ),
    omitted: made.flatMap(({ rule, left }) => (left > 0 ? [{ rule: rule.name, count: left }] : [])),
    unread: files.filter(({ path, text }) => text === undefined && !holdsNoText.test(path)).length,
    technologies,
    mentioned: mentionedIn(sources, technologies),
    parts: partsOf(sources),
    licences: licencesIn(sources),
  }
}

/** What a rule found: the first of each file are listed, the rest of the file is one more, and further files are counted. */
function foundBy({ name, find }: Rule, sources: Sources) {
  const listed: Found[] = []
  const secrets: string[] = []
  const inFile = new Map<string, number>()
  const rest = new Map<string, Found[]>()
  let [count, left] = [0, 0]
  for (const found of find(sources)) {
    for (const secret of found.secrets ?? []) secrets.push(secret)
    const before = inFile.get(found.file) ?? 0
    inFile.set(found.file, before + 1)
    if (before === 0 && listed.length >= max.listed) left++
    else if (before < max.inFile && listed.length < max.listed) listed.push(found)
    else if (before >= max.inFile)
      (rest.get(found.file) ?? rest.set(found.file, []).get(found.file)!).push(found)
    if (++count === max.made) break
  }
  for (const others of rest.values()) listed.push(together(name, others))
  return { listed, left, secrets }
}

/** What a rule found in a file beyond those that are listed: whoever explains it explains all of it. */
function together(rule: RuleName, others: Found[]): Found {
  const [first] = others
  return {
    file: first!.file,
    line: first!.line,
    message: `${others.length} more of this kind ${others.length === 1 ? 'stands' : 'stand'} in this file, the first here.`,
    advice: first!.advice,
    what: others.map((other) => markOf(rule, other)).join(' '),
  }
}
