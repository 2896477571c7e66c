import { counted } from '#contract/kit/counted.ts'
import { isoTime } from '#contract/kit/day.ts'
import type { Facts, Finding, Findings, RuleSwitches } from '#contract/projects/findings.ts'

import type { Checked, CheckedFinding } from './check/check.ts'
import { markOf } from './check/mark.ts'
import { goodIn, inWords } from './facts.ts'
import { undeclaredIn } from './notes/declared-technology.ts'
import { plainName } from './notes/technologies.ts'
import type { WaiverRow } from './queries.ts'

interface Known {
  release: { number: number; createdAt: Date } | undefined
  /** Its date is that of the last attempt or, while it waits for another one, of the wish for it. */
  check: { state: string; checkedAt: Date; checked: Checked | null } | undefined
  waivers: WaiverRow[]
  switches: RuleSwitches[]
  declared: string[]
  /** The owner does not see what staff have switched off. */
  as: 'owner' | 'staff'
}

/** What was found in a release, as its owner or staff see it. */
export function toFindings({ release, check, waivers, switches, declared, as }: Known): Findings {
  const checked = check?.checked
  const rules = new Map(switches.map((one) => [one.rule, one]))
  const isSeen = ({ rule }: { rule: Finding['rule'] }) => as === 'staff' || rules.get(rule)?.shown === true
  const findings = allFindings(checked, declared)
    .filter(isSeen)
    .map((found): Finding => {
      const { kind, title, shown, required } = rules.get(found.rule)!
      const waiver = waiverOf(found, waivers)
      return {
        ...found,
        kind,
        title,
        isShown: shown,
        isBlocking: required && !waiver,
        waiver: waiver
          ? { reason: waiver.reason, by: waiver.waivedBy, at: waiver.waivedAt.toISOString() }
          : null,
      }
    })
  const omitted = (checked?.omitted ?? []).filter(isSeen)
  const state = stateOf(release, check)
  return {
    state,
    release: release?.number ?? null,
    checkedAt: state === 'waiting' ? null : isoTime(check?.checkedAt),
    summary: summaryOf(state, findings, checked?.unread ?? 0),
    isBlocked:
      findings.some(({ isBlocking }) => isBlocking) || omitted.some(({ rule }) => rules.get(rule)!.required),
    findings,
    omitted,
    unread: checked?.unread ?? 0,
    technologies: (checked?.technologies ?? []).map((name) => ({
      name,
      isDeclared: declared.some((one) => plainName(one) === plainName(name)),
    })),
    licences: checked?.licences ?? [],
  }
}

/** What a check tells whoever thinks of buying. Of secrets it says only that there are none; null when there is no check. */
export function toFacts({ release, check, waivers, switches, declared }: Omit<Known, 'as'>): Facts | null {
  const checked = check?.checked
  if (!release || !checked) return null
  const shown = new Set(switches.filter((one) => one.shown).map(({ rule }) => rule))
  const secretRules = new Set(
    switches.filter(({ kind }) => kind === 'secret' || kind === 'personal').map(({ rule }) => rule),
  )
  const all = allFindings(checked, declared)
  const open = Map.groupBy(
    all.filter((found) => !waiverOf(found, waivers)),
    ({ rule }) => rule,
  )
  const hasSecret = all.some(({ rule }) => secretRules.has(rule))
  return {
    checkedAt: check.checkedAt.toISOString(),
    release: release.number,
    good: goodIn(checked, (...names) => names.some((rule) => open.has(rule)), hasSecret),
    known: [...open]
      .filter(([rule]) => shown.has(rule))
      .flatMap(([rule, found]) => inWords[rule]?.(found) ?? []),
  }
}

/** What stands in the files, and what does not although the project's details say so. */
function allFindings(checked: Checked | null | undefined, declared: string[]): CheckedFinding[] {
  if (!checked) return []
  const rule = 'declared-technology'
  const undeclared = undeclaredIn(checked, declared).map((found): CheckedFinding => {
    const { file, line, message, advice } = found
    return { rule, file, line, message, advice, mark: markOf(rule, found), excerpt: null }
  })
  return [...checked.findings, ...undeclared]
}

const waiverOf = (found: CheckedFinding, waivers: WaiverRow[]): WaiverRow | undefined =>
  waivers.find(({ rule, file, mark }) => rule === found.rule && file === found.file && mark === found.mark)

/** After so long a check that nobody has heard of has died with its process, and will not be tried again. */
const maxWaitMinutes = 30

function stateOf(release: Known['release'], check: Known['check']): Findings['state'] {
  if (!release) return 'none'
  if (check?.checked) return 'checked'
  if (check?.state === 'failed') return 'failed'
  const since = check?.checkedAt ?? release.createdAt
  return Date.now() - since.getTime() > maxWaitMinutes * 60_000 ? 'failed' : 'waiting'
}

function summaryOf(state: Findings['state'], findings: Finding[], unread: number): string {
  if (state === 'none') return 'There are no files to check yet.'
  if (state === 'waiting') return 'The files are being checked. This takes about a minute.'
  if (state === 'failed') return 'The files could not be checked. Our staff look at them all the same.'
  const open = findings.filter(({ waiver }) => !waiver).length
  const rest = unread > 0 ? ` ${counted(unread, 'file was', 'files were')} not read.` : ''
  if (open === 0 && findings.length > 0)
    return `All that the check found is explained. It does not run the project, so there may be more.${rest}`
  return open === 0
    ? `The check found nothing of what it looks for. It does not run the project, so there may still be faults or secrets.${rest}`
    : `The check found ${counted(open, 'thing')} to look at. It does not run the project, so there may be more.${rest}`
}
