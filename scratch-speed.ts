import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, chmodSync } from 'node:fs'
import { randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import pg from 'pg'
import { startCluster } from '#server/database/cluster.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/connection.ts'
import { openSession } from '#server/accounts/service.ts'
(await import('node:fs')).mkdirSync('/tmp/mem', { recursive: true })
const dir = mkdtempSync('/tmp/mem/x'); chmodSync(dir, 0o755); chmodSync('/tmp/mem',0o755)
const cluster = await startCluster(dir)
const c = new pg.Client({ connectionString: cluster.url('postgres') }); await c.connect(); await c.query('create database m'); await c.end()
const url = cluster.url('m'); await migrate(url)
const { db, pool } = connect(url)
const secret = 'a secret for tests, 32 bytes or more'
const id = uuid()
await db.insertInto('members').values({ id, email: 'a@b.in', name: 'A', referralCode: randomUUID() }).execute()
const { accessToken } = await openSession({ db, secret } as never, id)
const port = 34567, base = `http://127.0.0.1:${port}`
const child = spawn(process.execPath, ['server/start.ts'], { env: { ...process.env, ...(process.env.CHILD_OPTIONS && { NODE_OPTIONS: process.env.CHILD_OPTIONS }),  NODE_ENV: 'production', DATABASE_URL: url, DATA_DIR: dir + '/d', SECRET: secret, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] })
await new Promise<void>((r) => child.stdout.on('data', (d) => String(d).includes('is ready') && r()))
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024
let peak = 0; let stopIt = false
;(async () => { while (!stopIt) { peak = Math.max(peak, rss()); await new Promise((r) => setTimeout(r, 20)) } })()
const auth = { authorization: `Bearer ${accessToken}` }
const json = { ...auth, 'content-type': 'application/json' }
const project = async () => (await (await fetch(`${base}/api/projects`, { method: 'POST', headers: json, body: JSON.stringify({ title: 'x', description: 'x', category: 'SaaS', price: 0 }) })).json())._id
async function up(files: number, chunk: number, size: number) {
  const p = await project(); const total = files / chunk
  for (let i = 0; i < total; i++) {
    const f = new FormData()
    const names = Array.from({ length: chunk }, (_, n) => `x/${i}-${n}.js`)
    for (const [k, v] of Object.entries({ relativePaths: JSON.stringify(names), uploadType: 'folder', projectId: p, chunkIndex: i, totalChunks: total, isFirstChunk: i === 0, isLastChunk: i === total - 1 })) f.set(k, String(v))
    for (const n of names) f.append('files', new Blob([randomBytes(size)]), n)
    const r = await fetch(`${base}/api/upload/upload`, { method: 'POST', headers: auth, body: f })
    if (!r.ok) throw new Error(await r.text())
  }
  const r = await fetch(`${base}/api/projects/${p}`, { method: 'PUT', headers: json, body: JSON.stringify({ hasFiles: true, fileCount: files, totalFileSize: files * size }) })
  if (!r.ok) throw new Error(await r.text())
  return p
}
const report = (label: string, t: number) => { console.log(label, `${((performance.now() - t) / 1000).toFixed(2)} s`, 'peak', peak.toFixed(0), 'MB now', rss().toFixed(0)); peak = 0 }
let t = performance.now(); console.log('start rss', rss().toFixed(0))
await up(100, 100, 20_000); report('warm 100x20k', t)
t = performance.now(); await up(1000, 100, 20_000); report('1000x20k', t)
t = performance.now(); await up(1000, 100, 20_000); report('1000x20k again', t)
for (let q=0;q<4;q++){ t = performance.now(); await up(1000, 100, 20_000); report('1000x20k', t) }
stopIt = true; child.kill('SIGKILL'); await pool.end(); await cluster.stop(); rmSync('/tmp/mem', { recursive: true, force: true }); process.exit(0)
