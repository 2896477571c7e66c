import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Api } from '#contract/client.ts'

import { apiAt } from '../../test/api-at.ts'

/** Signs a member up on the measured server with the emailed code, which it reads from the server's data folder. */
export async function signUp(origin: string, dataDir: string): Promise<{ api: Api; token: string }> {
  const email = `bench-${Date.now().toString(36)}@bench.example`
  const visitor = apiAt(origin)
  const { sessionToken } = await visitor.accounts.sendOtp({ body: { email } })
  const userData = { name: 'Asha Rao', phone: '9876543210' }
  const otp = await codeMailedTo(email, join(dataDir, 'mail'))
  const { tokens } = await visitor.accounts.verifyOtp({ body: { email, sessionToken, otp, userData } })
  return { api: apiAt(origin, tokens.accessToken), token: tokens.accessToken }
}

async function codeMailedTo(email: string, folder: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const code = mails.find((mail) => mail.includes(`To: ${email}`))?.match(/^([0-9]{6})\r?$/m)?.[1]
    if (code) return code
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error(`No code was mailed to ${email}`)
}

/** Creates a project without files and returns its id. */
export async function newProject(api: Api): Promise<string> {
  const body = { title: 'Bench', description: 'A project.', category: 'SaaS' as const, price: 0 }
  return (await api.projects.create({ body }))._id
}

/** Uploads files of random bytes in chunks of 100 and finalises them, as the browser does. */
export async function uploadFiles(api: Api, id: string, files: readonly Buffer[]): Promise<void> {
  const total = Math.ceil(files.length / 100)
  for (let index = 0; index < total; index++) {
    const fields = { projectId: id, chunkIndex: index, totalChunks: total, isFirstChunk: index === 0 }
    await api.releases.reUpload({ params: { id }, form: chunkForm(files, index, fields) })
  }
  const totalFileSize = files.reduce((sum, { length }) => sum + length, 0)
  const body = { hasFiles: true as const, fileCount: files.length, totalFileSize }
  await api.projects.update({ params: { id }, body })
}

/** The form of a chunk of up to 100 of the files, with its fields first. */
export function chunkForm(
  files: readonly Buffer[],
  index: number,
  fields: Record<string, unknown> = {},
): FormData {
  const form = new FormData()
  const chunk = files.slice(index * 100, index * 100 + 100)
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('relativePaths', JSON.stringify(chunk.map((_, n) => `src/dir-${index}/${n}.bin`)))
  for (const [n, bytes] of chunk.entries())
    form.append('files', new Blob([new Uint8Array(bytes)]), `${n}.bin`)
  return form
}
