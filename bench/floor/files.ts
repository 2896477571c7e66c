import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import multipart from '@fastify/multipart'
import Fastify from 'fastify'

/**
 * The bare floor of uploads and downloads: it writes the files of a multipart form to a folder as they arrive, and
 * sends one file unchanged. No checks, no hashes, no database.
 */
const folder = mkdtempSync(join(tmpdir(), 'readymade-floor-'))
const app = Fastify()
await app.register(multipart, { limits: { fileSize: 1e9, files: 1000 } })
let files = 0

app.get('/', () => 'ready')
app.post('/upload', async (request) => {
  for await (const part of request.files())
    await pipeline(part.file, createWriteStream(join(folder, String(++files))))
  return { success: true }
})
app.get('/file', (_request, reply) => reply.send(createReadStream(process.env.FLOOR_FILE!)))
process.once('SIGINT', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
