import type { Session } from '#contract/accounts/account-settings.ts'
import { ProblemError } from '#contract/problem.ts'

import type { Connection, Found } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import { revokeSessionsOf, sessionsOfMember } from '../platform/sessions/queries.ts'

/** Where a member is signed in: the caller's own session first, then the last used. */
export async function ownSessions(connection: Connection, { id, sessionId }: Caller): Promise<Session[]> {
  const sessions = (await sessionsOfMember(connection, id)).map((row) => toSession(row, sessionId))
  return sessions.toSorted((one, other) => Number(other.isThisDevice) - Number(one.isThisDevice))
}

/** Ends one of the member's sessions. Throws not_found for a stranger's, an ended and an unknown one alike. */
export async function endOwnSession(connection: Connection, memberId: string, id: string): Promise<void> {
  if ((await revokeSessionsOf(connection, memberId, { id })) === 0)
    throw new ProblemError('not_found', 'This device is signed out already.')
}

type SessionRow = Found<typeof sessionsOfMember>[number]

/** A place where a member is signed in, as they see it from the session they ask with. */
const toSession = (
  { createdAt, lastUsedAt, ...session }: SessionRow,
  ownId: string | undefined,
): Session => ({
  ...session,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isThisDevice: session.id === ownId,
})
