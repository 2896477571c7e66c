import {
  bytesOf,
  type Checkpoint,
  type LogKey,
  type Note,
  readCheckpoint,
  readLogKey,
  readNote,
  utf8,
} from './note.ts'
import { LogProblem } from './problem.ts'
import {
  consistencyRanges,
  inclusionRanges,
  leafHash,
  requireContinuation,
  requireInclusion,
  type Sha256,
} from './proofs.ts'
import { readStatement, type ReleaseStatement } from './statement.ts'
import { hashReader, readEntries, type ReadFile, tilePath, tileWidth, widthOf } from './tiles.ts'

/** The cryptography that checks a log, such as the browser's. */
export interface LogCrypto {
  sha256: Sha256
  /** Whether a signature of Ed25519 is that of a message. */
  verify: (key: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>
}
type Bytes = Uint8Array<ArrayBuffer>

/** A log to check: its files, and its public keys with the statements that replaced them, the present one last. */
export interface LogToCheck {
  crypto: LogCrypto
  read: ReadFile
  keys: readonly { key: string; replacedIn: number | null }[]
}

/** What was seen of a log before: its newest checkpoint, and the key that signed it. */
export interface SeenLog {
  note: string
  key: string
}

/**
 * Reads the newest checkpoint of a log, which its present key has to have signed. Throws a LogProblem for anything else.
 */
export async function openLog({ crypto, read, keys }: LogToCheck) {
  const note = text(await read('checkpoint'))
  const checkpoint = await signedCheckpoint(crypto, note, keys.at(-1)?.key ?? '')
  const { size } = checkpoint
  const root = bytesOf(checkpoint.root)
  const hashOf = hashReader(crypto.sha256, size, read)
  const hashesOf = (ranges: Parameters<typeof hashOf>[0][]) =>
    Promise.all(ranges.map((range) => hashOf(range)))

  /** Reads a leaf, which is a signed note, and proves that it is in the log at its place. */
  async function leafAt(number: number): Promise<Note> {
    if (number >= size) throw new LogProblem('leaf', `entry ${number}`)
    const index = Math.floor(number / tileWidth)
    const width = widthOf(0, index, size)
    const path = tilePath('entries', index, width)
    const leaf = readEntries(await read(path), width, path)[number % tileWidth]!
    const proof = await hashesOf(inclusionRanges(number, [0, size]))
    const hash = await leafHash(crypto.sha256, leaf)
    await requireInclusion(crypto.sha256, { leaf: hash, index: number, size, proof, root })
    const signed = readNote(text(leaf))
    if (!signed) throw new LogProblem('statement', `entry ${number}`)
    return signed
  }

  /** Reads what the log says of a release at a place, signed by a key of the log. */
  async function statementAt(number: number): Promise<ReleaseStatement> {
    const leaf = await leafAt(number)
    const said = readStatement(leaf.text)
    const isSigned = await anyOf(keys.map(({ key }) => isSignedBy(crypto, leaf, readLogKey(key))))
    if (!said || !isSigned) throw new LogProblem('statement', `entry ${number}`)
    return said
  }

  /** Proves that the log continues an earlier checkpoint of it, whose signature is checked by its key. */
  async function requireContinues(seen: SeenLog): Promise<Checkpoint> {
    await requireSuccession(seen.key)
    const before = await signedCheckpoint(crypto, seen.note, seen.key)
    const tree = { size: before.size, root: bytesOf(before.root) }
    const proof =
      before.size > 0 && before.size < size ? await hashesOf(consistencyRanges(before.size, [0, size])) : []
    await requireContinuation(crypto.sha256, tree, { size, root }, proof)
    return before
  }

  /** Throws unless the log announced, signed by an earlier key, the one that came after it, up to the present one. */
  async function requireSuccession(key: string) {
    let at = keys.findIndex((known) => known.key === key)
    if (at < 0) throw new LogProblem('key')
    for (; at < keys.length - 1; at++) {
      const [{ key: old, replacedIn }, next] = [keys[at]!, keys[at + 1]!]
      const leaf = await leafAt(replacedIn ?? size)
      const says = `readymade log key v1\nold ${old}\nnew ${next.key}\n`
      if (!leaf.text.startsWith(says) || !(await isSignedBy(crypto, leaf, readLogKey(old))))
        throw new LogProblem('key', `entry ${replacedIn}`)
    }
  }

  /** Throws unless the log came after another one whose key was stolen, which its first entry says. */
  async function requireSuccessor() {
    const leaf = await leafAt(0)
    if (!leaf.text.startsWith('readymade log v1\ncontinues ')) throw new LogProblem('other')
  }

  return { note, checkpoint, statementAt, requireContinues, requireSuccessor }
}

/** Reads a checkpoint that a key has signed. Throws a LogProblem for any other. */
export async function signedCheckpoint(crypto: LogCrypto, text: string, key: string): Promise<Checkpoint> {
  const [note, logKey] = [readNote(text), readLogKey(key)]
  if (!note) throw new LogProblem('checkpoint')
  const checkpoint = readCheckpoint(note.text)
  if (!logKey || !(await isSignedBy(crypto, note, logKey))) throw new LogProblem('signature')
  if (checkpoint.origin !== logKey.name) throw new LogProblem('checkpoint')
  return checkpoint
}

/** Whether a key has signed a note. */
async function isSignedBy({ verify }: LogCrypto, note: Note, key: LogKey | undefined): Promise<boolean> {
  const line = note.signatures.find((one) => one.name === key?.name && one.keyHash === key.keyHash)
  return line && key ? verify(key.publicKey, line.signature, utf8(note.text)) : false
}

const anyOf = async (all: Promise<boolean>[]) => (await Promise.all(all)).includes(true)

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
