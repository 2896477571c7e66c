import type { HeldText } from '#contract/content/held.ts'
import type { AuditKind } from '#contract/staff/audit.ts'

import { hasContactDetails } from '../platform/contact-details/contact-details.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { decideCase } from '../staff/decide-case.ts'

/** The time from which a text waits for staff; null when it need not. */
export const heldNow = (text: string): Date | null => (hasContactDetails(text) ? new Date() : null)

/** A decision about a text, which the caller has locked. */
interface TextDecision {
  about: `${AuditKind} ${string}`
  kind: HeldText['kind']
  isHeld: boolean
  /** Why it is refused; null when it is published. */
  reason: string | null
  save: () => Promise<unknown>
  /** Mails whom it concerns. */
  tell: () => Promise<unknown>
}

/** Publishes a text that waits for staff, or refuses it for a reason. Throws conflict when it does not wait. */
export const decideHeldText = (
  trx: Connection,
  staff: StaffCaller,
  { about, kind, isHeld, reason, save, tell }: TextDecision,
): Promise<void> =>
  decideCase(trx, staff, {
    about,
    action: `${reason === null ? 'publish' : 'refuse'} ${kind}`,
    conflict: !isHeld && 'This does not wait any more. Reload the page.',
    carryOut: async () => {
      await save()
      await tell()
      return { before: { isHeld: true }, after: { isHeld: false, reason }, result: undefined }
    },
  })

interface Row {
  id: string
  projectId: string
  title: string
  name: string
  email: string
  heldAt: Date
}

/** A text that waits for staff, as they see it. */
export const toHeldText = (
  { id, projectId, title, name, email, heldAt }: Row,
  written: Pick<HeldText, 'kind' | 'text' | 'about'>,
): HeldText => ({
  _id: id,
  projectId,
  projectTitle: title,
  writer: { name, email },
  heldAt: heldAt.toISOString(),
  ...written,
})
