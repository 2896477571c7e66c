import { counted } from '#contract/format.ts'
import { fieldProblem, ProblemError } from '#contract/problem.ts'
import type { Findings } from '#contract/projects/findings.ts'
import { type Copied, copiedLimit } from '#contract/projects/staff/verification.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { readFindings } from '../findings/service.ts'
import type { ProjectRow } from '../queries.ts'
import { copiedNow } from '../similarity/service.ts'

/**
 * Requires a written reason for the approval of a project that something stands against: an open blocking finding, half
 * of its code or more in a listing of another owner, or a check or comparison that failed. Answers the reason, or
 * undefined when none is needed. Throws conflict without a reason, and until the files are checked and compared.
 */
export async function requireReason(
  connection: Connection,
  project: ProjectRow,
  reason: string | undefined,
): Promise<string | undefined> {
  const findings = await readFindings(connection, project, 'staff')
  const { state, copied } = await copiedNow(connection, project)
  if (findings.state === 'waiting')
    throw conflict('The files are still being checked. This takes about a minute; approve it after that.')
  if (state === 'waiting')
    throw conflict('The files are still being compared. This takes about a minute; approve it after that.')
  const against = [
    findings.state === 'failed' && 'The files could not be checked.',
    state === 'failed' && 'The files could not be compared with other projects.',
    findings.isBlocked && `The owner has to remove or explain this first: ${placesIn(findings)}.`,
    copied && copied.share >= copiedLimit && copiedText(copied),
  ].filter((one) => typeof one === 'string')
  if (against.length === 0) return undefined
  if (reason) return reason
  const message = `${against.join(' ')} To approve it all the same, write why.`
  throw fieldProblem('verificationOverride', message, 'conflict')
}

const conflict = (message: string) => new ProblemError('conflict', message)

function placesIn({ findings }: Findings): string {
  const blocking = findings.filter(({ isBlocking }) => isBlocking)
  const places = [...new Set(blocking.map(({ title, file }) => `${title} in ${file}`))]
  const more = places.length > 3 ? ` and ${counted(places.length - 3, 'more place')}` : ''
  return `${places.slice(0, 3).join('; ') || 'secrets in very many files'}${more}`
}

const copiedText = ({ share, title, owner }: Copied) =>
  `${Math.round(share * 100)}% of the code is in “${title}” of ${owner}.`
