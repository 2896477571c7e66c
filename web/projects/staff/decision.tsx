import { clsx } from 'clsx'
import { type RefObject, useEffect, useState } from 'react'
import { useNavigate, useSubmit } from 'react-router'

import { mayMove } from '#contract/kit/transitions.ts'
import { ProjectEdit } from '#contract/projects/edits.ts'
import { type Finding, type Findings, isExplained } from '#contract/projects/findings.ts'
import type { Project } from '#contract/projects/project.ts'
import type { OwnRunRecord } from '#contract/projects/runs.ts'
import { evidenceOf, needsReason, similarFrom } from '#contract/projects/staff/evidence.ts'
import type { Similarity } from '#contract/projects/staff/similarity.ts'
import { type Claim, type QueueView, undoSeconds } from '#contract/projects/staff/verification.ts'
import {
  notesMissing,
  verificationTransitions,
  type VerificationStatus,
} from '#contract/projects/verification.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { fieldError, textIn } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { groupBy } from '../../ui/group-by.ts'
import { Checkbox, TextArea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { newestRun, type Runs } from '../use-runs.ts'
import { shareText, viewIn, viewSearch } from './queue-view.tsx'

/** Sends a decision, then claims the next project of the view where the decided one was waiting. */
export const decideAction = formAction<Decided>(
  'Failed to update project',
  async ({ api, form, params, request }) => {
    const verificationStatus = textIn(form, 'decision') as VerificationStatus
    const verificationNotes = textIn(form, 'verificationNotes')
    if (!verificationNotes && verificationStatus !== 'approved')
      throw fieldError('verificationNotes', notesMissing)
    const verificationOverride = textIn(form, 'verificationOverride')
    const { project } = await api.projects.update({
      params,
      body: {
        verificationStatus,
        verificationNotes,
        staffNote: textIn(form, 'staffNote'),
        ...(verificationOverride && { verificationOverride }),
        takesOffSale: form.has('takesOffSale'),
        basedOn: textIn(form, 'basedOn'),
        ...(form.has('seenRun') && { seenRun: textIn(form, 'seenRun') || null }),
      },
    })
    const notice = decisionNotices[verificationStatus] ?? 'Saved'
    const isOff = verificationStatus !== 'approved' && form.has('takesOffSale')
    const decided = `${notice}${isOff ? ', and taken off sale' : ''}: “${project.title}”.`
    if (!form.has('isWaiting')) return { decided }
    const query = viewIn(new URL(request.url).searchParams)
    const { _id } = await api.verification.next({ query }).catch(() => ({ _id: undefined }))
    return { decided, ...(_id !== undefined && { next: _id }) }
  },
)

interface Decided {
  /** A sentence about the decision. */
  decided: string
  /** The id of the next project, claimed; null when none is left. Undefined when the page stays. */
  next: string | null
}

const decisionNotices: Partial<Record<VerificationStatus, string>> = {
  approved: 'Approved and listed',
  needs_changes: 'Sent back with your notes',
  rejected: 'Rejected with your notes',
}

interface DecisionProps {
  project: Project
  claim: Claim | null
  /** Whether the project waits for a decision. */
  isWaiting: boolean
  view: QueueView
  findings: Findings | undefined
  similarity: Similarity | undefined
  /** Its runs; undefined until they are loaded. */
  runs: Runs | undefined
}

/**
 * The form for the decision on a project: reasons, notes, and the buttons. After it the next project opens, with Undo
 * in a notice.
 */
export function Decision(props: DecisionProps) {
  const { project, claim, isWaiting, view, findings, similarity, runs } = props
  const { _id, hasFiles, releaseNumber, verificationStatus, updatedAt, recall } = project
  const run = newestRun(runs, releaseNumber)
  const navigate = useNavigate()
  const submit = useSubmit()
  const search = viewSearch(view)
  const form = useActionForm<keyof typeof constraints, Decided>(constraints, {
    draft: `decision on ${_id}`,
    onDone: ({ decided = '', next }) => {
      const undo = () => void submit(null, { method: 'post', action: `/admin/projects/${_id}/undo${search}` })
      notify(decided, { tone: 'done', seconds: undoSeconds, action: { label: 'Undo', press: undo } })
      if (next !== undefined)
        void navigate(next === null ? `/admin/verification${search}` : `/admin/projects/${next}${search}`)
    },
  })
  const isReady = useIsReady()
  const isTaken = claim !== null && !claim.isMine
  const isChecking = findings?.state === 'waiting' || similarity?.state === 'waiting'
  const override = form.field('verificationOverride')
  const asksReason =
    hasFiles && (needsReason(evidenceOf(findings, similarity, run?.outcome)) || override.error !== undefined)
  const offered = decisions.filter(({ value }) =>
    mayMove(verificationTransitions, { from: verificationStatus, to: value, by: 'staff' }),
  )
  return (
    <Sheet as="section" aria-label="Decision">
      <ActionForm form={form} intent="decide" className="flex flex-col gap-4 p-4 sm:p-5">
        <input type="hidden" name="basedOn" value={updatedAt} />
        {runs && <input type="hidden" name="seenRun" value={run?._id ?? ''} />}
        {isWaiting && <input type="hidden" name="isWaiting" value="yes" />}
        {/* Scrolls by itself where the window is too low, so that nothing stays under the bar. */}
        <div className="flex flex-col gap-4 lg:-mx-5 lg:-my-1 lg:max-h-[calc(100dvh-15rem)] lg:overflow-y-auto lg:px-5 lg:py-1">
          {isTaken && (
            <Callout tone="waiting">{`${claim.by} is looking at this project. You can decide when they are done.`}</Callout>
          )}
          {!hasFiles && (
            <Callout tone="waiting">
              {recall
                ? 'Its release was recalled. It can be approved once the owner has uploaded another.'
                : 'No files are uploaded yet, so it cannot be approved.'}
            </Callout>
          )}
          {hasFiles && isChecking && (
            <Callout>The files are being checked and compared. You can approve once that is done.</Callout>
          )}
          {asksReason && (
            <Field
              label="Why approve it all the same"
              hint="Needed: something is marked red, or only its owner calls it harmless. It stands in the history and the audit log"
              {...override}
            >
              <TextArea className="min-h-11!" />
            </Field>
          )}
          <Reasons findings={findings} similarity={similarity} run={run} form={form.ref} />
          <Field
            label="Notes for the owner"
            hint="Needed unless you approve"
            {...form.field('verificationNotes')}
          >
            <TextArea className="min-h-20!" />
          </Field>
          <Field
            label="For staff only"
            hint="In the history; the owner never reads it"
            {...form.field('staffNote')}
          >
            <TextArea className="min-h-11!" />
          </Field>
          <TakesOffSale project={project} />
        </div>
        <div className="decision-bar border-rule bg-sheet bottom-0 flex flex-wrap gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:z-20 max-lg:flex-nowrap max-lg:border-t max-lg:px-4 max-lg:py-3 lg:sticky lg:-mx-5 lg:-mb-5 lg:rounded-b-[5px] lg:border-t lg:px-5 lg:py-3">
          {offered.map(({ value, label, tone }) => (
            <Button
              key={value}
              type="submit"
              name="decision"
              value={value}
              tone={tone}
              pending={form.sent?.get('decision') === value}
              disabled={
                isTaken ||
                !isReady ||
                form.pending ||
                (value === 'approved' && (!hasFiles || isChecking || !findings || !similarity))
              }
              className={clsx(
                value === 'approved' ? 'max-lg:flex-auto max-lg:px-2! lg:w-full' : 'flex-auto px-2!',
                value === 'rejected' && 'text-stopped!',
              )}
            >
              {label}
            </Button>
          ))}
        </div>
      </ActionForm>
    </Sheet>
  )
}

/** The tick that takes what is on sale off with a change that is sent back; nothing without both. */
export function TakesOffSale({ project: { edition, hasWaitingChanges } }: { project: Project }) {
  if (!edition?.isOnSale || !hasWaitingChanges) return null
  return (
    <Checkbox
      name="takesOffSale"
      label="Take it off sale too"
      hint={`With Request Changes or Reject. Without it edition ${edition.number} stays on sale`}
    />
  )
}

const decisions = [
  { value: 'approved', label: 'Approve', tone: 'primary' },
  { value: 'needs_changes', label: 'Request Changes', tone: 'quiet' },
  { value: 'rejected', label: 'Reject', tone: 'quiet' },
] as const

const constraints = constraintsOf(ProjectEdit)

/**
 * Returns false in the first moment after a project has opened, so that the second click of a double click on the one
 * before does not decide on it.
 */
function useIsReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 600)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}

/**
 * Reasons as chips, each of which is added to the notes: that it is a copy, each kind of finding that is open or only
 * explained, and the common ones.
 */
function Reasons({ findings, similarity, run, form }: ReasonsProps) {
  const all = findings?.findings ?? []
  const open = all.filter(({ waiver, kind, isBlocking }) => !waiver && (isBlocking || kind !== 'note'))
  const found = groupBy([...all.filter(isExplained), ...open].slice(0, maxFindings), ({ title }) => title)
  const reasons = [
    ...copyReasons(similarity),
    ...found.map(([title, same]) => ({
      label: same.length > 1 ? `${title} (${same.length})` : title,
      text: [...same.map(whereAndWhat), ...new Set(same.map(({ advice }) => advice))].join(' '),
    })),
    ...(run?.outcome === 'failed'
      ? [
          {
            label: 'Did not run',
            text: `We have started it, and it did not run: ${[run.reason, run.advice].filter(Boolean).join(' ')}`,
          },
        ]
      : []),
    ...commonReasons,
  ]
  const addReason = (text: string) => {
    const notes = form.current?.querySelector<HTMLTextAreaElement>('textarea[name=verificationNotes]')
    if (!notes || notes.value.includes(text)) return
    notes.value = notes.value.trim() ? `${notes.value.trim()}\n\n${text}` : text
    notes.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <ul aria-label="Reasons" className="flex flex-wrap gap-1.5">
      {reasons.map(({ label, text }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            onClick={() => addReason(text)}
            className="border-edge bg-sheet hover:border-ink text-14 inline-flex min-h-11 max-w-full items-center rounded-full border px-3 py-1 text-left [overflow-wrap:anywhere] pointer-fine:min-h-8"
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ReasonsProps extends Pick<DecisionProps, 'findings' | 'similarity'> {
  /** The newest record of its newest release. */
  run: OwnRunRecord | undefined
  form: RefObject<HTMLFormElement | null>
}

/** The reason that a project is a copy of a listing of another owner, with what was found. */
function copyReasons(similarity: Similarity | undefined) {
  const copied = similarity?.copied
  if (!copied || copied.share < similarFrom) return []
  const passages = similarity.similar.find(({ projectId }) => projectId === copied.projectId)?.passages
  return [
    {
      label: `Copy of ${copied.title}`,
      text: `${shareText(copied.share)} of the code is also in “${copied.title}” of another owner${passages ? `, in ${passages} passages` : ''}; names, comments and order do not count. You may sell only your own work. If this is your own, tell us how we can see that.`,
    },
  ]
}

const whereAndWhat = ({ file, line, message }: Finding) =>
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
