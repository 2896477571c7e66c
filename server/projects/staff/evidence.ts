import { counted } from '#contract/kit/format.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import { type Finding, isExplained } from '#contract/projects/findings.ts'
import { type Copied, copiedLimit, evidenceOf, needsReason } from '#contract/projects/staff/evidence.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { readFindings } from '../findings/service.ts'
import type { ProjectRow } from '../queries.ts'
import { copiedNow } from '../similarity/service.ts'

/**
 * Requires a written reason for the approval of a project that something stands against (`needsReason`): an open
 * blocking finding, a secret or personal data that only the owner calls harmless, half of its code or more in a listing
 * of another owner, or a check or comparison that failed. Answers the reason, or undefined when none is needed. Throws
 * conflict without a reason, and until the files are checked and compared.
 */
export async function requireReason(
  connection: Connection,
  project: ProjectRow,
  reason: string | undefined,
): Promise<string | undefined> {
  const found = await readFindings(connection, project, 'staff')
  const compared = await copiedNow(connection, project)
  if (found.state === 'waiting')
    throw conflict('The files are still being checked. This takes about a minute; approve it after that.')
  if (compared.state === 'waiting')
    throw conflict('The files are still being compared. This takes about a minute; approve it after that.')
  const evidence = evidenceOf(found, compared)
  if (!needsReason(evidence)) return undefined
  if (reason) return reason
  const { copied } = compared
  const against = [
    found.state === 'failed' && 'The files could not be checked.',
    compared.state === 'failed' && 'The files could not be compared with other projects.',
    evidence.blocking > 0 &&
      `The owner has to remove or explain this first: ${placesOf(found.findings.filter(({ isBlocking }) => isBlocking))}.`,
    evidence.explained > 0 &&
      `Only the owner says that this is harmless: ${placesOf(found.findings.filter(isExplained))}.`,
    copied && copied.share >= copiedLimit && copiedText(copied),
  ].filter((one) => typeof one === 'string')
  const message = `${against.join(' ')} To approve it all the same, write why.`
  throw fieldProblem('verificationOverride', message, 'conflict')
}

const conflict = (message: string) => new ProblemError('conflict', message)

function placesOf(findings: Finding[]): string {
  const places = [...new Set(findings.map(({ title, file }) => `${title} in ${file}`))]
  const more = places.length > 3 ? ` and ${counted(places.length - 3, 'more place')}` : ''
  return `${places.slice(0, 3).join('; ') || 'secrets in very many files'}${more}`
}

const copiedText = ({ share, title, owner }: Copied) =>
  `${Math.round(share * 100)}% of the code is in “${title}” of ${owner}.`
