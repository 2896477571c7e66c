import { expect, test, vi } from 'vitest'

import { type Answer, createApi } from '#contract/client.ts'

import { fetchCall } from '../../shell/session/fetch-call.ts'
import { sendUpload, uploadFailure } from './send-upload.ts'
import { newUpload } from './upload.ts'

const badGateway = { status: 502, statusText: 'Bad Gateway' }
const page = (status: number, statusText: string): Answer => ({
  status,
  statusText,
  text: async () => '<html></html>',
  blob: async () => new Blob(),
})
const upload = () => newUpload('p1', 'folder', [{ path: 'a.txt', size: 1, file: new Blob(['a']) }])
const taken = {
  success: true,
  data: { uploadId: 'u1', failedUploads: [], fileCount: 1, totalFileSize: 1, excluded: [] },
}

/** The error with which an upload ends when all calls with a method are answered by a page of a proxy. */
const endOf = (failing: string) =>
  sendUpload(upload(), {
    signal: new AbortController().signal,
    pause: async () => {},
    onSent: () => {},
    api: () =>
      createApi(async ({ method }) =>
        method === failing
          ? page(badGateway.status, badGateway.statusText)
          : { ...page(200, 'OK'), text: async () => JSON.stringify(taken) },
      ),
  }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

test.each(['POST', 'PUT'])(
  'a %s of an upload that fails without a message shows its status and status text, a re-upload only the status',
  async (failing) => {
    const thrown = await endOf(failing)
    expect(uploadFailure(thrown, false)).toBe('Upload failed: 502 Bad Gateway')
    expect(uploadFailure(thrown, true)).toBe('Re-upload failed: 502')
  },
)

test('an upload gives the licence that stood above its button, and ends with the reason when that has changed', async () => {
  const changed = { success: false, code: 'invalid_input', message: 'The licence has changed.' }
  const accepted: unknown[] = []
  const api = createApi(async ({ method, body }) => {
    if (method === 'POST') return { ...page(200, 'OK'), text: async () => JSON.stringify(taken) }
    accepted.push((JSON.parse(body as string) as { ownerLicence: unknown }).ownerLicence)
    return { ...page(400, 'Bad Request'), text: async () => JSON.stringify(changed) }
  })
  const thrown = await sendUpload(
    { ...upload(), ownerLicence: 'as shown' },
    { signal: new AbortController().signal, pause: async () => {}, onSent: () => {}, api: () => api },
  ).catch((error: unknown) => error)
  expect(accepted).toEqual(['as shown'])
  expect(uploadFailure(thrown, false)).toBe('The licence has changed.')
})

test('a failed request for an open upload and a call without an answer show the same; a message of the server stays', async () => {
  const state = (answer: Answer) =>
    createApi(async () => answer)
      .uploads.state({ params: { id: 'p1' } })
      .catch((thrown: unknown) => thrown)
  expect(uploadFailure(await state(page(503, 'Service Unavailable')), false)).toBe(
    'Upload failed: 503 Service Unavailable',
  )
  expect(uploadFailure(await state(page(0, '')), false)).toBe('Upload failed')
  expect(uploadFailure(await state(page(0, '')), true)).toBe('Re-upload failed')
  const problem = { success: false, code: 'too_large', message: 'Total project size exceeds 100MB limit' }
  const said = { ...page(413, 'Payload Too Large'), text: async () => JSON.stringify(problem) }
  expect(uploadFailure(await state(said), false)).toBe('Total project size exceeds 100MB limit')
})

test('fetchCall returns the status text beside the status', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html></html>', badGateway))
  const call = { method: 'PUT', url: '/api/projects/p1', body: '{}' }
  expect(await fetchCall(call, null)).toMatchObject(badGateway)
  vi.unstubAllGlobals()
})
