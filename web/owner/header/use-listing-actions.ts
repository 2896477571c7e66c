import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { notify } from '../../ui/feedback/notify.ts'
import type { Changed } from '../owner-changes.ts'

/** Archives, brings back or copies a project of one's own, and says what came of it; `busy` is what is on its way. */
export function useListingActions(projectId: string) {
  const fetcher = useFetcher<Changed>()
  const { data, formData, submit } = fetcher
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const busy = formData?.get('intent')
  const send = (intent: 'archive' | 'restore' | 'duplicate') =>
    void submit({ intent }, { method: 'post', action: `/owner/projects/${projectId}` })
  return { busy, send }
}
