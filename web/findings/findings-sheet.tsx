import { type ReactNode, useEffect } from 'react'
import { useFetcher } from 'react-router'

import { day } from '#contract/kit/day.ts'
import type { Findings } from '#contract/projects/findings.ts'

import type { FormAnswer } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Status, type StatusTone } from '../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { Disclosure } from '../ui/overlay/disclosure.tsx'
import { useFindings } from './use-findings.ts'

/** The frame of what was found in a project's files: how far the check is, what it is worth, and another attempt when it failed. */
export function FindingsSheet({ address, renderFindings }: FindingsSheetProps) {
  const { findings, problem, retry } = useFindings(address)
  const now = findings && statusOf(findings)
  return (
    <Sheet as="section" id="findings" aria-label="What we found" className="scroll-mt-20">
      <SheetHead title="What we found">{now && <Status tone={now.tone}>{now.word}</Status>}</SheetHead>
      {problem !== undefined ? (
        <ErrorState as="h3" title={problem} onRetry={retry} />
      ) : !findings ? (
        <Loading text="Loading what was found..." className="p-4 sm:p-5">
          <Skeleton className="h-20" />
        </Loading>
      ) : findings.state === 'waiting' ? (
        <Loading text="The files are being checked..." className="p-4 sm:p-5">
          <p className="text-quiet mb-4">
            {findings.summary} You may leave this page; the result stays here.
          </p>
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="mt-3 h-3 w-1/2" />
        </Loading>
      ) : findings.state === 'failed' ? (
        <div className="p-4 sm:p-5">
          <Callout tone="waiting" title="The check failed" action={<Recheck address={address} />}>
            {findings.summary}
          </Callout>
        </div>
      ) : (
        <>
          <p className="text-14 text-quiet max-w-(--container-text) px-4 py-4 sm:px-5">
            {findings.summary}
            {findings.checkedAt && (
              <span className="text-13 mt-1 block font-mono">
                release {findings.release}, checked {day(findings.checkedAt)}
              </span>
            )}
          </p>
          {renderFindings(findings)}
          <Licences licences={findings.licences} />
        </>
      )}
    </Sheet>
  )
}

function Recheck({ address }: { address: string }) {
  const fetcher = useFetcher<FormAnswer & { done?: string }>()
  const { data } = fetcher
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
  }, [data])
  return (
    <fetcher.Form method="post" action={address}>
      <input type="hidden" name="intent" value="recheck" />
      <Button type="submit" tone="quiet" size="small" pending={fetcher.state !== 'idle'}>
        Check Again
      </Button>
    </fetcher.Form>
  )
}

function Licences({ licences }: Pick<Findings, 'licences'>) {
  if (licences.length === 0) return null
  return (
    <div className="border-rule border-t px-4 sm:px-5 [&>details]:border-b-0">
      <Disclosure title="Licences of copied code" detail={String(licences.length)}>
        <ul className="text-13 flex flex-col gap-1.5 font-mono">
          {licences.map(({ file, licence }) => (
            <li key={file} className="flex justify-between gap-4">
              <span className="min-w-0 break-all">{file}</span>
              <span className="text-quiet shrink-0">{licence}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

function statusOf({ state, findings, isBlocked }: Findings): { tone: StatusTone; word: string } | undefined {
  if (state === 'none') return undefined
  if (state === 'waiting') return { tone: 'neutral', word: 'Being checked' }
  if (state === 'failed') return { tone: 'waiting', word: 'Not checked' }
  const blocking = findings.filter((one) => one.isBlocking).length
  const open = findings.filter(({ waiver }) => !waiver).length
  if (isBlocked) return { tone: 'stopped', word: blocking > 0 ? `${blocking} to settle` : 'To settle' }
  if (open > 0) return { tone: 'waiting', word: `${open} to look at` }
  return { tone: 'verified', word: findings.length > 0 ? 'All explained' : 'Nothing found' }
}

interface FindingsSheetProps {
  address: string
  renderFindings: (findings: Findings) => ReactNode
}
