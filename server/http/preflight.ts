import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'

/** Makes a folder if needed; throws an Error in plain words when it cannot be written to. */
export function requireWritableFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Error(
      `The folder ${folder} cannot be written to; give this account the right to, or set DATA_DIR to another folder.`,
    )
  }
}

/** Throws an Error in plain words when something already listens on the port or the port may not be used. */
export async function requireFreePort(port: number, host: string) {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new Error(portProblems[code ?? ''] ?? `Port ${port} on ${host} cannot be used (${code}).`)),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
    const portProblems: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken by another program; stop it, or set PORT to another number.`,
      EACCES: `This account may not listen on port ${port}; set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `${host} is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0.`,
    }
  })
}
