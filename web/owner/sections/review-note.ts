import { type OwnerChange, sendsToReview, type VerificationStatus } from '#contract/projects/verification.ts'

/** What a form changes, each with the words the screen has for it. */
export type FieldNames = Partial<Record<OwnerChange, string>>

/**
 * What an owner reads before saving these fields, or undefined when saving them asks nothing new of staff: of what waits to
 * be checked, the first time or again, the page says so already.
 */
export function reviewNote(names: FieldNames, status: VerificationStatus): string | undefined {
  if (status === 'pending') return undefined
  const fields = Object.entries(names) as [OwnerChange, string][]
  const reviewed = fields.filter(([field]) => sendsToReview[field]).map(([, name]) => name)
  if (reviewed.length === 0) return undefined
  if (reviewed.length === fields.length) return `Saving sends the project back to review. ${meanwhile}`
  return `A new ${reviewed.join(' or ')} sends the project back to review; the rest does not.`
}

/** What every change that goes to review means for its listing. */
export const meanwhile = 'It is not listed until staff have checked it.'
