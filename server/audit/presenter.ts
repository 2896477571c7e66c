import type { AuditEntry } from '#contract/staff/audit.ts'

import type { ActionRow } from './queries.ts'

/** An action as staff read it. */
export function toEntry({ target, staffId, staffName, happenedAt, ...row }: ActionRow): AuditEntry {
  const [kind = '', ...id] = target.split(' ')
  return {
    _id: row.id,
    staff: { _id: staffId, name: staffName },
    action: row.action,
    about: { kind, id: id.join(' '), name: row.name },
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    happenedAt: happenedAt.toISOString(),
  }
}
