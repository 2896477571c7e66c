import type { AuditEntry } from '#contract/staff/audit.ts'
import { settingsTitles } from '#contract/staff/settings/titles.ts'

import type { ActionRow } from './queries.ts'

/** An action as staff read it. */
export function toEntry({ target, isGone, staffId, staffName, happenedAt, ...row }: ActionRow): AuditEntry {
  const [kind = '', ...rest] = target.split(' ')
  const id = rest.join(' ')
  return {
    _id: row.id,
    staff: { _id: staffId, name: staffName },
    action: row.action,
    about: { kind, id, name: row.name || titleOf(kind, id), isGone },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    happenedAt: happenedAt.toISOString(),
  }
}

/** The same beside what it was done to. */
export const toAction = ({ action, by, happenedAt }: { action: string; by: string; happenedAt: Date }) => ({
  action,
  by,
  at: happenedAt.toISOString(),
})

export const toName = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })

/** What was written down before sections were named. */
const titleOf = (kind: string, id: string): string =>
  (kind === 'settings' && settingsTitles[id as keyof typeof settingsTitles]) || ''
