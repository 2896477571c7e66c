import { counted, day } from '../kit/format.ts'
import type { RunRecord } from './runs.ts'

type Told = Pick<RunRecord, 'outcome' | 'reason' | 'runtime' | 'ranAt' | 'tables' | 'pages' | 'signIns'>

/** Says in one sentence what a run came to, for pages and mails: 'Ran on 25 Nov 2026 with PHP 8.2: 12 pages'. */
export function runSentence({ outcome, reason, runtime, ranAt, tables, pages, signIns }: Told): string {
  if (outcome === 'not_tried') return `Not run by us: ${reason}`
  const when = `on ${day(ranAt)}${runtime && ` with ${runtime}`}`
  if (outcome === 'failed') return `Did not run ${when}: ${reason}`
  const broken = pages.filter((page) => page.broken).length
  const worked = signIns.find((one) => one.worked)
  const parts = [
    tables > 0 && counted(tables, 'table'),
    pages.length > 0 &&
      `${counted(pages.length, 'page')}${broken > 0 ? `, ${broken} of them with errors` : ''}`,
    worked ? `signed in as ${worked.role}` : signIns.length > 0 && 'nobody could sign in',
  ].filter((part) => typeof part === 'string')
  return `Ran ${when}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

/** What the label of a project says of its runs: 'seen 25 Nov 2026', 'not run by us: Java'. */
export function runLabel({ outcome, what, ranAt }: Pick<RunRecord, 'outcome' | 'what' | 'ranAt'>): string {
  if (outcome === 'not_tried') return `not run by us${what && `: ${what}`}`
  return outcome === 'ran' ? `seen ${day(ranAt)}` : `did not run on ${day(ranAt)}`
}

/** What a run is not, which stands beside it. */
export const runLimitsText = 'We started it and opened these pages. We did not test everything.'

/** Why a release is not tried, by what it is of: '' where nothing says how it starts. */
export function notTriedReason(what: string): string {
  if (what === '') return 'Nothing in it says how it starts.'
  if (what === 'Composer') return 'It needs packages from Composer, which are not part of an upload.'
  return `${what} ${what.endsWith('notebooks') ? 'are' : 'is'} not run yet.`
}
