import type { Session } from '#contract/accounts/account-settings.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection, Found } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import { revokeSessionsOf, sessionsOfMember } from '../platform/sessions/queries.ts'

/** Lists a member's sessions: the caller's own first, then by last use. */
export async function ownSessions(connection: Connection, { id, sessionId }: Caller): Promise<Session[]> {
  const sessions = (await sessionsOfMember(connection, id)).map((row) => toSession(row, sessionId))
  return sessions.toSorted((one, other) => Number(other.isThisDevice) - Number(one.isThisDevice))
}

/** Ends one of the member's sessions. Throws not_found alike for another member's, an ended and an unknown one. */
export async function endOwnSession(connection: Connection, memberId: string, id: string): Promise<void> {
  if ((await revokeSessionsOf(connection, memberId, { id })) === 0)
    throw new ProblemError('not_found', 'This device is signed out already.')
}

type SessionRow = Found<typeof sessionsOfMember>[number]

/** Presents a session to its member, relative to the session they ask with. */
const toSession = (
  { createdAt, lastUsedAt, ...session }: SessionRow,
  ownId: string | undefined,
): Session => ({
  ...session,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isThisDevice: session.id === ownId,
})
