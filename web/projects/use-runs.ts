import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import type { OwnRunRecord, runs as calls } from '#contract/projects/runs.ts'

import type { StatusTone } from '../ui/status.tsx'

/** The run records of a project, and the runs that have not ended. */
export type Runs = Reply<typeof calls.list>

type RunsReply = { runs: Runs; problem?: undefined } | { problem: string; runs?: undefined }

/** The address of the route with the runs of a project, for its owner or for staff. */
export const runsAddress = (as: 'owner' | 'staff', projectId: string) =>
  `/${as === 'owner' ? 'owner' : 'admin'}/projects/${projectId}/runs`

/** Loads the runs of an address, and again every few seconds while one waits or is running. */
export function useRuns(address: string) {
  const { data, load, state } = useFetcher<RunsReply>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  const open = data?.runs?.open ?? []
  const seconds = open.length === 0 ? 0 : open.some((run) => run.state === 'running') ? 3 : 10
  useEffect(() => {
    if (seconds === 0 || state !== 'idle') return undefined
    const timer = setTimeout(() => void load(address), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, state, load, address])
  const { runs, problem } = data ?? {}
  return { runs, problem, retry: () => void load(address) }
}

/** Returns the runs that `useRuns` loaded, for another part of the page; undefined until then. */
export const useLoadedRuns = (address: string): Runs | undefined =>
  useFetcher<RunsReply>({ key: address }).data?.runs

/** Tells whether there is anything to say of a project's runs: a record, a run to come, or a machine that could run it. */
export const hasRuns = ({ runs, open, hasRunner }: Runs): boolean =>
  hasRunner || runs.length > 0 || open.length > 0

/** The newest record that says something of the release that is edited now; undefined before there is one. */
export const newestRun = (runs: Runs | undefined, release: number | null): OwnRunRecord | undefined =>
  runs?.runs.find((run) => run.release === release && !run.machineFailed)

/** What the runs of a project came to, in a word. */
export function runStatus({ runs, open }: Runs, release: number | null): { tone: StatusTone; word: string } {
  const [first] = open
  if (open.some(({ state }) => state === 'running')) return { tone: 'neutral', word: 'Running' }
  if (first) return { tone: 'neutral', word: 'Waiting' }
  const newest = runs.find((run) => run.release === release)
  if (!newest) return { tone: 'neutral', word: 'Not run yet' }
  if (newest.machineFailed) return { tone: 'waiting', word: 'Our machine failed' }
  return outcomeStatus[newest.outcome]
}

const outcomeStatus = {
  ran: { tone: 'verified', word: 'Ran' },
  failed: { tone: 'stopped', word: 'Did not run' },
  not_tried: { tone: 'neutral', word: 'Not tried' },
} as const
