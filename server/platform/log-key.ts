import {
  createPrivateKey,
  createPublicKey,
  hash,
  randomBytes,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { base64Of, ed25519, keyHashInput, signatureLine } from '#contract/projects/log/note.ts'

import type { Config } from '../config.ts'

/** A key that signs the public log. */
export interface LogSigner {
  /** The name of the log: its address without https://. */
  name: string
  keyHash: string
  /** The public key, as readers of signed notes know it. */
  publicKey: string
  /** Signs a text and returns the line of the signature. */
  signatureOf(text: string): string
}

/**
 * The keys that sign the public log, the present one last: those of LOG_KEY, or in a demo with its own store one that is
 * created once in the data folder. None means that nothing is signed. Throws an Error in plain words.
 */
export function logKeysOf(
  config: Pick<Config, 'logKey' | 'makesLogKey' | 'dataDir' | 'publicUrl'>,
): readonly LogSigner[] {
  if (config.logKey) return readSigners(config.logKey)
  if (!config.makesLogKey) return []
  const file = join(config.dataDir, 'log-key')
  if (!existsSync(file)) createOnce(file, newLogKey(`${new URL(config.publicUrl).host}/log`))
  return [readSigner(readFileSync(file, 'utf8').trim())]
}

/** Returns a new private key for a log, in the form that LOG_KEY has. */
export function newLogKey(name: string, seed = randomBytes(32)): string {
  const { keyHash } = signerOf(name, seed)
  return `${beginning}${name}+${keyHash}+${Buffer.from([ed25519, ...seed]).toString('base64')}`
}

const beginning = 'PRIVATE+KEY+'
/** The name of a log is where it lies: its host and its path. */
const logName = /^[^\s+/]+\/log(?:\/\d+)?$/

function readSigners(text: string): LogSigner[] {
  const signers = text.trim().split(/\s+/).map(readSigner)
  const [first, second, third] = signers
  if (third)
    throw new Error('LOG_KEY is not usable: expected one key, or two while the second replaces the first.')
  if (second && (second.name !== first!.name || second.publicKey === first!.publicKey))
    throw new Error('LOG_KEY is not usable: expected two different keys with one name.')
  return signers
}

function readSigner(text: string): LogSigner {
  const [, name, keyHash, base64] =
    /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (!name || bytes.length !== 33 || bytes[0] !== ed25519)
    throw new Error('LOG_KEY is not usable: expected a key that `npm run log -- key` makes.')
  if (!logName.test(name))
    throw new Error(`LOG_KEY is not usable: expected the name host/log or host/log/2, and not ${name}.`)
  const signer = signerOf(name, bytes.subarray(1))
  if (signer.keyHash !== keyHash) throw new Error('LOG_KEY is not usable: a sign of it is wrong.')
  return signer
}

function signerOf(name: string, seed: Buffer): LogSigner {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const raw = publicBytes(key)
  const keyHash = hash('sha256', keyHashInput(name, raw)).slice(0, 8)
  return {
    name,
    keyHash,
    publicKey: `${name}+${keyHash}+${base64Of(Uint8Array.from([ed25519, ...raw]))}`,
    signatureOf: (text) => signatureLine(name, keyHash, sign(null, Buffer.from(text), key)),
  }
}

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const publicBytes = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)

/** Creates the file atomically: only one of several processes creates it. */
function createOnce(file: string, text: string) {
  const tempFile = `${file}.${randomUUID()}`
  writeFileSync(tempFile, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(tempFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(tempFile)
  }
}
