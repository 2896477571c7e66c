import type { Session } from '#contract/accounts/sessions.ts'

import type { Found } from '../../database/connection.ts'
import type { sessionsOfMember } from '../../sessions/service.ts'

type SessionRow = Found<typeof sessionsOfMember>[number]

/** A place where a member is signed in, as they see it from the session they ask with. */
export const toSession = (
  { createdAt, lastUsedAt, ...session }: SessionRow,
  ownId: string | undefined,
): Session => ({
  ...session,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isThisDevice: session.id === ownId,
})
