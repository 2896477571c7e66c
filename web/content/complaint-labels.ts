import {
  reportKinds,
  type ReportOutcome,
  reportReasons,
  type StaffReport,
} from '#contract/content/complaints.ts'

import type { StatusTone } from '../ui/status.tsx'

/** The label of each kind of complaint. */
export const kindWords: Record<StaffReport['kind'], string> = {
  copied: 'It is copied from somebody else',
  broken: 'It does not run',
  harmful: 'It is harmful',
  personal_data: 'It shows personal data',
  abuse: 'It insults somebody',
  spam: 'It advertises something',
  not_about_it: 'It is not about this project',
  private_data: 'It names private data',
  other: 'Something else',
}

const optionsOf = (kinds: readonly StaffReport['kind'][]) =>
  kinds.map((value) => ({ value, label: kindWords[value] }))

/** The kinds of complaint that members can choose from. Questions have no 'broken': they have nothing to run. */
export const kindOptions = {
  listing: optionsOf(reportKinds),
  question: optionsOf(reportKinds.filter((kind) => kind !== 'broken')),
  review: optionsOf(reportReasons),
}

/** Labels the outcome of a complaint. */
export const outcomeWord = (outcome: ReportOutcome, about: StaffReport['about']) =>
  outcome === 'hidden' && about === 'listing' ? 'No longer listed' : outcomeLabels[outcome]

const outcomeLabels: Record<ReportOutcome, string> = {
  no_action: 'No action',
  hidden: 'Taken off the page',
  recalled: 'Release recalled',
}

export const outcomeTones: Record<ReportOutcome, StatusTone> = {
  no_action: 'neutral',
  hidden: 'stopped',
  recalled: 'stopped',
}
