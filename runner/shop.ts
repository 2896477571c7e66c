import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import { type Api, createApi, type Send } from '#contract/client.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { SeenPage } from '#contract/projects/runners.ts'

/** The shop, as a runner calls it. */
export interface Shop {
  runners: Pick<Api['runners'], 'claim' | 'alive' | 'end'>
  /** Opens the files of a run, as a ZIP. */
  files(id: string): Promise<Readable>
  addPage(id: string, page: SeenPage, picture: Buffer | undefined): Promise<void>
}

/** The seconds that a call may take. */
const seconds = 60

/** Connects to a shop as the runner that has a token. */
export function shopAt(address: string, token: string): Shop {
  const headers = { authorization: `Bearer ${token}` }
  const at = (path: string) => new URL(path, address)
  const send: Send = ({ method, url, body }) =>
    fetch(at(url), {
      method,
      headers: { ...headers, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(seconds * 1000),
    })
  const { runners } = createApi(send)
  return {
    runners,
    files: async (id) => {
      const answer = await fetch(at(`/api/runners/runs/${encodeURIComponent(id)}/files`), {
        headers,
        redirect: 'error',
      })
      if (!answer.ok || !answer.body) throw new Error(`the shop answered ${answer.status}`)
      return Readable.fromWeb(answer.body as ReadableStream)
    },
    addPage: async (id, page, picture) => {
      const form = new FormData()
      form.set('page', JSON.stringify(page))
      if (picture) form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'page.png')
      await runners.addPage({ params: { id }, form })
    },
  }
}

/** Tells whether the shop says that a run is no longer ours. */
export const isLost = (error: unknown): boolean =>
  error instanceof ProblemError && ['conflict', 'not_found'].includes(error.code)
