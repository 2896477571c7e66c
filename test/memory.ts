import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that a run of all tests may need. */
const needed = 4 * 1024 ** 3

/**
 * Creates a folder for data that is deleted after the tests: in memory where the machine has room there, because
 * PostgreSQL takes a third of the processor time without a disk behind it, else among the temporary files.
 */
export const temporaryFolder = (prefix: string): string => mkdtempSync(join(place(), prefix))

function place() {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > needed ? memory : tmpdir()
}
