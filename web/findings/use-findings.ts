import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Findings } from '#contract/projects/findings.ts'

type Read = { findings: Findings; problem?: undefined } | { problem: string; findings?: undefined }

/** Where the findings of a project are read and changed, by whom they are shown to. */
export const addressFor = (as: 'owner' | 'staff', projectId: string) =>
  `/${as === 'owner' ? 'owner' : 'admin'}/projects/${projectId}/findings`

/** The findings behind an address, read here and again every two seconds while the check is under way. */
export function useFindings(address: string) {
  const { data, load, state } = useFetcher<Read>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  const isWaiting = data?.findings?.state === 'waiting'
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(() => void load(address), 2000)
    return () => clearTimeout(timer)
  }, [isWaiting, state, load, address])
  return { findings: data?.findings, problem: data?.problem, retry: () => void load(address) }
}

/** The same findings for another part of the page; undefined until they are read, or are known to be unreadable. */
export const useReadFindings = (address: string): Read | undefined => useFetcher<Read>({ key: address }).data
