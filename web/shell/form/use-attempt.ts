import { useState } from 'react'

import { notifyFailure } from '../../ui/notices.tsx'
import { problemOf } from '../session/api.ts'

/**
 * Runs what may fail when it is pressed: `failure` is what failed, until the next try, for the place where it failed.
 * A notice shows it too.
 */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const attempt = async (work: () => Promise<unknown>, messageOf = messageOfProblem) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (thrown) {
      const message = messageOf(thrown)
      setFailure(message)
      notifyFailure(message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, attempt }
}

const messageOfProblem = (thrown: unknown) => problemOf(thrown).message
