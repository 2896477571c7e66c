import { useEffect, useRef, useState } from 'react'

import type { Project } from '#contract/projects/project.ts'

import { memberApi } from '../../shell/session/member-api.ts'
import { isSignedIn } from '../../shell/session/session.ts'
import type { PickedFile } from './checked-files.ts'
import { formApi } from './send-form.ts'
import { discardUpload, sendUpload, UploadError, uploadFailure } from './send-upload.ts'
import {
  type FailedFile,
  failedIn,
  skipReceivedChunks,
  leaveOutFailed,
  newUpload,
  type Sent,
  sentOf,
  resetUpload,
  type Upload,
} from './upload.ts'

/** The state of an upload. While it is `sending` or `paused`, leaving would stop it. */
export type UploadState =
  | { phase: 'idle' }
  | { phase: 'comparing' }
  | { phase: 'sending'; sent: Sent; isWaiting: boolean; secondsLeft?: number | undefined }
  | { phase: 'paused'; sent: Sent }
  | { phase: 'failed'; sent: Sent; failed: FailedFile[] }
  | { phase: 'stopped'; sent: Sent; message: string; isSignedOut: boolean }
  | { phase: 'done'; project: Project; sent: Sent }

/**
 * Manages one upload of a project at a time (a re-upload when it has files already): starts, pauses, resumes and
 * cancels it, and returns its state. Received files stay on the server for a day.
 */
export function useUpload(projectId: string, isReUpload: boolean) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const upload = useRef<Upload>(undefined)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async (first?: (upload: Upload, signal: AbortSignal) => Promise<void>) => {
    const [running, stopping] = [upload.current!, new AbortController()]
    stop.current?.abort()
    stop.current = stopping
    const { signal } = stopping
    const reporter = createProgressReporter(setState, signal)
    try {
      await first?.(running, signal)
      reporter.onSent(sentOf(running))
      const project = await sendUpload(running, {
        ...reporter,
        signal,
        api: formApi,
        pause: waitBeforeRetry(signal),
      })
      const sent = sentOf(running)
      setState(
        project ? { phase: 'done', project, sent } : { phase: 'failed', sent, failed: failedIn(running) },
      )
    } catch (thrown) {
      // The function that aborted the upload sets the next state.
      if (signal.aborted) return
      if (thrown instanceof UploadError && thrown.status === 409) resetUpload(running)
      const message = uploadFailure(thrown, isReUpload)
      setState({ phase: 'stopped', message, sent: sentOf(running), isSignedOut: !isSignedIn() })
    }
  }
  return {
    state,
    start(files: readonly PickedFile[], method: Upload['method'], ownerLicence: string) {
      upload.current = { ...newUpload(projectId, method, files), ownerLicence }
      setState({ phase: 'comparing' })
      void run(async (running, signal) => {
        const api = await memberApi()
        const { upload: open } = await api.uploads.state({ params: { id: projectId } })
        await skipReceivedChunks(running, open, { signal })
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
    /** Cancels the upload and deletes the received files on the server. */
    async cancel() {
      const running = upload.current!
      stop.current?.abort()
      setState({ phase: 'idle' })
      const api = await memberApi()
      // Files that are not deleted now are deleted within a day.
      await discardUpload(running, api).catch(() => {})
    },
  }
}

/**
 * Creates the callbacks that set the progress, the connection status and the time left as state, until the upload is
 * stopped.
 */
function createProgressReporter(setState: (state: UploadState) => void, signal: AbortSignal) {
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

/** The number of bytes sent at a time, in ms. */
interface Sample {
  at: number
  bytes: number
}

/** Adds a sample, and keeps those of the last 15 seconds, from which the throughput is computed. */
export const withSample = (samples: readonly Sample[], now: Sample): Sample[] => [
  ...samples.filter(({ at, bytes }) => now.at - at <= 15_000 && bytes <= now.bytes),
  now,
]

/** Estimates the seconds until `bytesLeft` bytes are sent; undefined while there are too few samples. */
export function secondsLeft(samples: readonly Sample[], bytesLeft: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 1500 || last.bytes === first.bytes) return undefined
  return (bytesLeft * (last.at - first.at)) / (last.bytes - first.bytes) / 1000
}

/** Formats the time left, such as 'about 3 minutes left', no more precisely than it is known. */
export function timeLeftText(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  return `about ${Math.round(minutes / 60)} hours left`
}

/**
 * Waits before another attempt: some seconds, more after each one; without a connection, until the browser has one
 * again, at most 30 seconds.
 */
const waitBeforeRetry = (signal: AbortSignal) => (attempt: number) =>
  new Promise<void>((resume) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resume()
    }
    // The browser may be wrong about having no connection.
    const timer = setTimeout(go, navigator.onLine ? Math.min(15_000, 500 * 2 ** attempt) : 30_000)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
