import { type ReactNode, useEffect, useId, useState } from 'react'
import { useFetcher } from 'react-router'

import { NewProject, OwnerEdit } from '#contract/projects/edits.ts'
import { type OwnerChange, sendsToReview, type VerificationStatus } from '#contract/projects/verification.ts'

import type { ActionAnswer } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { dropDraft, hasDraft } from '../../shell/form/draft.ts'
import { useForm } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { useKeptFocus } from '../../ui/focus.ts'
import { notify } from '../../ui/notices.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'

/** A section that opens for editing in place; Cancel brings the old values back. */
export function EditSection({ title, intent, names, status, renderFields, children }: EditSectionProps) {
  const note = reviewNote(names, status)
  const noteId = useId()
  const fetcher = useFetcher<ActionAnswer>()
  const result = fetcher.data
  const { ref, message, field } = useForm(constraints, result, intent)
  // What had been answered when it was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<ActionAnswer | null | undefined>(() =>
    hasDraft(intent) ? null : undefined,
  )
  const isOpen = openedAt !== undefined && (result === openedAt || !result?.done)
  const place = useKeptFocus(isOpen)
  useEffect(() => {
    if (!result?.done) return
    dropDraft(intent)
    notify(result.done, { tone: 'done' })
  }, [result, intent])
  const cancel = () => {
    dropDraft(intent)
    setOpenedAt(undefined)
  }
  return (
    <div ref={place} id={intent} className="scroll-mt-24">
      <Sheet as="section" aria-label={title}>
        <SheetHead
          title={title}
          actions={
            !isOpen && (
              <Button
                tone="quiet"
                size="small"
                aria-label={`Edit ${title}`}
                onClick={() => setOpenedAt(result ?? null)}
              >
                Edit
              </Button>
            )
          }
        />
        {isOpen ? (
          <fetcher.Form ref={ref} method="post" className="flex flex-col gap-5 p-4 sm:p-5" noValidate>
            <input type="hidden" name="intent" value={intent} />
            {renderFields(field)}
            {message && <Callout tone="stopped" {...message} />}
            <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <div className="flex gap-2">
                <Button
                  type="submit"
                  pending={fetcher.state !== 'idle'}
                  pendingText="Saving..."
                  aria-describedby={note && noteId}
                >
                  Save Changes
                </Button>
                <Button tone="quiet" onClick={cancel}>
                  Cancel
                </Button>
              </div>
              {note && (
                <p id={noteId} className="text-14 text-quiet min-w-48 flex-1">
                  {note}
                </p>
              )}
            </div>
          </fetcher.Form>
        ) : (
          <div className="p-4 sm:p-5">{children}</div>
        )}
      </Sheet>
    </div>
  )
}

/** A project's fields are held to the same when it is made and when it is changed. */
const constraints = { ...constraintsOf(NewProject), bundlePrice: constraintsOf(OwnerEdit).bundlePrice }

interface EditSectionProps {
  title: string
  intent: string
  /** The fields inside, as they are called on the screen. */
  names: FieldNames
  /** Where the project stands with staff. */
  status: VerificationStatus
  renderFields: (field: ReturnType<typeof useForm<keyof typeof constraints>>['field']) => ReactNode
  children: ReactNode
}

/** What a form changes, each with the words the screen has for it. */
type FieldNames = Partial<Record<OwnerChange, string>>

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
