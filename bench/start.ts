import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pageJavaScript } from './pages/page-javascript.ts'
import { machine } from './report.ts'
import { residentMegabytes, startServer } from './server.ts'

/**
 * From a clean clone: seconds to install, to the first page, to the first page of a second start; the JavaScript that home
 * ships; the memory of the server after the browser journeys. Figures of one run on one machine.
 */
export async function measureStart(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-bench-'))
  const clone = join(folder, 'clone')
  const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
  const say = (what: string, figure: string) => console.log(`${what.padEnd(58)} ${figure}`)

  try {
    say('machine', machine())
    execFileSync('git', ['clone', '--quiet', '--local', '.', clone])
    const installing = performance.now()
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: clone })
    say('npm ci in a clean clone', seconds(installing))

    const starting = performance.now()
    const first = await startServer(clone, port)
    say('npm start to the first page (build, database, demo)', seconds(starting))
    await first.stop()

    const again = performance.now()
    const second = await startServer(clone, port)
    say('npm start again to the first page', seconds(again))

    const { files, bytes, brotli } = await pageJavaScript(second.origin, '/')
    say(
      `JavaScript of home (${files} files), as it is / brotli`,
      `${(bytes / 1000).toFixed(1)} kB / ${(brotli / 1000).toFixed(1)} kB`,
    )

    say('memory of the server, idle', `${residentMegabytes(second.pid).now} MB`)
    const env = { ...process.env, E2E_PORT: String(port), E2E_DATA_DIR: join(clone, '.data') }
    execFileSync('npx', ['playwright', 'test', '--reporter=dot'], {
      cwd: clone,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    say('memory of the server after the browser journeys', `${residentMegabytes(second.pid).now} MB`)
    await second.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
