import { useEffect, useEffectEvent } from 'react'

import { counted } from '#contract/kit/format.ts'
import type { Claim, QueueView } from '#contract/projects/staff/verification.ts'

import { ActionButton, formAction, useAction } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Failure } from '../../ui/failure.tsx'
import { viewSearch } from './queue-view.tsx'

/** The claim on a project, with the button to claim it or to give it back. */
export function ClaimNote({ projectId, claim }: { projectId: string; claim: Claim | null }) {
  const isMine = claim?.isMine === true
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-14 text-quiet">
        {claim
          ? `${isMine ? 'You are looking' : `${claim.by} is looking`} at this until ${timeOf(claim.until)}.`
          : 'Nobody is looking at this yet.'}
      </span>
      {(!claim || isMine) && (
        <ActionButton
          submit={{ claim: isMine ? 'give back' : 'take' }}
          action={`/admin/projects/${projectId}/claim`}
          tone="link"
          size="small"
        >
          {isMine ? 'Give Back' : 'Claim'}
        </ActionButton>
      )}
    </span>
  )
}

/** Claims a project, or gives the claim back. */
export const clientAction = formAction('Failed to claim the project', async ({ api, form, params }) => {
  await (textIn(form, 'claim') === 'take'
    ? api.verification.claim({ params })
    : api.verification.unclaim({ params }))
})

/**
 * The button that opens the next project of a view of the queue, also with the key N: 'Skip' puts the present one,
 * which waits, off.
 */
export function NextButton({ projectId, isWaiting, view }: NextButtonProps) {
  const next = useNextProject(view)
  const skip = useAction<{ note: string }>({
    action: `/admin/projects/${projectId}${viewSearch(view)}`,
  })
  const by = isWaiting ? skip : next.by
  const fields = isWaiting ? { intent: 'skip' } : next.fields
  const note = by.answer?.note
  useAnnouncement(note ?? '')
  const goOn = useEffectEvent(() => by.pending || by.send(fields))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return
      goOn()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <ActionButton by={by} submit={fields} tone="quiet" aria-keyshortcuts="n">
        {isWaiting ? 'Skip' : 'Next Project'} <kbd className="text-13 font-sans">N</kbd>
      </ActionButton>
      {note && <span className="text-14 text-quiet">{note}</span>}
      <Failure>{by.failure}</Failure>
    </span>
  )
}

interface NextButtonProps {
  projectId: string
  /** Whether the project waits for a decision. */
  isWaiting: boolean
  view: QueueView
}

/** The action that claims the next project of a view and leads to it; the answer's `note` says that nothing is left. */
export function useNextProject(view: QueueView) {
  const by = useAction<{ note: string }>({ action: '/admin/verification' })
  return { by, fields: { ...view } }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a waiting time: minutes in the first hour, hours in the first two days, then days. `now` is in ms. */
export function ageOf(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since))
  if (age < hour) return counted(Math.floor(age / minute), 'minute')
  if (age < 2 * day) return counted(Math.floor(age / hour), 'hour')
  return counted(Math.floor(age / day), 'day')
}

/** Formats the time of day in the reader's time zone. */
export const timeOf = (date: string): string =>
  new Date(date).toLocaleTimeString('en-IN', { hour: '2-digit', minute: '2-digit', hour12: false })
