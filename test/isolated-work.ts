import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Returns the lengths of some texts. The functions of this file are work for the tests of threads and processes. */
export const lengths = (texts: string[]): number[] => texts.map((text) => text.length)

export const environment = () => Object.keys(process.env)

export const processId = (): number => process.pid

export const fail = (): never => {
  throw new Error('broken')
}

export function runForever(): number {
  for (let count = 0; ; count++) if (count < 0) return count
}

export function fillMemory(): number {
  const filled: number[][] = []
  for (;;) filled.push(Array.from({ length: 100_000 }, (_, index) => index))
}

/** Writes the id of its process into a file and then runs for a minute. */
export async function announce([file]: string[]): Promise<string> {
  appendFileSync(file!, String(process.pid))
  await setTimeout(60_000)
  return 'late'
}

/** Stands in for a process that is killed from outside. */
export const killItself = async (): Promise<void> => {
  process.kill(process.pid, 'SIGKILL')
  await setTimeout(60_000)
}
