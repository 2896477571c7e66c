import { type ReactNode, useEffect, useId, useState } from 'react'
import { useFetcher } from 'react-router'

import { NewProject, OwnerEdit } from '#contract/projects/edits.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { dropDraft, hasDraft } from '../../forms/draft.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useKeptFocus } from '../../ui/form/use-kept-focus.ts'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import type { Changed } from '../owner-changes.ts'
import { type FieldNames, reviewNote } from './review-note.ts'

/** A section that opens for editing in place; Cancel brings the old values back. */
export function EditSection({ title, intent, names, status, renderFields, children }: EditSectionProps) {
  const note = reviewNote(names, status)
  const noteId = useId()
  const fetcher = useFetcher<Changed>()
  const result = fetcher.data
  const { ref, message, field } = useForm(constraints, result, intent)
  // What had been answered when it was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<Changed | null | undefined>(() =>
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

export interface EditSectionProps {
  title: string
  intent: string
  /** The fields inside, as they are called on the screen. */
  names: FieldNames
  /** Where the project stands with staff. */
  status: VerificationStatus
  renderFields: (field: ReturnType<typeof useForm<keyof typeof constraints>>['field']) => ReactNode
  children: ReactNode
}
