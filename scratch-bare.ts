import Fastify from 'fastify'
import multipart from '@fastify/multipart'
import { createWriteStream, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
mkdirSync('/tmp/bare', { recursive: true })
const app = Fastify()
await app.register(multipart, { limits: { fileSize: 1e9, files: 1000 } })
let n = 0
app.post('/stream', async (q) => { for await (const p of q.parts()) if (p.type === 'file') await pipeline(p.file, createWriteStream(`/tmp/bare/${n++}`)); return {} })
app.post('/buffer', async (q) => { for await (const p of q.parts()) if (p.type === 'file') await writeFile(`/tmp/bare/${n++}`, await p.toBuffer()); return {} })
await app.listen({ port: 34998 })
