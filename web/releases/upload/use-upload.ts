import { useEffect, useRef, useState } from 'react'

import type { Project } from '#contract/projects.ts'

import { formApi } from '../../session/form-api.ts'
import { memberApi } from '../../session/member-api.ts'
import { isSignedIn } from '../../session/session.ts'
import type { PickedFile } from '../pick/picked.ts'
import { keepWhatIsThere } from '../send/compare.ts'
import { UploadError, uploadFailure } from '../send/retrying.ts'
import { discardUpload, sendUpload } from '../send/send-upload.ts'
import { type Sample, secondsLeft, withSample } from '../send/time-left.ts'
import {
  type FailedFile,
  failedIn,
  leaveOutFailed,
  newUpload,
  type Sent,
  sentOf,
  startOver,
  type Upload,
} from '../send/upload.ts'
import { whenWorthwhile } from './when-worthwhile.ts'

/** Where an upload stands. While it is `sending` or `paused`, leaving would stop it. */
export type UploadState =
  | { phase: 'idle' }
  | { phase: 'comparing' }
  | { phase: 'sending'; sent: Sent; isWaiting: boolean; secondsLeft?: number | undefined }
  | { phase: 'paused'; sent: Sent }
  | { phase: 'failed'; sent: Sent; failed: FailedFile[] }
  | { phase: 'stopped'; sent: Sent; message: string; isSignedOut: boolean }
  | { phase: 'done'; project: Project; sent: Sent }

/** One upload of a project at a time, a re-upload when it has files already: begins, pauses, goes on, and says where it stands. What has arrived stays for a day. */
export function useUpload(projectId: string, isReUpload: boolean) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const upload = useRef<Upload>(undefined)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (first?: (upload: Upload, signal: AbortSignal) => Promise<void>) => {
    const [mine, stopping] = [upload.current!, new AbortController()]
    stop.current?.abort()
    stop.current = stopping
    const { signal } = stopping
    const telling = teller(setState, signal)
    try {
      await first?.(mine, signal)
      telling.onSent(sentOf(mine))
      const project = await sendUpload(mine, {
        ...telling,
        signal,
        api: formApi,
        pause: whenWorthwhile(signal),
      })
      const sent = sentOf(mine)
      setState(project ? { phase: 'done', project, sent } : { phase: 'failed', sent, failed: failedIn(mine) })
    } catch (thrown) {
      // Whoever stops it says what comes next.
      if (signal.aborted) return
      if (thrown instanceof UploadError && thrown.status === 409) startOver(mine)
      const message = uploadFailure(thrown, isReUpload)
      setState({ phase: 'stopped', message, sent: sentOf(mine), isSignedOut: !isSignedIn() })
    }
  }
  return {
    state,
    start(files: readonly PickedFile[], method: Upload['method']) {
      upload.current = newUpload(projectId, method, files)
      setState({ phase: 'comparing' })
      void run(async (mine, signal) => {
        const api = await memberApi()
        const { upload: open } = await api.uploads.state({ params: { id: projectId } })
        await keepWhatIsThere(mine, open, { signal })
      })
    },
    pause() {
      stop.current?.abort()
      setState({ phase: 'paused', sent: sentOf(upload.current!) })
    },
    goOn: () => void run(),
    leaveOut() {
      leaveOutFailed(upload.current!)
      void run()
    },
    /** Gives the upload up: the server forgets what has arrived. */
    async cancel() {
      const mine = upload.current!
      stop.current?.abort()
      setState({ phase: 'idle' })
      const api = await memberApi()
      // What is not forgotten now is swept in a day.
      await discardUpload(mine, api).catch(() => {})
    },
  }
}

/** Tells how far the upload is, what it waits for and how long it takes, until it is stopped. */
function teller(setState: (state: UploadState) => void, signal: AbortSignal) {
  let [samples, isWaiting, last]: [Sample[], boolean, Sent | undefined] = [[], false, undefined]
  const report = () => {
    if (signal.aborted || !last) return
    const seconds = isWaiting ? undefined : secondsLeft(samples, last.ofBytes - last.bytes)
    setState({ phase: 'sending', sent: last, isWaiting, secondsLeft: seconds })
  }
  return {
    onSent(sent: Sent) {
      last = sent
      samples = withSample(samples, { at: performance.now(), bytes: sent.bytes })
      report()
    },
    onWaiting(waits: boolean) {
      if (waits === isWaiting) return
      isWaiting = waits
      samples = []
      report()
    },
  }
}
