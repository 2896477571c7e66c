import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { median } from './measure.ts'
import { pageJavaScript } from './pages/page-javascript.ts'
import { machine } from './report.ts'
import { residentMegabytes, startServer } from './server.ts'

const starts = 5

/**
 * Measures a clean clone: seconds to install, to the first page, and to the first page of later starts (target: 3, the
 * median of five); the JavaScript that home ships; the memory of the server after the browser journeys. Prints figures
 * of one run on one machine.
 */
export async function measureStart(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-bench-'))
  const clone = join(folder, 'clone')
  const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
  const say = (what: string, figure: string) => console.log(`${what.padEnd(70)} ${figure}`)

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

    const took: number[] = []
    for (let time = 0; time < starts; time++) {
      const begun = performance.now()
      const server = await startServer(clone, port)
      took.push((performance.now() - begun) / 1000)
      await server.stop()
    }
    const [middle, slowest] = [median(took), Math.max(...took)].map((one) => one.toFixed(2))
    say(
      `npm start again to the first page, ${starts} times (target: 3 s)`,
      `${middle} s, slowest ${slowest} s. ${median(took) <= 3 ? 'Reached' : 'MISSED'}.`,
    )

    const second = await startServer(clone, port)
    const { files, bytes, brotli } = await pageJavaScript(second.origin, '/')
    say(
      `JavaScript of home (${files} files), as it is / brotli`,
      `${(bytes / 1000).toFixed(1)} kB / ${(brotli / 1000).toFixed(1)} kB`,
    )

    say('memory of the server, idle', `${residentMegabytes(second.pid).now} MB`)
    execFileSync('npx', ['playwright', 'test', '--reporter=dot', '--workers=1'], {
      cwd: clone,
      env: { ...process.env, E2E_PORT: String(port), E2E_DATA_DIR: join(clone, '.data') },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    say('memory of the server after the browser journeys', `${residentMegabytes(second.pid).now} MB`)
    await second.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
