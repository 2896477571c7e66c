import { useRevalidator } from 'react-router'

import type { SystemInfo } from '#contract/dashboard/dashboard.ts'
import { counted, formatCount, minute } from '#contract/kit/format.ts'

import { ActionButton, useAction } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'

/** The state of the system: jobs, email, ledger, versions and storage. */
export function SystemSheet({ info }: { info: SystemInfo }) {
  const { revalidate, state } = useRevalidator()
  const { jobs, mail, ledger, storage } = info
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <Sheet as="section" aria-label="Work">
        <SheetHead
          title="Work"
          actions={
            <Button tone="quiet" size="small" pending={state === 'loading'} onClick={() => void revalidate()}>
              Refresh
            </Button>
          }
        />
        <FactRows
          className="px-4 sm:px-5"
          facts={[
            { term: 'Jobs waiting', value: known(jobs.waiting) },
            { term: 'Jobs being done', value: known(jobs.active) },
            {
              term: 'Jobs given up in 7 days',
              value: (
                <Status tone={jobs.givenUpLastWeek > 0 ? 'stopped' : 'verified'}>
                  {formatCount(jobs.givenUpLastWeek)}
                </Status>
              ),
            },
            {
              term: 'Email goes to',
              value: mail.goesTo === 'smtp' ? 'the mail server' : 'the terminal and a folder, to nobody else',
            },
            { term: 'Emails waiting', value: known(mail.waiting) },
            { term: 'Emails sent in 24 hours', value: formatCount(mail.sentLastDay) },
            { term: 'Addresses whose email came back', value: formatCount(mail.blockedAddresses) },
            {
              term: 'Ledger',
              value: ledger ? (
                <>
                  <Status tone={ledger.faults > 0 || ledger.isOverdue ? 'stopped' : 'verified'}>
                    {ledger.faults > 0
                      ? counted(ledger.faults, 'fault')
                      : ledger.isOverdue
                        ? 'not checked'
                        : 'in order'}
                  </Status>
                  <span className="text-14 text-quiet block">
                    {`${ledger.checkedAt ? `last checked ${minute(ledger.checkedAt)}` : 'never checked'}${ledger.failure ? `; the last check did not end: ${ledger.failure}` : ''}`}
                  </span>
                </>
              ) : (
                'not checked yet'
              ),
            },
          ]}
        />
      </Sheet>
      <MailTest />
      <Sheet as="section" aria-label="Machine">
        <SheetHead title="Machine" />
        <FactRows
          className="px-4 sm:px-5"
          facts={[
            { term: 'Readymade', value: `${info.version}, ${info.mode} mode` },
            { term: 'Node.js', value: info.nodeVersion },
            { term: 'PostgreSQL', value: info.databaseVersion },
            { term: 'Running for', value: duration(info.uptimeSeconds) },
            { term: 'Memory of this process', value: size(info.memoryBytes) },
            { term: 'Database', value: size(info.databaseBytes) },
            {
              term: 'Source files and archives',
              value: `${size(storage.sourceBytes)} ${storage.kind === 'disk' ? 'on the disk' : 'in the S3 store'}`,
            },
            { term: 'Last backup', value: <LastBackup backup={info.lastBackup} /> },
          ]}
        />
      </Sheet>
    </div>
  )
}

function LastBackup({ backup }: { backup: SystemInfo['lastBackup'] }) {
  if (!backup) return <Status tone="waiting">never</Status>
  const { madeAt, folder, rows, files, bytes, missing } = backup
  return (
    <>
      <Status tone={missing > 0 ? 'stopped' : 'verified'}>{minute(madeAt)}</Status>
      <span className="text-14 text-quiet block break-words">
        {counted(rows, 'row')} and {counted(files, 'file')} of {size(bytes)} in {folder}
        {missing > 0 && <span>{`; ${counted(missing, 'file')} could not be read`}</span>}
      </span>
    </>
  )
}

const known = (count: number | null) => (count === null ? 'not known' : formatCount(count))

function size(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length)
  return `${(bytes / 1000 ** step).toFixed(bytes / 1000 ** step < 10 ? 1 : 0)} ${units[step - 1]}`
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return counted(minutes, 'minute')
  return minutes < 48 * 60
    ? counted(Math.floor(minutes / 60), 'hour')
    : counted(Math.floor(minutes / 1440), 'day')
}

/** A button that sends an email to the staff member who presses it, with the result. */
function MailTest() {
  const by = useAction<{ outcome: string }>({ onFailed: () => {} })
  const { outcome, message } = by.answer ?? {}
  return (
    <Sheet as="section" aria-label="Email">
      <SheetHead title="Email" />
      <div className="flex flex-col items-start gap-4 p-4 sm:p-5">
        <p className="text-quiet max-w-(--container-text)">
          Sends one email to your own address, and says what the mail server answered.
        </p>
        {!by.pending && outcome && (
          <Callout tone="verified" shown>
            {outcome}
          </Callout>
        )}
        {!by.pending && message && (
          <Callout tone="stopped" shown>
            {message}
          </Callout>
        )}
        <ActionButton by={by} submit={{ intent: 'test-mail' }} tone="quiet" pendingText="Sending...">
          Send a Test Email
        </ActionButton>
      </div>
    </Sheet>
  )
}
