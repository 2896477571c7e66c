import { LogProblem } from './problem.ts'

/** A signed note (c2sp.org/signed-note): a text that ends with a line break, and who signed it. */
export interface Note {
  text: string
  signatures: NoteSignature[]
}

interface NoteSignature {
  name: string
  /** The first four bytes of the hash of name and key. */
  keyHash: string
  signature: Uint8Array<ArrayBuffer>
}

/** A public key of a log, as its text names it: 'name+hash+base64'. */
export interface LogKey {
  name: string
  keyHash: string
  publicKey: Uint8Array<ArrayBuffer>
}

/** Reads a signed note; undefined when it is none. */
export function readNote(note: string): Note | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return undefined
  const signatures: NoteSignature[] = []
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name, base64] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
    if (!name || !base64) return undefined
    const bytes = bytesOf(base64)
    if (bytes.length < 5) return undefined
    signatures.push({ name, keyHash: hexOf(bytes.subarray(0, 4)), signature: bytes.slice(4) })
  }
  return { text: note.slice(0, end + 1), signatures }
}

/** Reads a public key; undefined when it is none of Ed25519. */
export function readLogKey(text: string): LogKey | undefined {
  const [, name, keyHash, base64] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  const bytes = base64 ? bytesOf(base64) : new Uint8Array()
  if (!name || !keyHash || bytes.length !== 33 || bytes[0] !== ed25519) return undefined
  return { name, keyHash, publicKey: bytes.slice(1) }
}

/** The algorithm of a signed note's key. */
export const ed25519 = 1

/** Returns the bytes whose SHA-256 begins with the hash of a key. */
export const keyHashInput = (name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...utf8(`${name}\n`), ed25519, ...publicKey])

/** What a checkpoint says (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  origin: string
  size: number
  /** The root of the tree, in base64. */
  root: string
}

/** Reads the text of a checkpoint. Throws a LogProblem for any other text. */
export function readCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (origin === '' || !/^(?:0|[1-9]\d{0,14})$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root))
    throw new LogProblem('checkpoint')
  return { origin, size: Number(size), root }
}

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${root}\n`

/** The signature line of a note. */
export const signatureLine = (name: string, keyHash: string, signature: Uint8Array): string =>
  `\u2014 ${name} ${base64Of(Uint8Array.from([...hexBytes(keyHash), ...signature]))}\n`

/** A checkpoint in one line, as a licence file has it: its size, its root and the signature. */
export function checkpointLine(note: string): string {
  const { size, root } = readCheckpoint(note)
  return `${size} ${root} ${note.trimEnd().split(' ').at(-1)!}`
}

/** The note of a checkpoint in one line; undefined for another text. */
export function checkpointOfLine(line: string, origin: string): string | undefined {
  const [, size, root, signature] = /^(\d+) (\S+) (\S+)$/.exec(line.trim()) ?? []
  return size && `${origin}\n${size}\n${root}\n\n\u2014 ${origin} ${signature}\n`
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const hexBytes = (hex: string) => Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
