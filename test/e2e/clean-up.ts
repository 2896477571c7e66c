import { rmSync } from 'node:fs'

/** Removes the data folder of the run, unless a server that goes on was borrowed. */
export default function cleanUp() {
  const folder = process.env.E2E_DATA_DIR
  if (folder && !process.env.E2E_PORT) rmSync(folder, { recursive: true, force: true })
}
