import { expect, type Page } from '@playwright/test'

import { staffHeaders } from './people.ts'

type Headers = Record<string, string>

/**
 * Lists a project through the API: created and uploaded by the member with the given headers, approved by staff.
 * Returns its id.
 */
export async function aListedProject(page: Page, headers: Headers, listing: Listing): Promise<string> {
  const id = await anUploadedProject(page, headers, listing)
  await approve(page, id)
  return id
}

/** Creates and uploads a project through the API, which then waits for staff. Returns its id. */
export async function anUploadedProject(
  page: Page,
  headers: Headers,
  {
    title,
    price = 0,
    technologies = [],
    files = { 'README.md': '# Read me\n', 'src/index.js': 'console.log(1)\n' },
  }: Listing,
): Promise<string> {
  const { request } = page
  const data = {
    title,
    price,
    description: 'Patients, appointments and billing.',
    category: 'Web Development',
    technologies,
  }
  const created = await request.post('/api/projects', { headers, data })
  const { _id } = (await created.json()) as { _id: string }
  const sent = Object.entries(files)
  const form = new FormData()
  form.set('relativePaths', JSON.stringify(sent.map(([path]) => path)))
  const fields = { projectId: _id, uploadType: 'folder', chunkIndex: '0', totalChunks: '1' }
  for (const [name, value] of Object.entries({ ...fields, isFirstChunk: 'true', isLastChunk: 'true' }))
    form.set(name, value)
  for (const [path, text] of sent) form.append('files', new Blob([text]), path)
  expect((await request.post('/api/upload/upload', { headers, multipart: form })).status()).toBe(200)
  const totalFileSize = sent.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
  const finalised = { hasFiles: true, fileCount: sent.length, totalFileSize }
  expect((await request.put(`/api/projects/${_id}`, { headers, data: finalised })).status()).toBe(200)
  return _id
}

/** Approves a project that did not run all the same. */
export const approveFailed = (page: Page, id: string) =>
  approve(page, id, { verificationOverride: 'Its README says what to do' })

/** Approves a project as soon as its files are checked. */
async function approve(page: Page, id: string, why: object = {}): Promise<void> {
  const headers = await staffHeaders(page)
  const data = { verificationStatus: 'approved', ...why }
  const tryIt = async () => (await page.request.put(`/api/projects/${id}`, { headers, data })).status()
  await expect.poll(tryIt, { intervals: [200, 300, 500], timeout: 60_000 }).toBe(200)
}

interface Listing {
  title: string
  price?: number
  technologies?: string[]
  files?: Record<string, string>
}
