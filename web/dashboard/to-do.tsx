import { clsx } from 'clsx'
import { Link } from 'react-router'

import type { ToDo } from '#contract/dashboard/dashboard.ts'
import { counted, day, formatCount, inRupees, minute } from '#contract/kit/format.ts'

import { storedAdmin } from '../shell/session/staff-session.ts'
import { Icon } from '../ui/icon.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Status, StatusDot, type StatusTone } from '../ui/status.tsx'

/**
 * The tasks that wait for staff, each with its count and a link; those with a count of zero are left out. Where people
 * wait comes first, the one who has waited longest at the top, then what the shop itself needs.
 */
export function ToDoToday({ toDo }: { toDo: ToDo }) {
  const isSuperAdmin = storedAdmin()?.role === 'super_admin'
  const lines = [...peopleLines(toDo).sort(longestFirst), ...strandedLines(toDo), ...shopLines(toDo)].filter(
    ({ count }) => count === true || count > 0,
  )
  return (
    <Sheet as="section" aria-label="To do today">
      <SheetHead title="To do today" />
      {lines.length === 0 && (
        <p className="p-4 sm:p-5">
          <Status tone="verified">Nothing waits for staff.</Status>
        </p>
      )}
      <ul className="divide-rule divide-y">
        {lines.map((line) => (
          <li key={line.what}>
            {line.forSuperAdmins && !isSuperAdmin ? (
              <div className={lineLook}>
                <LineWords line={line} />
              </div>
            ) : (
              <Link to={line.to} className={clsx(lineLook, 'hover:bg-ground')}>
                <LineWords line={line} />
                <Icon name="chevron-right" className="text-quiet size-5" />
              </Link>
            )}
          </li>
        ))}
      </ul>
      <MoneyFacts {...toDo} />
    </Sheet>
  )
}

const lineLook = 'flex min-h-13 items-center gap-3 px-4 py-2 sm:px-5'

const LineWords = ({ line: { count, what, detail, tone = 'waiting' } }: { line: Line }) => (
  <>
    <StatusDot tone={tone} />
    <span className="min-w-0 flex-1">
      <span className="font-semibold">
        {count !== true && (
          <>
            <span className="tabular-nums">{formatCount(count)}</span>{' '}
          </>
        )}
        <span>{what}</span>
      </span>
      {detail && <span className="text-14 text-quiet block sm:ml-3 sm:inline">{detail}</span>}
    </span>
  </>
)

/** The state of the ledger and of reconciliation, shown even when there is nothing to do. */
function MoneyFacts({ ledger, reconciled }: Pick<ToDo, 'ledger' | 'reconciled'>) {
  if (!ledger && !reconciled) return null
  return (
    <p className="border-rule text-14 text-quiet flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-3 sm:px-5">
      {ledger?.faults === 0 && ledger.checkedAt && !ledger.isOverdue && (
        <Status tone="verified" className="whitespace-normal!">
          Ledger in order, checked {minute(ledger.checkedAt)}
        </Status>
      )}
      {reconciled && (
        <span>
          The payment service confirmed {percent(reconciled.share)} of {inRupees(reconciled.paid)} paid in 30
          days{speedText(reconciled)}.
          {reconciled.open > 0 && <span>{` ${counted(reconciled.open, 'more payment')} waiting.`}</span>}
        </span>
      )}
    </p>
  )
}

/** Formats a share as a percentage, rounded down so that only a full share reads as 100%. */
const percent = (share: number) => `${Math.floor(share * 1000) / 10}%`

function speedText({ medianSeconds, slowestSeconds }: NonNullable<ToDo['reconciled']>): string {
  if (medianSeconds === null || slowestSeconds === null) return ''
  return `, half of the payments within ${durationText(medianSeconds)}, the slowest after ${durationText(slowestSeconds)}`
}

function durationText(seconds: number): string {
  if (seconds < 120) return counted(Math.round(seconds), 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

/**
 * Seconds after which an unconfirmed payment points to an error; normally a payment is confirmed a minute after it
 * was paid.
 */
const lateAfterSeconds = 1800

/** Returns what a person waits for, each with the time since which the longest waits. */
const peopleLines = ({
  projects,
  oldestProject,
  refunds,
  recallRefunds,
  payouts,
  heldPayments,
  disputes,
  help,
  messages,
  complaints,
  held,
  runs = { count: 0, oldest: null },
  reconciled,
}: ToDo): PersonLine[] => [
  {
    to: '/admin/orders',
    count: reconciled && (reconciled.oldestSeconds ?? 0) > lateAfterSeconds ? reconciled.open : 0,
    since: reconciled && new Date(Date.now() - 1000 * (reconciled.oldestSeconds ?? 0)).toISOString(),
    what: `${reconciled?.open === 1 ? 'payment' : 'payments'} not confirmed`,
    detail: `The payment service has not confirmed the oldest for ${durationText(reconciled?.oldestSeconds ?? 0)}.`,
    tone: 'stopped',
  },
  {
    to: '/admin/verification',
    count: projects,
    since: oldestProject && oldestProject.waitingSince,
    what: `${projects === 1 ? 'project' : 'projects'} to verify`,
    detail: oldestProject && `“${oldestProject.title}” has waited ${ageOf(oldestProject.waitingSince)}.`,
  },
  {
    to: '/admin/refunds',
    count: refunds.count,
    since: refunds.oldest,
    what: `${refunds.count === 1 ? 'refund' : 'refunds'} to decide`,
    detail: waitedText(refunds),
  },
  {
    to: `/admin/projects/${recallRefunds.oldest?._id}/recall`,
    count: recallRefunds.count,
    since: recallRefunds.oldest && recallRefunds.oldest.since,
    what: `${recallRefunds.count === 1 ? 'refund' : 'refunds'} of a recall to confirm`,
    detail:
      recallRefunds.oldest &&
      `${inRupees(recallRefunds.amount)}, first those of “${recallRefunds.oldest.title}”. They take two people.`,
  },
  {
    to: '/admin/payouts',
    count: payouts.count,
    since: payouts.oldest,
    what: `${payouts.count === 1 ? 'payout' : 'payouts'} to approve`,
    detail: waitedText(payouts),
  },
  {
    to: '/admin/payments/held',
    count: heldPayments.count,
    since: heldPayments.oldest,
    what: `held ${heldPayments.count === 1 ? 'payment' : 'payments'} to decide`,
    detail: 'The money came or went otherwise than it was asked for.',
    tone: 'stopped',
  },
  {
    to: '/admin/disputes',
    count: disputes.count,
    since: disputes.oldest,
    what: `open ${disputes.count === 1 ? 'dispute' : 'disputes'}`,
  },
  {
    to: '/admin/help',
    count: help.count,
    since: help.oldest,
    what: `${help.count === 1 ? 'help request' : 'help requests'} for staff`,
    detail: waitedText(help),
  },
  {
    to: '/admin/help?state=open',
    count: help.late,
    since: help.oldest,
    what: `${help.late === 1 ? 'help request' : 'help requests'} with a late answer`,
    detail: 'Of owners and of staff.',
    tone: 'stopped',
  },
  {
    to: '/admin/contacts?status=unread',
    count: messages.count,
    since: messages.oldest,
    what: `unread ${messages.count === 1 ? 'message' : 'messages'}`,
    detail: waitedText(messages),
  },
  {
    to: '/admin/complaints',
    count: complaints.count,
    since: complaints.oldest,
    what: `${complaints.count === 1 ? 'complaint' : 'complaints'} to decide`,
    detail:
      complaints.late > 0
        ? `${complaints.late} too late`
        : complaints.nextDue && `the next by ${minute(complaints.nextDue)}`,
    tone: complaints.late > 0 ? 'stopped' : 'waiting',
  },
  {
    to: '/admin/held',
    count: held.count,
    since: held.oldest,
    what: `held ${held.count === 1 ? 'text' : 'texts'} to read`,
    detail: 'Nobody else reads them before you publish them.',
  },
  {
    to: '/admin/runs',
    count: runs.count,
    since: runs.oldest,
    what: `${runs.count === 1 ? 'run' : 'runs'} to look at`,
    detail: 'Buyers see what was shown before until you decide.',
  },
]

const waitedText = ({ oldest }: ToDo['refunds']) => oldest && `The oldest has waited ${ageOf(oldest)}.`

const longestFirst = (one: PersonLine, other: PersonLine) =>
  Date.parse(one.since ?? '9999-01-01') - Date.parse(other.since ?? '9999-01-01')

/** Returns what the shop itself needs; what is due every three months comes last. */
const shopLines = ({ missingIdentity, reminderDueSince, failedJobs, ledger }: ToDo): Line[] => [
  {
    to: '/admin/settings?section=identity',
    count: missingIdentity.length > 0 ? true : 0,
    what: 'The law asks who runs the shop',
    detail: `Still empty: ${missingIdentity.join(', ')}.`,
    tone: 'stopped',
  },
  {
    to: '/admin/settings?section=system',
    count: ledger?.isOverdue ? true : 0,
    what: ledger?.checkedAt
      ? `The ledger has not been checked since ${minute(ledger.checkedAt)}`
      : 'The ledger has never been checked',
    detail: ledger?.failure ? 'The last check did not end.' : 'The job that checks it does not run.',
    tone: 'stopped',
  },
  {
    to: '/admin/settings?section=system',
    count: ledger?.faults ?? 0,
    what: 'faults in the ledger',
    detail: 'The last check found them.',
    tone: 'stopped',
  },
  {
    to: '/admin/settings?section=system',
    count: failedJobs,
    what: `${failedJobs === 1 ? 'job' : 'jobs'} given up`,
    detail: 'in the last 7 days',
    tone: 'stopped',
  },
  {
    to: '/admin/notices?kind=rules',
    count: reminderDueSince ? true : 0,
    what: 'Remind all members of the rules',
    detail:
      reminderDueSince && `Due every three months, since ${day(reminderDueSince)}. A super admin sends it.`,
    forSuperAdmins: true,
  },
]

/** Returns a line for each account at a payment service that took money and is no longer set up. */
const strandedLines = ({ stranded }: ToDo): Line[] =>
  stranded.map(({ gateway, key, payments, refunds, disputes }) => ({
    to: '/admin/orders',
    count: payments + refunds + disputes,
    what: `waiting for ${gateway}${key && key !== gateway ? ` (${key})` : ''}, which is not set up`,
    detail: [
      payments > 0 && counted(payments, 'payment'),
      refunds > 0 && counted(refunds, 'refund'),
      disputes > 0 && counted(disputes, 'dispute'),
    ]
      .filter(Boolean)
      .join(', '),
    tone: 'stopped',
  }))

function ageOf(since: string): string {
  const hours = Math.floor((Date.now() - Date.parse(since)) / 3_600_000)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')
}

interface Line {
  to: string
  /** The number, or true where there is nothing to count. */
  count: number | true
  what: string
  detail?: string | null
  tone?: StatusTone
  /** Whether only super admins may open the page it leads to. */
  forSuperAdmins?: true
}

/** A line about people who wait; `since` is an ISO date, null where nobody does or it is unknown. */
type PersonLine = Line & { since: string | null }
