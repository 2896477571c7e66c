import { counted, isoTime } from '#contract/kit/format.ts'
import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import {
  type Facts,
  type Finding,
  type Findings,
  isSensitive,
  type RuleName,
  type RuleSwitches,
} from '#contract/projects/findings.ts'

import type { Checked, CheckedFinding, Part } from './check/check.ts'
import { fingerprintOf } from './files/rule.ts'
import type { WaiverRow } from './queries.ts'
import { plainName, undeclaredIn } from './rules/technologies.ts'

/** A project's newest release and its check, with waivers, rule switches and declared technologies. */
export interface CheckContext {
  release: { number: number; createdAt: Date; fileCount: number; totalSize: number } | undefined
  /** `checkedAt` is the time of the last attempt or, while another one waits, of the request for it. */
  check: { state: string; checkedAt: Date; checked: Checked | null } | undefined
  waivers: WaiverRow[]
  switches: RuleSwitches[]
  declared: string[]
  /** The demo sign-ins of the listing: what they tell everybody who has the project is no finding. */
  signIns: DemoSignIn[]
  /** The time of the approval; null while the project is not approved. */
  approvedAt: Date | null
}

/** The findings in a release; its owner does not see what staff have switched off. */
export function toFindings(
  { release, check, waivers, switches, declared, signIns }: CheckContext,
  as: 'owner' | 'staff',
): Findings {
  const checked = check?.checked
  const rules = new Map(switches.map((one) => [one.rule, one]))
  const isSeen = ({ rule }: { rule: Finding['rule'] }) => as === 'staff' || rules.get(rule)?.shown === true
  const undeclared = allFindings(checked, declared).filter((found) => !isDeclared(found, signIns))
  const findings = undeclared.filter(isSeen).map((found): Finding => {
    const { rule, file, line, mark, excerpt, message, advice } = found
    const { kind, title, shown, required } = rules.get(rule)!
    const waiver = waiverOf(found, waivers)
    return {
      rule,
      kind,
      title,
      file,
      line,
      mark,
      excerpt,
      message,
      advice,
      isShown: shown,
      isBlocking: required && !waiver,
      waiver: waiver ? { reason: waiver.reason, by: waiver.by, at: new Date(waiver.at).toISOString() } : null,
    }
  })
  const omitted = (checked?.omitted ?? [])
    .filter(isSeen)
    .map(({ rule, count }) => ({ rule, count, isBlocking: rules.get(rule)!.required }))
  const state = stateOf(release, check)
  return {
    state,
    release: release?.number ?? null,
    checkedAt: state === 'waiting' ? null : isoTime(check?.checkedAt),
    summary: summaryOf(state, findings, checked ?? undefined),
    isBlocked: [...findings, ...omitted].some(({ isBlocking }) => isBlocking),
    findings,
    omitted,
    unread: checked?.unread ?? 0,
    unreadCode: checked?.unreadCode ?? 0,
    technologies: (checked?.technologies ?? []).map((name) => ({
      name,
      isDeclared: declared.some((one) => plainName(one) === plainName(name)),
    })),
    signIns: as === 'owner' ? undeclared.flatMap((found) => offeredIn(found, signIns)) : [],
    licences: checked?.licences ?? [],
    // Checks by earlier versions of the rules do not know these.
    entry: checked?.entry ?? null,
    foreign: checked?.foreign ?? [],
  }
}

/** Tells whether staff had a reason before them when they approved the project; true while it is not approved. */
export const isBeforeApproval = ({ at }: { at: string }, { approvedAt }: Pick<CheckContext, 'approvedAt'>) =>
  approvedAt === null || new Date(at) <= approvedAt

/**
 * The results of a check for possible buyers; null when there is none. About secrets it says only that there are none.
 * A reason that the owner gave after the approval does not count.
 */
export function toFacts({ release, check, switches, declared, ...known }: CheckContext): Facts | null {
  const checked = check?.checked
  if (!release || !checked) return null
  const shown = new Set(switches.filter((one) => one.shown).map(({ rule }) => rule))
  const secretRules = new Set(
    switches.filter(({ rule, kind }) => isSensitive(kind) || passwordNotes.has(rule)).map(({ rule }) => rule),
  )
  const all = allFindings(checked, declared)
  const waivers = known.waivers.filter((waiver) => isBeforeApproval(waiver, known))
  const open = Map.groupBy(
    all.filter((found) => !waiverOf(found, waivers) && !isDeclared(found, known.signIns)),
    ({ rule }) => rule,
  )
  const hasSecret = all.some(({ rule }) => secretRules.has(rule))
  return {
    checkedAt: check.checkedAt.toISOString(),
    release: release.number,
    good: strengthsOf(checked, {
      isOpen: (...names) => names.some((rule) => open.has(rule)),
      isFound: (...names) => all.some(({ rule }) => names.includes(rule)),
      hasSecret,
    }),
    known: [
      ...notRead(checked),
      ...[...open]
        .filter(([rule]) => shown.has(rule))
        .flatMap(([rule, found]) => buyerSentences[rule]?.(found) ?? []),
    ],
  }
}

/** Rules that find passwords and keys although their findings are only notes. */
const passwordNotes = new Set<RuleName>(['default-password', 'framework-key'])

/** The findings in the files, and one for each declared technology that no file shows. */
function allFindings(checked: Checked | null | undefined, declared: string[]): CheckedFinding[] {
  if (!checked) return []
  const rule = 'declared-technology'
  const undeclared = undeclaredIn(checked, declared).map((found): CheckedFinding => {
    const { file, line, message, advice } = found
    return { rule, file, line, message, advice, mark: fingerprintOf(rule, found), excerpt: null }
  })
  return [...checked.findings, ...undeclared]
}

/** Whether a finding is about nothing but demo sign-ins of the listing; `undeclared` in queries.ts says the same. */
const isDeclared = ({ signIns: found = [] }: CheckedFinding, signIns: DemoSignIn[]): boolean =>
  found.length > 0 && found.every(({ password }) => isKnown(password, signIns))

const isKnown = (password: string | null, signIns: DemoSignIn[]) =>
  signIns.some((one) => one.password === password)

const offeredIn = (
  { file, signIns: found = [] }: CheckedFinding,
  signIns: DemoSignIn[],
): Findings['signIns'] =>
  found.flatMap(({ password, ...whose }) =>
    password === null || isKnown(password, signIns) ? [] : [{ file, ...whose, password }],
  )

const waiverOf = (found: CheckedFinding, waivers: WaiverRow[]): WaiverRow | undefined =>
  waivers.find(({ rule, file, mark }) => rule === found.rule && file === found.file && mark === found.mark)

/** A check or comparison without a result for this long has died with its process and is not retried. */
export const maxWaitMinutes = 30

function stateOf(release: CheckContext['release'], check: CheckContext['check']): Findings['state'] {
  if (!release) return 'none'
  if (check?.checked) return 'checked'
  if (check?.state === 'failed') return 'failed'
  const since = check?.checkedAt ?? release.createdAt
  return Date.now() - since.getTime() > maxWaitMinutes * 60_000 ? 'failed' : 'waiting'
}

function summaryOf(
  state: Findings['state'],
  findings: Finding[],
  { unread, unreadCode = 0 }: Pick<Checked, 'unread' | 'unreadCode'> = { unread: 0 },
): string {
  if (state === 'none') return 'There are no files to check yet.'
  if (state === 'waiting') return 'The files are being checked. This takes about a minute.'
  if (state === 'failed') return 'The files could not be checked. Our staff look at them all the same.'
  const open = findings.filter(({ waiver }) => !waiver).length
  const rest =
    unread > 0
      ? ` ${counted(unread, 'file was', 'files were')} not read as a whole${unreadCode > 0 ? `, ${unreadCode} of them code that somebody wrote` : ''}.`
      : ''
  if (open === 0 && findings.length > 0)
    return `All that the check found is explained. It reads the files and does not start them, so there may be more.${rest}`
  return open === 0
    ? `The check found nothing of what it looks for. It reads the files and does not start them, so there may still be faults or secrets.${rest}`
    : `The check found ${counted(open, 'thing')} to look at. It reads the files and does not start them, so there may be more.${rest}`
}

type IsAmong = (...rules: RuleName[]) => boolean

/** The sentence that the check could not read all of the code; none when it did. */
const notRead = ({ unreadCode = 0 }: Checked): string[] =>
  unreadCode > 0
    ? [`${counted(unreadCode, 'file', 'files')} of its code could not be read as a whole by the check.`]
    : []

/**
 * The strengths of a release for a buyer, each unless an open rule contradicts it; none when a part of the code was not
 * read. What is not there stays so when its owner has said why.
 */
function strengthsOf(
  checked: Checked,
  { isOpen, isFound, hasSecret }: { isOpen: IsAmong; isFound: IsAmong; hasSecret: boolean },
): string[] {
  const { parts, licences, unreadCode = 0 } = checked
  if (unreadCode > 0) return []
  const has = (part: Part) => parts.includes(part)
  const isSchemaSound = !isOpen('no-schema', 'broken-dump', 'missing-table', 'database-name')
  const others = licences.filter(({ file }) => !ownLicenceFile.test(file)).map(({ licence }) => licence)
  const free = [...new Set(others)].filter((licence) => !/GPL|BY-NC/.test(licence))
  return [
    has('start') && 'A file that starts the project was found',
    has('schema') && isSchemaSound && 'The database script is included',
    has('own-tables') && isSchemaSound && 'Code that makes its database tables was found',
    has('libraries') &&
      !isOpen('no-manifest', 'missing-dependency') &&
      'No library was found that it imports and does not list',
    !isFound('missing-file', 'machine-path', 'readme-command', 'missing-component') &&
      'No file was found that the code names and that is not there',
    !hasSecret && withoutSecrets(checked),
    free.length > 0 &&
      `The licences of others’ code that were found allow passing it on: ${joinedList(free)}`,
  ].filter((one) => one !== false)
}

/** The sentence that no secret was found, which says what it is about; false when texts were not read. */
const withoutSecrets = ({ unread, unopened }: Checked) =>
  unread === 0 &&
  (unopened === 0
    ? 'No keys, passwords or data of people were found in its texts, as far as a program can tell'
    : `No keys, passwords or data of people were found in its texts, as far as a program can tell; ${counted(unopened, 'document, archive or database was', 'documents, archives or databases were')} not opened`)

/** The licence file of the project itself. */
const ownLicenceFile = /^(?:licen[cs]e|copying|notice)[^/]*$/i

type Sentence = (found: CheckedFinding[]) => string | string[]
const pluralSentence =
  (one: string, several: (count: number) => string): Sentence =>
  (found) => {
    const count = found.reduce((sum, { places = 1 }) => sum + places, 0)
    return count === 1 ? one : several(count)
  }

/** The sentence for each rule that matters to a buyer; it names no file or place. */
const buyerSentences: Partial<Record<RuleName, Sentence>> = {
  'no-schema': () => 'The script that makes its database is not included.',
  'broken-dump': () => 'Its database script has an error that has to be corrected.',
  'missing-table': pluralSentence(
    'One table that the code asks for is not in the database script.',
    (count) => `${count} tables that the code asks for are not in the database script.`,
  ),
  'database-name': () => 'Its database has one name in the code and another in the script.',
  'removed-php': () => 'It needs PHP 5, an old version.',
  'no-manifest': () => 'The libraries it needs are not listed.',
  'missing-dependency': pluralSentence(
    'One library has to be installed that is not on its list.',
    (count) => `${count} libraries have to be installed that are not on its list.`,
  ),
  'no-entry': () => 'Nothing says which file starts it.',
  'machine-path': pluralSentence(
    'One path has to be changed to your own computer.',
    (count) => `${count} paths have to be changed to your own computer.`,
  ),
  'missing-file': pluralSentence(
    'One file that it names is not included.',
    (count) => `${count} files that it names are not included.`,
  ),
  'readme-command': () => 'A command of it needs a file that is not there.',
  'readme-quality': (found) =>
    found.map(({ message }) => (/\d words/.test(message) ? 'The README is very short.' : message)),
  'large-file': pluralSentence(
    'One file is larger than 5 MB, so the download takes longer.',
    (count) => `${count} files are larger than 5 MB, so the download takes longer.`,
  ),
  'generated-file': pluralSentence(
    'One file was made by a tool and cannot be changed by hand.',
    (count) => `${count} files were made by a tool and cannot be changed by hand.`,
  ),
  'build-output': () => 'It contains the output of a build, which you can delete.',
  'default-password': () =>
    'It comes with passwords that everybody who has it knows: change them before others use it.',
  'framework-key': () => 'The key that signs its sessions has to be made anew before others use it.',
  'missing-component': pluralSentence(
    'A part that its README or its code names was not found.',
    (count) => `${count} parts that its README or its code names were not found.`,
  ),
  readme: () => 'It needs an account of a service that its README does not explain.',
  licence: () => 'Some of its content has terms of its own, which may forbid passing it on: read them first.',
  tracking: (found) =>
    `As it is, it reports to or asks somebody’s account: ${joinedList([...new Set(found.flatMap(({ message }) => /^([^:]+):/.exec(message)?.[1] ?? []))])}.`,
  'copied-licence': (found) =>
    `It contains code with conditions: ${joinedList([...new Set(found.flatMap(({ message }) => message.match(/\b(?:[AL]?GPL|CC BY-NC)\b/) ?? []))])}.`,
  'declared-technology': (found) =>
    `Declared, but in none of its files: ${joinedList(found.flatMap(({ message }) => /“(.+)”/.exec(message)?.[1] ?? []))}.`,
}

const joinedList = (words: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words)
