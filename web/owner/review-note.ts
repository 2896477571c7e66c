import { type OwnerChange, sendsToReview } from '#contract/projects/verification.ts'

/** What a form changes, each with the words the screen has for it. */
export type FieldNames = Partial<Record<OwnerChange, string>>

/** What an owner reads before saving these fields, or undefined when saving them asks nothing of staff. */
export function reviewNote(names: FieldNames): string | undefined {
  const fields = Object.entries(names) as [OwnerChange, string][]
  const reviewed = fields.filter(([field]) => sendsToReview[field]).map(([, name]) => name)
  if (reviewed.length === 0) return undefined
  if (reviewed.length === fields.length) return `Saving sends the project back to review. ${meanwhile}`
  return `A new ${reviewed.join(' or ')} sends the project back to review; the rest does not.`
}

/** What every change that goes to review means for its listing. */
export const meanwhile = 'It is not listed until staff have checked it again.'
