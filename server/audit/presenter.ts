import type { AuditEntry } from '#contract/staff/audit.ts'
import { settingsTitles } from '#contract/staff/settings/titles.ts'

import type { ActionRow } from './queries.ts'

/** An action as staff read it. */
export function toEntry({ target, staffId, staffName, happenedAt, ...row }: ActionRow): AuditEntry {
  const [kind = '', ...rest] = target.split(' ')
  const id = rest.join(' ')
  return {
    _id: row.id,
    staff: { _id: staffId, name: staffName },
    action: row.action,
    about: { kind, id, name: row.name || titleOf(kind, id) },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    happenedAt: happenedAt.toISOString(),
  }
}

/** What was written down before sections were named. */
const titleOf = (kind: string, id: string): string =>
  (kind === 'settings' && settingsTitles[id as keyof typeof settingsTitles]) || ''
