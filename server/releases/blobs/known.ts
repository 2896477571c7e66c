import type { Connection } from '../../database/connection.ts'
import { storedAmong } from './queries.ts'

/** Answers whether the bytes of a hash are stored already. */
export type IsStored = (sha256: string) => Promise<boolean>

/** Asks the database about many hashes at once: questions of the same moment are one query. */
export function askTogether(connection: Connection): IsStored {
  let asked: { hashes: string[]; answer: Promise<Set<string>> } | undefined
  const ask = () => {
    const hashes: string[] = []
    const answer = new Promise((now) => setImmediate(now)).then(() => {
      asked = undefined
      return storedAmong(connection, hashes)
    })
    return { hashes, answer }
  }
  return async (sha256) => {
    asked ??= ask()
    asked.hashes.push(sha256)
    return (await asked.answer).has(sha256)
  }
}
