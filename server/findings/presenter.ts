import { counted } from '#contract/kit/counted.ts'
import type { Finding, Findings, RuleSwitches } from '#contract/projects/findings.ts'

import type { Checked } from './check/check.ts'
import type { WaiverRow } from './queries.ts'

type Release = { number: number } | undefined
type Check = { checkedAt: Date; checked: Checked | null } | undefined

interface Known {
  release: Release
  check: Check
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
  const findings = (checked?.findings ?? []).filter(isSeen).map((found): Finding => {
    const { kind, title, shown, required } = rules.get(found.rule)!
    const waiver = waivers.find(({ rule, file }) => rule === found.rule && file === found.file)
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
  const state = !release ? 'none' : !check ? 'waiting' : checked ? 'checked' : 'failed'
  return {
    state,
    release: release?.number ?? null,
    checkedAt: check?.checkedAt.toISOString() ?? null,
    summary: summaryOf(state, findings, checked?.unread ?? 0),
    isBlocked:
      findings.some(({ isBlocking }) => isBlocking) || omitted.some(({ rule }) => rules.get(rule)!.required),
    findings,
    omitted,
    unread: checked?.unread ?? 0,
    technologies: (checked?.technologies ?? []).map((name) => ({
      name,
      isDeclared: declared.some((one) => plain(one) === plain(name)),
    })),
    licences: checked?.licences ?? [],
  }
}

const plain = (technology: string) => technology.toLowerCase().replace(/[^a-z0-9+#]|js$/g, '')

function summaryOf(state: Findings['state'], findings: Finding[], unread: number): string {
  if (state === 'none') return 'There are no files to check yet.'
  if (state === 'waiting') return 'The files are being checked. This takes about a minute.'
  if (state === 'failed') return 'The files could not be checked. Our team looks at them all the same.'
  const open = findings.filter(({ waiver }) => !waiver).length
  const rest = unread > 0 ? ` ${counted(unread, 'file was', 'files were')} not read.` : ''
  return open === 0
    ? `The check found nothing it knows. It does not run the project, so faults and secrets may be there all the same.${rest}`
    : `The check found ${counted(open, 'thing')} to look at. It does not run the project, so there may be more.${rest}`
}
