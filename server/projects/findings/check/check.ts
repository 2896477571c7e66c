import { counted } from '#contract/kit/format.ts'
import { signInLimits } from '#contract/projects/demo-sign-ins.ts'
import { isSensitive, type ruleKinds, type RuleName } from '#contract/projects/findings.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

import { type Foreign, isCode } from '../../foreign/files.ts'
import { foreignGroups } from '../../foreign/foreign.ts'
import { languageOf, type LanguageSize, languageSizes } from '../../releases/languages.ts'
import type { OwnWork } from '../../releases/own-work.ts'
import { entryOf } from '../entry/entry.ts'
import { type FoundSignIn, type RuleFinding, fingerprintOf, type Rule } from '../files/rule.ts'
import { type ProjectFile, type SourceFile, Sources } from '../files/sources.ts'
import { createdTables, isMadeByFramework } from '../files/tables.ts'
import { ecosystemsOf } from '../manifests/ecosystems.ts'
import { notebookCode } from '../manifests/notebooks.ts'
import { isServed } from '../needs.ts'
import { type Licence, licencesIn } from '../rules/licences.ts'
import { noEntry } from '../rules/no-entry.ts'
import { mentionedIn, technologiesOf } from '../rules/technologies.ts'
import { setUpOf } from '../set-up/set-up.ts'
import { rules } from './rules.ts'

/**
 * The version of the rules. Raise it with every change of what a rule finds, so that present releases are checked
 * again.
 */
export const checkVersion = 10

/** A finding as it is stored. */
export interface CheckedFinding extends Pick<RuleFinding, 'file' | 'line' | 'message' | 'advice'> {
  rule: RuleName
  /** Identifies the finding independently of its line: equal in a later release, different for another secret. */
  mark: string
  /** The line of the finding, shortened, without secrets. */
  excerpt: string | null
  /** The other files with the same cause, such as the same secret. */
  others?: string[]
  /** The number of places with the same cause, where there are several. */
  places?: number
  /** The number of calls that it is about in all of its files, where they are counted. */
  calls?: number
  /**
   * The sign-ins that it is about, each password once: at most one more than a listing may declare, so that a finding
   * with more of them is never declared as a whole.
   */
  signIns?: StoredSignIn[]
}

/** A sign-in as it is stored; all is null of those that may be somebody's own. */
type StoredSignIn = Omit<FoundSignIn, 'password'> & { password: string | null }

/** The result of checking a release. */
export interface Checked {
  findings: CheckedFinding[]
  /** The number of further files with findings of a rule. */
  omitted: { rule: RuleName; count: number }[]
  /** The number of files whose text was not read, or not as a whole, without those that hold no text, such as pictures. */
  unread: number
  /**
   * The number of files of code that were not read, or of which only the ends were although somebody wrote them; checks
   * by earlier versions do not know it.
   */
  unreadCode?: number
  /** The number of documents, archives and databases, which may hold anything and were not opened. */
  unopened: number
  technologies: string[]
  /** Technologies that a file mentions, although nothing shows that they are used. */
  mentioned: string[]
  parts: Part[]
  /** The file that starts the program; null when none was found. */
  entry: string | null
  /** Whether a browser refuses its pages from a folder; checks by earlier versions do not know it. */
  isServed?: boolean
  /** What starts it; checks by earlier versions do not know it. */
  setUp?: SetUp
  /** The code of others in the project: the largest parts, each with the number of its files. */
  foreign: (Foreign & { files: number })[]
  licences: Licence[]
}

/** Endings of files that hold no text. */
const holdsNoText =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|psd|svgz|mp[34]|wav|ogg|webm|avi|mov|ttf|otf|eot|woff2?|jar|apk|pdf|docx?|pptx?|xlsx?|pkl|joblib|h5|pt|pth|onnx|tflite|npy)$/i

/** Endings of files that may hold texts and tables which the check cannot open. */
const mayHoldAnything =
  /\.(?:pdf|docx?|pptx?|xlsx?|od[tsp]|mdb|accdb|[ml]df|db3?|sqlite3?|zip|rar|7z|t?gz|tar|war|ear|apk|aab|ipa|dump|pkl)$/i

/**
 * Limits: a rule's findings listed for a file and in all, findings a rule may make, characters of a message, parts of
 * others' code.
 */
const max = { inFile: 5, listed: 100, made: 10_000, text: 500, foreign: 60 }

/**
 * Checks a project's files with every rule. A malicious project may take seconds: call it only in a process that can be
 * killed.
 */
export function check(files: readonly ProjectFile[]): Checked & Pick<OwnWork, 'foreignPaths' | 'languages'> {
  const sources = new Sources(files)
  const known = new KnownSecrets()
  const made = rules.map((rule) => ({ rule, ...findingsOf(rule, sources, known) }))
  const excerptOf = excerptsFrom(sources, new Set(made.flatMap(({ secrets }) => secrets)))
  const technologies = technologiesOf(sources)
  const entry = entryOf(sources)
  const isServedOnly = isServed(sources)
  return {
    findings: made.flatMap(({ rule, listed, causes }) =>
      listed.map((found): CheckedFinding => ({
        rule: rule.name,
        file: found.file,
        line: found.line,
        // Names of files and tables come from strangers: limit their length and remove what a database refuses.
        message: `${found.message}${alsoIn(known.othersOf(found))}${sameIn(causes.get(found))}`
          .slice(0, max.text)
          .toWellFormed()
          .replaceAll('\0', ''),
        advice: found.advice,
        mark: fingerprintOf(rule.name, found),
        excerpt: excerptOf(rule.kind, found),
        ...(known.othersOf(found) && { others: known.othersOf(found)! }),
        ...(causes.has(found) && { places: causes.get(found)!.length + 1 }),
        ...(found.calls && { calls: sumOf([found, ...(causes.get(found) ?? [])]) }),
        ...(found.signIns && { signIns: distinctSignIns(found.signIns) }),
      })),
    ),
    omitted: made.flatMap(({ rule, omitted }) => (omitted > 0 ? [{ rule: rule.name, count: omitted }] : [])),
    unread: files.filter(
      ({ path, text, isCut, database }) =>
        (text === undefined || isCut) && !database && !holdsNoText.test(path),
    ).length,
    unreadCode: files.filter((file) => isUnreadCode(sources, file)).length,
    unopened: files.filter(
      ({ path, text, database }) => text === undefined && !database && mayHoldAnything.test(path),
    ).length,
    technologies,
    mentioned: mentionedIn(sources, technologies),
    parts: partsOf(sources, entry),
    entry,
    isServed: isServedOnly,
    setUp: setUpOf(sources, { entry, technologies, isServed: isServedOnly }),
    foreign: foreignGroups(sources.foreign).slice(0, max.foreign),
    foreignPaths: [...sources.foreign.keys()],
    languages: languagesOf(sources),
    licences: licencesIn(sources),
  }
}

const sumOf = (found: RuleFinding[]) => found.reduce((sum, { calls = 0 }) => sum + calls, 0)

/** Those whose users may be people are told by nothing but that they are there. */
const distinctSignIns = (found: FoundSignIn[]): StoredSignIn[] =>
  [...new Map(found.map((one) => [isPerson(one) ? null : one.password, one])).entries()]
    .slice(0, signInLimits.count + 1)
    .map(([password, { role, user }]) =>
      password === null
        ? { role: null, user: null, password }
        : { role: role && storable(role), user: user && storable(user), password: storable(password) },
    )

/** Whether somebody's own mailbox is the user: `admin@gmail.com` is nobody's. */
const isPerson = ({ user }: FoundSignIn) =>
  /@(?:gmail|googlemail|yahoo|ymail|outlook|hotmail|live|icloud|rediffmail|protonmail|proton)\./i.test(
    user ?? '',
  ) &&
  !/^(?:super|sys|test|demo|new)?[._-]?(?:admin(?:istrator)?|user|test|demo|guest|student|teacher|faculty|staff|doctor|patient|manager|customer|librarian|employee|owner|root)?[._-]?\d{0,4}@/i.test(
    user ?? '',
  )

const storable = (text: string) => text.slice(0, signInLimits.password).toWellFormed().replaceAll('\0', '')

/** Notebooks, dumps and maps are large because of what programs put in; a file that somebody wrote is not. */
const isUnreadCode = (sources: Sources, { path, text, isCut }: ProjectFile): boolean =>
  isCode(path) &&
  (text === undefined ||
    (isCut === true && !sources.foreign.has(path) && !/\.(?:ipynb|sql|map)$/i.test(path)))

/**
 * The findings of a rule, those of one cause as one. The first ones of each file are listed, the others of the file
 * become one finding, and further files are counted. `causes`: the others of a finding's cause.
 */
function findingsOf(rule: Rule, sources: Sources, known: KnownSecrets) {
  const listed: RuleFinding[] = []
  const secrets: string[] = []
  const inFile = new Map<string, number>()
  const rest = new Map<string, RuleFinding[]>()
  const firsts = new Map<string, RuleFinding>()
  const causes = new Map<RuleFinding, RuleFinding[]>()
  let [count, omitted] = [0, 0]
  for (const found of rule.find(sources)) {
    if (++count > max.made) break
    // What everybody knows, such as 'admin', is blanked in its own line alone.
    for (const secret of found.secrets ?? [])
      if (rule.kind !== 'note' || /^(?=.*\d).{6}/.test(secret)) secrets.push(secret)
    if (known.has(rule, found)) continue
    const cause = causeOf(rule, found)
    const first = cause === undefined ? undefined : firsts.get(cause)
    if (first) {
      ;(causes.get(first) ?? causes.set(first, []).get(first)!).push(found)
      continue
    }
    if (cause !== undefined) firsts.set(cause, found)
    const before = inFile.get(found.file) ?? 0
    inFile.set(found.file, before + 1)
    if (before === 0 && listed.length >= max.listed) omitted++
    else if (before < max.inFile && listed.length < max.listed) listed.push(found)
    else if (before >= max.inFile)
      (rest.get(found.file) ?? rest.set(found.file, []).get(found.file)!).push(found)
  }
  for (const others of rest.values()) listed.push(combined(rule.name, others))
  return { listed, omitted, secrets, causes }
}

/** What two findings have in common that are one; undefined for secrets and people, each of which is looked at. */
const causeOf = ({ kind }: Rule, { cause, message, secrets }: RuleFinding): string | undefined =>
  isSensitive(kind) || secrets ? undefined : (cause ?? (kind === 'running' ? message : undefined))

/** The secrets that are reported already, because one secret is one finding, whatever rules find it and wherever. */
class KnownSecrets {
  #inFile = new Set<string>()
  #byRule = new Map<string, RuleFinding>()
  #others = new Map<RuleFinding, string[]>()

  /**
   * Tells whether all secrets of a finding are reported: in its file by an earlier finding, or by the same rule in
   * another file, which then names this one.
   */
  has({ name, kind }: Rule, found: RuleFinding): boolean {
    const secrets = found.secrets ?? []
    if (secrets.length === 0 || kind === 'personal') return false
    const unknown = secrets.filter((secret) => !this.#inFile.has(`${found.file}\0${secret}`))
    if (unknown.length === 0) return true
    for (const secret of unknown) this.#inFile.add(`${found.file}\0${secret}`)
    if (kind !== 'secret' || secrets.length > 1) return false
    const first = this.#byRule.get(`${name}\0${secrets[0]}`)
    if (first) this.#others.set(first, [...(this.#others.get(first) ?? []), found.file])
    else this.#byRule.set(`${name}\0${secrets[0]}`, found)
    return first !== undefined
  }

  othersOf = (found: RuleFinding): string[] | undefined => this.#others.get(found)
}

const alsoIn = (others: string[] = []) =>
  others.length === 0
    ? ''
    : ` It stands in ${others.slice(0, 3).join(', ')}${others.length > 3 ? ` and ${counted(others.length - 3, 'more file')}` : ''} too.`

/** Where else the same was found: the number of places, and the first three. */
function sameIn(others: RuleFinding[] = []): string {
  if (others.length === 0) return ''
  const places = [
    ...new Set(others.map(({ file, line }) => (line === null ? file : `${file}, line ${line}`))),
  ]
  const more = others.length - Math.min(3, places.length)
  return ` The same is so in ${counted(others.length, 'more place')}: ${places.slice(0, 3).join('; ')}${more > 0 ? ' …' : ''}`
}

/** One finding for all further ones in a file, so that one waiver explains them all. */
function combined(rule: RuleName, others: RuleFinding[]): RuleFinding {
  const [first] = others
  return {
    file: first!.file,
    line: first!.line,
    message: `${others.length} more of this kind ${others.length === 1 ? 'stands' : 'stand'} in this file, the first here.`,
    advice: first!.advice,
    what: others.map((other) => fingerprintOf(rule, other)).join(' '),
  }
}

type Kind = (typeof ruleKinds)[number]

/** Characters of an excerpt, and how many secrets are searched for in each. */
const maxExcerpt = { letters: 160, secrets: 2000 }

/**
 * A function that answers a finding's line, shortened, with every secret of the project blanked; null when there is no
 * line.
 */
function excerptsFrom(sources: Sources, secrets: Set<string>) {
  const hidden = [...secrets].slice(0, maxExcerpt.secrets).toSorted((one, other) => other.length - one.length)
  const texts = new Map(sources.texts.map((file) => [file.path, file]))
  return (kind: Kind, { file, line, secrets = [], isLineHidden }: RuleFinding): string | null => {
    const source = texts.get(file)
    if (!source || line === null || isLineHidden) return null
    let text = lineAt(sources, source, line)
    for (const secret of [...hidden, ...secrets.slice(0, maxExcerpt.secrets)])
      if (text.includes(secret)) text = text.replaceAll(secret, blanked)
    if (kind === 'secret')
      text = text.replace(/[\w+/=.@-]{16,}/g, (word) => (/\d/.test(word) ? blanked : word))
    if (kind === 'personal') text = text.replace(/[\w.+-]{1,64}@[\w.-]{1,100}/g, blanked).replace(/\d/g, '•')
    const cut = text.length > maxExcerpt.letters ? `${text.slice(0, maxExcerpt.letters)}…` : text
    return cut.toWellFormed().replaceAll('\0', '') || null
  }
}

const blanked = '••••••'

/** A line, cut far beyond the length of an excerpt, so that no secret is cut in two and missed. */
const lineAt = (sources: Sources, file: SourceFile, line: number): string =>
  file.text
    .slice(sources.startOf(file, line))
    .slice(0, 4000)
    .split(/\r?\n/, 1)[0]!
    .replace(/\s+/g, ' ')
    .trim()

/** A part that a buyer needs to start a project: the entry file, the database, the list of libraries. */
export type Part = 'start' | 'schema' | 'own-tables' | 'libraries'

/** The parts that a project has. `own-tables`: the program creates its tables when it starts. */
function partsOf(sources: Sources, entry: string | null): Part[] {
  const parts: Part[] = []
  if (sources.written(...entryEndings).length > 0 && entry !== null && isEmpty(noEntry.find(sources)))
    parts.push('start')
  if (createdTables(sources).size > 0) parts.push('schema')
  else if (isMadeByFramework(sources)) parts.push('own-tables')
  if (ecosystemsOf(sources).some(({ hasManifest, needed }) => hasManifest && needed.length > 0))
    parts.push('libraries')
  return parts
}

/** The bytes in each language of what the owner wrote; of a notebook only its code. */
const languagesOf = (sources: Sources): LanguageSize[] =>
  languageSizes(
    sources.files
      .filter(({ path }) => !sources.foreign.has(path))

      .map(({ path, size, text, isCut }) => ({
        language: languageOf(path),
        size:
          text !== undefined && !isCut && path.endsWith('.ipynb')
            ? notebookCode(text).join('\n').length
            : size,
      })),
  )

const entryEndings =
  'php py ipynb java kt js ts jsx tsx mjs cjs html htm jsp cs vb dart go rb c cpp cc rs swift sh'.split(' ')

const isEmpty = (items: Iterable<unknown>) => [...items].length === 0
