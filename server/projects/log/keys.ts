import type { PublicLog } from '#contract/orders/verified-files.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { LogSigner } from '../../platform/log-key.ts'
import { keyChanges } from './queries.ts'

/** The folder of a log in the store, which is its path too: 'log', or 'log/2' of the one after a stolen key. */
export const folderOf = ({ name }: LogSigner): string => name.slice(name.indexOf('/') + 1)

/** The announcement of a new key, as the text that the old one signs. */
export const keyText = (old: LogSigner, next: LogSigner, day: string): string => `readymade log key v1
old ${old.publicKey}
new ${next.publicKey}
day ${day}
`

/** Where the log lies and its public keys; null when nothing is signed here. */
export async function logFacts({
  db,
  logKeys,
}: Pick<Dependencies, 'db' | 'logKeys'>): Promise<PublicLog | null> {
  const present = logKeys.at(-1)
  if (!present) return null
  const replaced = (await keyChanges(db)).flatMap(({ body, number }) => {
    const key = /^old (\S+)$/m.exec(body)?.[1]
    return key && number !== null ? [{ key, replacedIn: number }] : []
  })
  return { path: `/${folderOf(present)}`, keys: [...replaced, { key: present.publicKey, replacedIn: null }] }
}
