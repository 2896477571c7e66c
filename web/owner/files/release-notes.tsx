import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { Release } from '#contract/projects/source.ts'

import { dropDraft, hasDraft } from '../../forms/draft.ts'
import { type Constraint, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { useKeptFocus } from '../../ui/form/use-kept-focus.ts'
import type { Changed } from '../owner-changes.ts'

/** What the owner tells buyers about a release, changed in place. */
export function ReleaseNotes({ release: { number, notes } }: { release: Release }) {
  const draft = `release-notes ${number}`
  const { data, state, Form } = useFetcher<Changed>()
  const { ref, message, field } = useForm(constraints, data, draft)
  // What had been answered when it was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<Changed | null | undefined>(() =>
    hasDraft(draft) ? null : undefined,
  )
  const isOpen = openedAt !== undefined && (data === openedAt || !data?.done)
  const place = useKeptFocus(isOpen)
  useEffect(() => {
    if (!data?.done) return
    dropDraft(draft)
    notify(data.done, { tone: 'done' })
  }, [data, draft])
  const cancel = () => {
    dropDraft(draft)
    setOpenedAt(undefined)
  }
  if (!isOpen)
    return (
      <div ref={place} className="mt-2 flex items-start justify-between gap-4">
        <p
          className={
            notes ? 'max-w-(--container-text) min-w-0 break-words whitespace-pre-line' : 'text-14 text-quiet'
          }
        >
          {notes || 'No notes for buyers yet.'}
        </p>
        <Button
          tone="quiet"
          size="small"
          aria-label={`${notes ? 'Edit' : 'Write'} notes of release ${number}`}
          onClick={() => setOpenedAt(data ?? null)}
        >
          {notes ? 'Edit' : 'Write Notes'}
        </Button>
      </div>
    )
  return (
    <div ref={place}>
      <Form ref={ref} method="post" className="mt-3 flex flex-col gap-4">
        <input type="hidden" name="intent" value="release-notes" />
        <input type="hidden" name="number" value={number} />
        <Field
          label="Notes for buyers"
          hint="What is new, and what to mind when updating"
          {...field('notes', notes)}
        >
          <TextArea rows={4} />
        </Field>
        {message && <Callout tone="stopped" {...message} />}
        <div className="flex gap-2">
          <Button type="submit" pending={state !== 'idle'} pendingText="Saving...">
            Save Notes
          </Button>
          <Button tone="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}

const constraints: { notes: Constraint } = { notes: { maxLength: 2000 } }
