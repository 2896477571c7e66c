import { rmSync } from 'node:fs'

/** Removes the data folder of the run unless the journeys used a server that keeps running. */
export default function cleanUp() {
  const folder = process.env.E2E_DATA_DIR
  if (folder && !process.env.E2E_PORT) rmSync(folder, { recursive: true, force: true })
}
