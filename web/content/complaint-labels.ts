import { complaintKinds, complaintReasons } from '#contract/content/complaint-kinds.ts'
import type { ComplaintOutcome, StaffComplaint } from '#contract/content/complaints.ts'

import type { StatusTone } from '../ui/status.tsx'

/** The label of each kind of complaint. */
export const complaintKindLabels: Record<StaffComplaint['kind'], string> = {
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

const optionsOf = (kinds: readonly StaffComplaint['kind'][]) =>
  kinds.map((value) => ({ value, label: complaintKindLabels[value] }))

/** The kinds of complaint that members can choose from. Questions have no 'broken': they have nothing to run. */
export const complaintKindOptions = {
  listing: optionsOf(complaintKinds),
  question: optionsOf(complaintKinds.filter((kind) => kind !== 'broken')),
  review: optionsOf(complaintReasons),
}

/** Labels the outcome of a complaint. */
export const outcomeLabel = (outcome: ComplaintOutcome, about: StaffComplaint['about']) =>
  outcome === 'hidden' && about === 'listing' ? 'No longer listed' : outcomeLabels[outcome]

const outcomeLabels: Record<ComplaintOutcome, string> = {
  no_action: 'No action',
  hidden: 'Taken off the page',
  recalled: 'Release recalled',
}

export const outcomeTones: Record<ComplaintOutcome, StatusTone> = {
  no_action: 'neutral',
  hidden: 'stopped',
  recalled: 'stopped',
}
