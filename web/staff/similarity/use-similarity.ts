import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Similarity } from '#contract/projects/similarity.ts'

type Read = { similarity: Similarity; problem?: undefined } | { problem: string; similarity?: undefined }

/** The projects that are similar to one, read here and again every two seconds while its files are being compared. */
export function useSimilarity(projectId: string) {
  const address = `/admin/projects/${projectId}/similarity`
  const { data, load, state } = useFetcher<Read>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  const isWaiting = data?.similarity?.state === 'waiting'
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(() => void load(address), 2000)
    return () => clearTimeout(timer)
  }, [isWaiting, state, load, address])
  return { similarity: data?.similarity, problem: data?.problem, retry: () => void load(address) }
}
