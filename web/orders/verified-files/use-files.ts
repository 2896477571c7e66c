import { useEffect, useRef, useState } from 'react'

import type { VerifiedFiles } from '#contract/orders/verified-files.ts'

import type { Picked, PickedFile } from '../../projects/upload/checked-files.ts'
import type { SummedFiles } from '../../projects/upload/sums.ts'
import type { SumsAnswer, SumsRequest } from '../../projects/upload/zip-worker.ts'
import { problemOf } from '../../shell/session/api.ts'
import { jsonReader, store } from '../../shell/session/browser-store.ts'
import { memberApi } from '../../shell/session/member-api.ts'
import { isSignedIn } from '../../shell/session/session.ts'
import { isStaffSignedIn, staffApi } from '../../shell/session/staff-session.ts'
import { browserCrypto } from './browser-crypto.ts'
import { checkLog, fetchLog, type LogAnswer } from './check-log.ts'
import { type Differences, differencesOf } from './differences.ts'

/** The files to read: a ZIP, or a folder that may still be read. */
export type Chosen = { zip: File } | { folder: Promise<Picked<PickedFile>> }

/** What the page knows of the chosen files so far. */
export type FilesState =
  | { phase: 'idle' }
  | { phase: 'reading'; seen: number }
  /** `isOther`: they can be none of a project here. */
  | { phase: 'unreadable'; message: string; isOther: boolean }
  | { phase: 'asking'; summed: SummedFiles }
  | { phase: 'unasked'; summed: SummedFiles; message: string }
  | { phase: 'answered'; summed: SummedFiles; answer: VerifiedFiles; log: LogAnswer; compared: Compared }

/** The differences from the release with which the files were to be compared. */
export type Compared =
  | { state: 'none' }
  | { state: 'done'; release: number; differences: Differences }
  | { state: 'failed'; message: string }

/** The release with which files are compared that are not as we verified them; without a number the newest. */
export interface CompareWith {
  projectId: string
  release: number | undefined
}

/** Reads chosen files in a worker, asks what they are, and compares them for who is entitled. */
export function useFiles(compareWith: CompareWith | undefined) {
  const [state, setState] = useState<FilesState>({ phase: 'idle' })
  const worker = useRef<Worker>(undefined)
  const isBusy = useRef(false)
  const latest = useRef(0)
  useEffect(() => {
    // Loaded at once, so that the page works without a connection from then on.
    worker.current = newWorker()
    void Promise.all([memberApi(), browserCrypto()]).catch(() => {})
    return () => {
      latest.current = -1
      worker.current?.terminate()
    }
  }, [])

  const ask = async (summed: SummedFiles) => {
    const request = ++latest.current
    const show = (next: FilesState) => {
      if (request === latest.current) setState(next)
    }
    show({ phase: 'asking', summed })
    try {
      const api = await memberApi()
      const { contentHash } = summed
      const { success: _, ...answer } = await api.verifiedFiles.get({ params: { hash: contentHash } })
      const [log, compared] = await Promise.all([
        logOf(answer, summed),
        answer.state === 'unknown' ? compare(summed, compareWith) : ({ state: 'none' } as const),
      ])
      show({ phase: 'answered', summed, answer, log, compared })
    } catch (thrown) {
      show({ phase: 'unasked', summed, message: problemOf(thrown, unasked).message })
    }
  }
  const read = async (chosen: Chosen) => {
    const request = ++latest.current
    setState({ phase: 'reading', seen: 0 })
    try {
      const sumsOf = 'zip' in chosen ? chosen : { folder: await chosen.folder }
      if (isBusy.current) {
        worker.current?.terminate()
        worker.current = newWorker()
      }
      isBusy.current = true
      const result = await sumsIn(worker.current!, { sumsOf }, (seen) => {
        if (request === latest.current) setState({ phase: 'reading', seen })
      })
      if (request === latest.current) isBusy.current = false
      if (request !== latest.current) return
      if ('summed' in result) await ask(result.summed)
      else setState({ phase: 'unreadable', message: result.error, isOther: result.isOther })
    } catch (thrown) {
      if (request === latest.current)
        setState({ phase: 'unreadable', message: (thrown as Error).message, isOther: false })
    }
  }
  return {
    state,
    read: (chosen: Chosen) => void read(chosen),
    ask: (summed: SummedFiles) => void ask(summed),
  }
}

const unasked = 'There was no answer.'

const newWorker = () =>
  new Worker(new URL('../../projects/upload/zip-worker.ts', import.meta.url), { type: 'module' })

async function sumsIn(worker: Worker, request: SumsRequest, onSeen: (seen: number) => void) {
  const over = new AbortController()
  try {
    return await new Promise<Exclude<SumsAnswer, { seen: number }>>((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent<SumsAnswer>) => {
        if ('seen' in data) onSeen(data.seen)
        else resolve(data)
      }
      const onError = () => reject(new Error('The files could not be read. Reload the page, then try again.'))
      worker.addEventListener('message', onMessage, over)
      worker.addEventListener('error', onError, over)
      worker.postMessage(request)
    })
  } finally {
    over.abort()
  }
}

const logOf = async (answer: VerifiedFiles, summed: SummedFiles): Promise<LogAnswer> =>
  checkLog(answer, summed, {
    crypto: await browserCrypto(),
    read: fetchLog(answer.log?.path ?? ''),
    memory: {
      seen: seenLog(),
      remember: (seen) => store({ seenLog: JSON.stringify(seen) }),
    },
  })

const seenLog = jsonReader('seenLog', (json) => {
  const { note, key } = (json ?? {}) as { note?: unknown; key?: unknown }
  return typeof note === 'string' && typeof key === 'string' ? { note, key } : null
})

/** Compares files with a release, for a buyer, who has a seat, the owner and staff. */
async function compare(summed: SummedFiles, compareWith: CompareWith | undefined): Promise<Compared> {
  if (!compareWith) return { state: 'none' }
  try {
    // Staff may download all.
    const api = isStaffSignedIn() ? await staffApi() : isSignedIn() ? await memberApi() : undefined
    if (!api) return { state: 'none' }
    const id = compareWith.projectId
    const number = compareWith.release ?? (await newestRelease(api, id))
    const { sums } = await api.verifiedFiles.sums({ params: { id, number } })
    return { state: 'done', release: number, differences: differencesOf(summed.sums, sums) }
  } catch (thrown) {
    // Who may not download it learns no more than a stranger.
    if ((thrown as { status?: number }).status === 403) return { state: 'none' }
    return { state: 'failed', message: problemOf(thrown, 'The files could not be compared.').message }
  }
}

async function newestRelease(api: Awaited<ReturnType<typeof memberApi>>, id: string): Promise<number> {
  const { releases } = await api.downloads.releases({ params: { id } })
  return (releases.find(({ isCurrent }) => isCurrent) ?? releases[0])?.number ?? 1
}
