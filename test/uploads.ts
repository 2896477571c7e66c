import { unzipSync } from 'fflate'

import type { Api } from '#contract/client.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Need } from '#contract/projects/needs.ts'
import { updatePublication } from '#server/catalogue/publish-queries.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Connection } from '#server/platform/database/connection.ts'

import type { TestApp } from './app.ts'
import { aMember, anAdmin, aProject } from './makers.ts'
import { aBuyer, checkoutBy, source } from './orders.ts'

/** Files to upload, by path. */
export type Files = Record<string, string | Buffer>

interface Chunk {
  index?: number
  total?: number
  uploadId?: string | undefined
  uploadType?: 'folder' | 'zip'
  isFirst?: boolean
  isLast?: boolean
  retriesFailed?: boolean
  /** Puts the text fields after the files, as some clients do. */
  fieldsLast?: boolean
  /** Sends these paths instead of the real ones. */
  relativePaths?: unknown
}

/** Creates the form of one chunk of an upload, as the browser sends it. */
export function chunkOf(projectId: string | undefined, files: Files, chunk: Chunk = {}): FormData {
  const { index = 0, total = 1, uploadId, uploadType = 'folder' } = chunk
  const { isFirst = index === 0, isLast = index === total - 1 } = chunk
  const form = new FormData()
  const addFiles = () => {
    for (const [path, bytes] of Object.entries(files)) {
      form.append('files', new Blob([bytes as BlobPart]), path.split('/').at(-1))
    }
  }
  if (chunk.fieldsLast) addFiles()
  const fields = {
    relativePaths: JSON.stringify(chunk.relativePaths ?? Object.keys(files)),
    uploadType,
    projectId,
    chunkIndex: index,
    totalChunks: total,
    isFirstChunk: isFirst,
    isLastChunk: isLast,
    uploadId,
    retriesFailed: chunk.retriesFailed,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  if (!chunk.fieldsLast) addFiles()
  return form
}

/** Splits files into groups of the size of a chunk. */
export function inChunks(files: Files, size: number = limits.chunkFiles): Files[] {
  const entries = Object.entries(files)
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    Object.fromEntries(entries.slice(index * size, (index + 1) * size)),
  )
}

export const sizeOf = (files: Files) =>
  Object.values(files).reduce((sum, bytes) => sum + Buffer.byteLength(bytes), 0)

/** The body of the finalising PUT: count and size of the files. */
export const finaliseBody = (files: Files) => ({
  hasFiles: true as const,
  fileCount: Object.keys(files).length,
  totalFileSize: sizeOf(files),
})

export const finalise = async (owner: { api: Api }, id: string, files: Files) =>
  (await owner.api.projects.update({ params: { id }, body: finaliseBody(files) })).project

/** Uploads files in chunks and finalises them. */
export async function upload(owner: { api: Api }, projectId: string, files: Files) {
  const chunks = inChunks(files)
  for (const [index, chunk] of chunks.entries()) {
    const form = chunkOf(projectId, chunk, { index, total: chunks.length })
    await owner.api.releases.upload({ form })
  }
  return finalise(owner, projectId, files)
}

/** Approves a project; with a reason when something stands against it. */
export const approve = async (admin: { api: Api }, id: string, verificationOverride?: string) =>
  (
    await admin.api.projects.update({
      params: { id },
      body: { verificationStatus: 'approved', ...(verificationOverride && { verificationOverride }) },
    })
  ).project

/** Creates a free listed project with real files, its owner and an admin. */
export async function aListing(
  app: TestApp,
  files: Files = { 'README.md': '# Shop\n', 'src/main.py': 'print(1)\n' },
) {
  const [owner, admin] = [await aMember(app), await anAdmin(app)]
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, files)
  await approve(admin, id)
  return { owner, admin, id, files }
}

/** Creates a member who has bought the source of a free project. */
export async function aBuyerOf(app: TestApp, id: string) {
  const buyer = await aBuyer(app)
  await checkoutBy(buyer, source({ id }))
  return buyer
}

/** Requests a download and returns the raw answer with its headers. */
export const download = (
  { app }: Pick<TestApp, 'app'>,
  token: string,
  id: string,
  { ref = 'main', headers = {} }: { ref?: string; headers?: Record<string, string> } = {},
) =>
  app.inject({
    url: `/api/github/owner/repo/${id}/download?ref=${ref}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

/** The contents that are stored, by key. */
export const blobsIn = ({ db }: Pick<TestApp, 'db'>) =>
  db.selectFrom('blobs').selectAll().orderBy('key').execute()

/** The keys of the contents that are stored, in their order. */
export const blobKeysIn = async (app: Pick<TestApp, 'db'>) =>
  (await blobsIn(app)).map(({ key }) => key).toSorted()

/** What was received of uploads that are not finalised. */
export const receivedIn = async ({ db }: Pick<TestApp, 'db'>) => ({
  chunks: await db.selectFrom('uploadChunks').selectAll().execute(),
  files: await db.selectFrom('uploadFiles').selectAll().execute(),
})

/** The files of a project's releases as stored, by release and path. */
export const manifestOf = ({ db }: Pick<TestApp, 'db'>, projectId: string) =>
  db
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseId')
    .select(['number', 'path', 'sha256', 'size', 'language'])
    .where('projectId', '=', projectId)
    .orderBy('number')
    .orderBy('path')
    .execute()

/** Unpacks a ZIP into its files by path. */
export const filesIn = (zip: Buffer | Uint8Array): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, Buffer.from(bytes)]))

/** The distinct dates of the files in a ZIP, such as '2026-08-14'. */
export function daysIn(zip: Buffer): string[] {
  const days = new Set<string>()
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const date = zip.readUInt16LE(at + 14)
    const [year, month, day] = [(date >> 9) + 1980, (date >> 5) & 15, date & 31]
    days.add([year, `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')].join('-'))
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return [...days]
}

/** Lists the keys of all objects in a store, sorted. */
export async function keysIn(storage: Dependencies['storage'], folder = '') {
  const keys: string[] = []
  for await (const { key } of storage.list(folder)) keys.push(key)
  return keys.toSorted()
}

/** Creates an approved project with a sample that staff have to pass, because it shows people. */
export async function aHeldSample(app: TestApp, owner: { api: Api }, admin: { api: Api }) {
  const { _id: id } = await aProject(owner)
  const people = Array.from({ length: 12 }, (_, n) => `Student ${n}, ${9_876_412_305 - n * 7_654_321}`)
  await upload(owner, id, { 'README.md': '# Shop\n', 'students.txt': people.join('\n') })
  await app.jobs.run()
  const { findings } = (await owner.api.findings.get({ params: { id } })).findings
  const marks = findings.filter(({ file }) => file === 'students.txt').map(({ mark }) => mark)
  await owner.api.findings.waive({
    params: { id },
    body: { rule: 'personal-data', file: 'students.txt', marks, reason: 'These people are invented' },
  })
  const { samples } = await owner.api.samples.add({ params: { id }, body: { path: 'students.txt' } })
  await approve(admin, id, 'They are invented.')
  return { id, contentHash: samples[0]!.contentHash }
}

/** Lets the check of a project's releases have failed. */
export const checkFails = (db: Connection, projectId: string) =>
  db
    .updateTable('releaseChecks')
    .set({ state: 'failed', result: null })
    .where('releaseId', 'in', (of) =>
      of.selectFrom('releases').select('id').where('projectId', '=', projectId),
    )
    .execute()

/** Lets the check of a project's releases have found what they need. */
export async function checkFinds(db: Connection, projectId: string, needs: Need[]) {
  await db
    .updateTable('releaseChecks')
    .set({ needs })
    .where('releaseId', 'in', (of) =>
      of.selectFrom('releases').select('id').where('projectId', '=', projectId),
    )
    .execute()
  await updatePublication(db, projectId)
}
