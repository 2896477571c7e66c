import { isoDay } from '#contract/kit/format.ts'
import type { VerifiedFiles } from '#contract/orders/verified-files.ts'
import { type LogCrypto, openLog, type SeenLog, signedCheckpoint } from '#contract/projects/log/check.ts'
import { checkpointOfLine, readLogKey, readNote } from '#contract/projects/log/note.ts'
import { LogProblem } from '#contract/projects/log/problem.ts'
import type { ReadFile } from '#contract/projects/log/tiles.ts'

/** What a page could find out about the log. */
export type LogAnswer =
  /** Nothing is signed here. */
  | { state: 'unsigned' }
  /** The log does not know of these files, or not yet. */
  | { state: 'silent' | 'waiting'; size: number }
  /**
   * The log says the same, which is proven; `day` is what it says, `isLater` whether that is after the day that the
   * server says, `continues` how it was compared.
   */
  | {
      state: 'proven'
      number: number
      day: string
      isLater: boolean
      size: number
      continues: Continues[]
    }
  /** The log is not what it should be. */
  | { state: 'refused'; why: string }
  /** There was no connection. */
  | { state: 'unreachable' }

/** A checkpoint that the log continues, and where it was. */
export interface Continues {
  from: 'browser' | 'licence'
  size: number
}

/** What of the log is kept in this browser for the next time. */
interface LogMemory {
  seen: SeenLog | null
  remember: (seen: SeenLog) => void
}

/**
 * Checks that the log says of files what the server says, that it continues the checkpoint that this browser saw before,
 * and those of our licences among the files.
 */
export async function checkLog(
  files: VerifiedFiles,
  { contentHash, licences }: { contentHash: string; licences: readonly string[] },
  { crypto, read, memory }: { crypto: LogCrypto; read: ReadFile; memory: LogMemory },
): Promise<LogAnswer> {
  const { seen } = memory
  if (!files.log)
    return seen ? { state: 'refused', why: new LogProblem('gone').message } : { state: 'unsigned' }
  const { keys } = files.log
  const key = keys.at(-1)!.key
  try {
    const log = await openLog({ crypto, read, keys })
    const { size, origin } = log.checkpoint
    const continues: Continues[] = []
    if (seen && originOf(seen) === origin)
      continues.push({ from: 'browser', size: (await log.requireContinues(seen)).size })
    else if (seen) await log.requireSuccessor()
    for (const text of licences) {
      const known = await checkpointIn(text, crypto, keys)
      if (known && originOf(known) === origin)
        continues.push({ from: 'licence', size: (await log.requireContinues(known)).size })
    }
    memory.remember({ note: log.note, key })
    if (files.state === 'unknown') return { state: 'silent', size }
    const last = files.statements.at(-1)
    if (!last) return { state: 'silent', size }
    const kind = files.state === 'recalled' ? 'recalled' : 'approved'
    if (last.number === null || last.number >= size || last.kind !== kind) return { state: 'waiting', size }
    const said = await log.statementAt(last.number)
    if (said.contentHash !== contentHash || said.kind !== kind)
      throw new LogProblem('statement', `entry ${last.number}`)
    const isLater = said.day > isoDay(statedDay(files) ?? said.day)
    return { state: 'proven', number: last.number, day: said.day, isLater, size, continues }
  } catch (thrown) {
    if (thrown instanceof LogProblem) return { state: 'refused', why: thrown.message }
    return { state: 'unreachable' }
  }
}

/** When the server says that these files were verified or recalled last. */
const statedDay = ({ releases: [release] }: VerifiedFiles) =>
  release?.recall?.recalledAt ?? release?.verifiedAt

/**
 * The checkpoint in a licence file, when a key of the log has signed it. What somebody else wrote into that file accuses
 * nobody.
 */
async function checkpointIn(
  text: string,
  crypto: LogCrypto,
  keys: readonly { key: string }[],
): Promise<SeenLog | undefined> {
  const origin = /^Statement: +\d+ of (\S+)$/m.exec(text)?.[1]
  const line = /^Checkpoint: +(.+)$/m.exec(text)?.[1]
  const note = origin && line ? checkpointOfLine(line, origin) : undefined
  const signer = note && readNote(note)?.signatures[0]?.keyHash
  const key = keys.find((one) => readLogKey(one.key)?.keyHash === signer)?.key
  if (!note || !key) return undefined
  const isSigned = await signedCheckpoint(crypto, note, key).then(
    () => true,
    () => false,
  )
  return isSigned ? { note, key } : undefined
}

const originOf = ({ note }: SeenLog) => note.split('\n', 1)[0]

/**
 * Reads the files of a log in the browser. The checkpoint is asked past all caches: one of some seconds ago would look
 * like dropped entries.
 */
export const fetchLog =
  (path: string): ReadFile =>
  async (file) => {
    const answer = await fetch(`${path}/${file}${file === 'checkpoint' ? `?${Date.now()}` : ''}`)
    if (answer.status === 404) throw new LogProblem('missing', file)
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
