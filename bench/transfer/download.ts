import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { median } from '../measure.ts'
import { startProgram } from '../server.ts'
import { memoryGrowthDuring, startApp, measureTime } from './app.ts'
import { newProject, signUp, uploadFiles } from './member.ts'
import { nginxCommand } from './nginx.ts'

const rounds = 9

/**
 * Measures the download of an archive of 50 MB against nginx's sendfile of the same file, and the memory that the
 * server needs for one download and for 20 at once.
 */
export async function measureDownload({ folder, port }: { folder: string; port: number }): Promise<string> {
  const app = await startApp({ folder, port })
  const files = mkdtempSync(join(tmpdir(), 'readymade-bench-'))
  const archive = join(files, 'file')
  writeFileSync(archive, '')
  const nginx = nginxCommand(files, port + 1)
  const floor = await (nginx
    ? startProgram(nginx.program, nginx.args, port + 1)
    : startProgram('node', ['bench/floor/files.ts'], port + 1, { env: { FLOOR_FILE: archive } }))
  try {
    const { api, token } = await signUp(app.origin, app.dataDir)
    const id = await newProject(api)
    await uploadFiles(
      api,
      id,
      Array.from({ length: 5 }, () => randomBytes(10_000_000)),
    )
    const address = `${app.origin}/api/github/owner/repo/${id}/download`
    const headers = { authorization: `Bearer ${token}` }
    writeFileSync(archive, new Uint8Array(await waitForArchive(address, headers)))
    const download = () => readToEnd(address, headers)
    const [ours, bare]: [number[], number[]] = [[], []]
    const alone = await memoryGrowthDuring(app, async () => {
      for (let round = 0; round < rounds; round++) {
        ours.push(await measureTime(download))
        bare.push(await measureTime(() => readToEnd(`${floor.origin}/file`)))
      }
    })
    const together = await memoryGrowthDuring(app, () => Promise.all(Array.from({ length: 20 }, download)))
    const share = median(bare) / median(ours)
    const name = nginx ? "nginx's sendfile" : "Node's stream of a file (nginx is not installed)"
    return [
      `Download of an archive of 50 MB: ${rate(ours)}, ${name} ${rate(bare)} (medians of ${rounds}): ${Math.round(share * 100)}%. Target: 60%. ${verdict(share >= 0.6)}`,
      `Memory of the server grows by ${alone} MB with one at a time, by ${together} MB with 20 at once. Target: 64 MB. ${verdict(together <= 64 && alone <= 64)}`,
    ].join('\n')
  } finally {
    await floor.stop()
    await app.stop()
    rmSync(files, { recursive: true, force: true })
  }
}

/** Requests the archive until the job has built it. Throws after a minute. */
async function waitForArchive(address: string, headers: Record<string, string>): Promise<ArrayBuffer> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(address, { headers })
    if (answer.status === 200) return answer.arrayBuffer()
    await new Promise((resume) => setTimeout(resume, 200))
  }
  throw new Error('The archive was not built within a minute')
}

/** Reads an answer to its end and discards it. */
const readToEnd = (address: string, headers: Record<string, string> = {}) =>
  new Promise<void>((resolve, reject) => {
    get(address, { headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })

const rate = (times: number[]) => `${Math.round(50_000 / median(times))} MB/s`
const verdict = (isReached: boolean) => (isReached ? 'Reached.' : 'Missed.')
