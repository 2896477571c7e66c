import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import { counted } from '#contract/format.ts'
import type { Claim } from '#contract/projects/staff/verification.ts'
import { verificationMoves, type VerificationStatus } from '#contract/projects/verification.ts'

import { ActionButton, formAction, useAction } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import { addressFor, useReadFindings } from '../findings/findings-sheet.tsx'

/** The buttons for the decisions that staff can make in the present status of a project. */
export function VerdictButtons({ status, verdict, canApprove, isTaken }: VerdictButtonsProps) {
  const offered = ({ value }: { value: VerificationStatus }) =>
    verificationMoves[status][value]?.includes('staff') === true
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-4">
      {verdicts.filter(offered).map(({ value, label, tone }) => (
        <Button
          key={value}
          type="submit"
          name="verdict"
          value={value}
          tone={tone}
          pending={verdict === value}
          disabled={isTaken || (value === 'approved' && !canApprove)}
          className={tone === 'danger' || value === 'needs_changes' ? 'grow' : 'w-full'}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

const verdicts = [
  { value: 'approved', label: 'Approve', tone: 'primary' },
  { value: 'needs_changes', label: 'Request Changes', tone: 'quiet' },
  { value: 'rejected', label: 'Reject', tone: 'danger' },
  { value: 'under_review', label: 'Mark as Under Review', tone: 'quiet' },
] as const

type VerdictButtonsProps = {
  status: VerificationStatus
  /** The verdict that is being sent. */
  verdict: unknown
  canApprove: boolean
  isTaken: boolean
}

/** Reasons to send a project back: one for each kind of open finding in a file, then the common ones. A click adds one to the notes of the form. */
export function CannedReasons({
  projectId,
  form,
}: {
  projectId: string
  form: RefObject<HTMLFormElement | null>
}) {
  const open = (useReadFindings(addressFor('staff', projectId))?.findings?.findings ?? []).filter(
    ({ waiver }) => !waiver,
  )
  const found = Map.groupBy(open.slice(0, maxFindings), ({ title, file }) => `${title}, ${file}`)
  const reasons = [...found].map(([label, findings]) => ({
    label,
    text: [...findings.map(whereAndWhat), ...new Set(findings.map(({ advice }) => advice))].join(' '),
  }))
  const addReason = (text: string) => {
    const notes = form.current?.querySelector<HTMLTextAreaElement>('textarea[name=verificationNotes]')
    if (!notes || notes.value.includes(text)) return
    notes.value = notes.value.trim() ? `${notes.value.trim()}\n\n${text}` : text
    notes.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <details>
      <summary className="opener">Write a reason for me</summary>
      <ul className="flex flex-wrap gap-2 pb-2">
        {[...reasons, ...commonReasons].map(({ label, text }) => (
          <li key={label} className="max-w-full">
            <Button
              tone="quiet"
              size="small"
              className="max-w-full text-left [overflow-wrap:anywhere]"
              onClick={() => addReason(text)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const whereAndWhat = ({ file, line, message }: { file: string; line: number | null; message: string }) =>
  `${file}${line === null ? '' : `, line ${line}`}: ${message}`

const maxFindings = 12

const commonReasons = [
  {
    label: 'Does not start',
    text: 'We followed your README and the project did not start. Please say which steps and versions are needed, and test them on another computer.',
  },
  {
    label: 'README too short',
    text: 'Please write in the README what has to be installed, how the database is set up, and how the project is started.',
  },
  {
    label: 'Pictures show something else',
    text: 'The pictures do not show this project. Please add screenshots of the project as it runs.',
  },
  {
    label: 'Description does not fit',
    text: 'The description promises what we did not find in the files. Please describe what is there.',
  },
  {
    label: 'Demo link is dead',
    text: 'The demo link does not open. Please fix it or remove it.',
  },
]

/** The claim on a project, with the button to claim it or to give it back. */
export function ClaimNote({ projectId, claim }: { projectId: string; claim: Claim | null }) {
  const isMine = claim?.isMine === true
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p className="text-14 text-quiet">
        {claim
          ? `${isMine ? 'You are looking' : `${claim.by} is looking`} at this until ${timeOf(claim.until)}.`
          : 'Nobody is looking at this yet.'}
      </p>
      {(!claim || isMine) && (
        <ActionButton
          submit={{ claim: isMine ? 'give back' : 'take' }}
          action={`/admin/projects/${projectId}/claim`}
          tone="quiet"
          size="small"
        >
          {isMine ? 'Give Back' : 'Claim'}
        </ActionButton>
      )}
    </div>
  )
}

/** A button that opens the next waiting project, also with the key N. It gets the focus after a decision, so that Enter presses it. */
export function NextProject({ isDecided }: { isDecided: boolean }) {
  const { note, by } = useNextProject()
  const place = useRef<HTMLDivElement>(null)
  const takeNext = useEffectEvent(() => by.pending || by.send({}))
  useEffect(() => {
    if (isDecided) place.current?.querySelector('button')?.focus()
  }, [isDecided])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return
      takeNext()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div ref={place} className="flex flex-col gap-2">
      <ActionButton by={by} submit={{}} tone={isDecided ? 'primary' : 'quiet'} wide aria-keyshortcuts="n">
        Next Project <kbd className="text-13 font-mono">N</kbd>
      </ActionButton>
      <output className="text-14 text-quiet">{note}</output>
    </div>
  )
}

/** The action that claims the next waiting project and leads to it; `note` says why it did not. */
export function useNextProject() {
  const by = useAction<{ note: string }>({ action: '/admin/verification', onFailed: () => {} })
  return { by, note: by.answer?.note ?? by.answer?.message }
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

/** Returns whether the check of the files allows an approval, and a notice with the reason when it does not. When the files could not be checked, staff have to confirm first. */
export function useApprovalGate(projectId: string): { isOpen: boolean; notice: ReactNode } {
  const read = useReadFindings(addressFor('staff', projectId))
  const [isAccepted, setAccepted] = useState(false)
  if (!read) return { isOpen: false, notice: null }
  const { findings } = read
  if (findings?.state === 'waiting')
    return {
      isOpen: false,
      notice: <Callout>The files are being checked. You can approve once that is done.</Callout>,
    }
  if (findings?.state === 'failed')
    return {
      isOpen: isAccepted,
      notice: (
        <div>
          <Callout tone="waiting">
            The files could not be checked by machine. Look at them yourself before you approve.
          </Callout>
          <Checkbox
            name="approveUnchecked"
            label="Approve without the check"
            checked={isAccepted}
            onChange={({ target }) => setAccepted(target.checked)}
          />
        </div>
      ),
    }
  if (findings?.isBlocked)
    return {
      isOpen: false,
      notice: (
        <Callout tone="stopped" title="Cannot be approved yet">
          The owner has to remove or explain what is listed first under{' '}
          <a href="#findings" className="link-rule">
            What we found
          </a>
          .
        </Callout>
      ),
    }
  return { isOpen: true, notice: null }
}

/** Claims a project, or gives the claim back. */
export const clientAction = formAction('Failed to claim the project', async ({ api, form, params }) => {
  await (textIn(form, 'claim') === 'take' ? api.desk.claim({ params }) : api.desk.unclaim({ params }))
})
