import { randomBytes } from 'node:crypto'

import { median } from '../measure.ts'
import { startProgram } from '../server.ts'
import { growthDuring, startApp, timed } from './app.ts'
import { chunkForm, newProject, signUp, uploadFiles } from './member.ts'

const rounds = 5

/**
 * Measures the upload of 1,000 files of 20 kB against a bare server that only writes them, and the memory that the
 * server needs for one upload and for 20 at once.
 */
export async function measureUpload({ folder, port }: { folder: string; port: number }): Promise<string> {
  const app = await startApp({ folder, port })
  const floor = await startProgram('node', ['bench/floor/files.ts'], port + 1)
  try {
    const { api } = await signUp(app.origin, app.dataDir)
    const upload = async () => uploadFiles(api, await newProject(api), someFiles())
    // The first upload allocates memory that later ones reuse.
    await upload()
    const [ours, bare]: [number[], number[]] = [[], []]
    const alone = await growthDuring(app, async () => {
      for (let round = 0; round < rounds; round++) {
        const [files, id] = [someFiles(), await newProject(api)]
        ours.push(await timed(() => uploadFiles(api, id, files)))
        bare.push(await timed(() => writeOnly(floor.origin, files)))
      }
    })
    const together = await growthDuring(app, () => Promise.all(Array.from({ length: 20 }, upload)))
    const ratio = median(ours) / median(bare)
    return [
      `Upload of 1,000 files of 20 kB: ${ms(median(ours))}, a bare server that only writes them ${ms(median(bare))} (medians of ${rounds}): ${ratio.toFixed(2)} ×. Target: 2 ×. ${verdict(ratio <= 2)}`,
      `Memory of the server grows by ${alone} MB with one at a time, by ${together} MB with 20 at once. Target: 64 MB. ${verdict(together <= 64 && alone <= 64)}`,
    ].join('\n')
  } finally {
    await floor.stop()
    await app.stop()
  }
}

const someFiles = () => Array.from({ length: 1000 }, () => randomBytes(20_000))

async function writeOnly(origin: string, files: readonly Buffer[]) {
  for (let index = 0; index < files.length / 100; index++) {
    const { status } = await fetch(`${origin}/upload`, { method: 'POST', body: chunkForm(files, index) })
    if (status !== 200) throw new Error(`The bare server answered ${status}`)
  }
}

const ms = (value: number) => `${Math.round(value)} ms`
const verdict = (isReached: boolean) => (isReached ? 'Reached.' : 'Missed.')
