import { createHash, hkdfSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { z } from 'zod'

import { sameText, sign } from '../../platform/crypto.ts'

export interface Checksum {
  sha256: string
  size: number
}

/** Creates a writer of files into a folder, which records the checksum and size of each. */
export function createWriter(folder: string) {
  const sums = new Map<string, Checksum>()
  return {
    sums,
    async write(name: string, bytes: Readable | string) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      const { through, summed } = summing()
      await pipeline(
        typeof bytes === 'string' ? Readable.from([Buffer.from(bytes)]) : bytes,
        through,
        createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      )
      sums.set(name, summed())
    },
    /** Adds a file of an earlier backup on the same disk as a link to it. */
    async link(name: string, earlier: string, sum: Checksum) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await link(join(earlier, name), path)
      sums.set(name, sum)
    },
    /** Writes the list of checksums, and the manifest with the checksum of the list, signed with the secret. */
    async finish(facts: BackupFacts, secret: string) {
      const list = [...sums].map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join('')
      await writeFile(join(folder, names.sums), list, { flag: 'wx', mode: 0o600, flush: true })
      const sha256 = createHash('sha256').update(list).digest('hex')
      const manifest = { ...facts, format: 2 as const, sha256, secretMark: fingerprintOf(secret) }
      const text = JSON.stringify({ ...manifest, mac: macOf(manifest, secret) }, undefined, 2)
      await writeFile(join(folder, names.manifest), `${text}\n`, { flag: 'wx', mode: 0o600, flush: true })
    },
  }
}

/** Returns a transform that counts and hashes the bytes that pass through. */
function summing() {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      size += piece.length
      done(null, piece)
    },
  })
  return { through, summed: (): Checksum => ({ sha256: hash.digest('hex'), size }) }
}

export async function checksumOf(bytes: Readable): Promise<Checksum> {
  const { through, summed } = summing()
  await pipeline(bytes, through.resume())
  return summed()
}

/**
 * Reads a backup and verifies that it was made with the secret, and the checksum of every file in it; returns its
 * manifest and checksums. Throws an Error that names what is wrong.
 */
export async function readVerified(
  folder: string,
  secret: string | undefined,
): Promise<{ manifest: Manifest; sums: Map<string, Checksum> }> {
  const { manifest, list } = await readSigned(folder, secret)
  const sums = new Map<string, Checksum>()
  const faults: string[] = []
  for (const [name, sha256] of list) {
    const found = await checksumOfFile(join(folder, name))
    if (!found) faults.push(`${name} is missing`)
    else if (found.sha256 !== sha256) faults.push(`${name} was changed`)
    else sums.set(name, found)
  }
  if (faults.length > 0) throw new Error(`The backup is damaged: ${listFaults(faults)}.`)
  return { manifest, sums }
}

/**
 * Reads what a backup says of itself and verifies that it was made with the secret; returns its manifest and the
 * SHA-256 of each of its files by name, none of which it reads. Throws an Error that names what is wrong.
 */
export async function readSigned(
  folder: string,
  secret: string | undefined,
): Promise<{ manifest: Manifest; list: Map<string, string> }> {
  const manifest = await readManifest(folder)
  if (secret === undefined || fingerprintOf(secret) !== manifest.secretMark)
    throw new Error(
      'SECRET is not the one of the shop that was backed up; set SECRET to that one, or put its file into DATA_DIR as `secret`.',
    )
  if (!sameText(macOf(manifest, secret), manifest.mac))
    throw new Error(
      `The backup is not as it was made: ${names.manifest} was changed by somebody without SECRET.`,
    )
  const text = await readFile(join(folder, names.sums), 'utf8').catch(() => '')
  if (createHash('sha256').update(text).digest('hex') !== manifest.sha256)
    throw new Error(`The backup is damaged: ${names.sums} is missing or was changed.`)
  const list = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [sha256, name] = [line.slice(0, 64), line.slice(66)]
    if (!isPlainName(name)) throw new Error(`The backup names a file that it cannot hold: ${name}`)
    list.set(name, sha256)
  }
  return { manifest, list }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, names.manifest), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new Error(`There is no finished backup in ${folder}: it has no ${names.manifest}.`)
  let isEarlier = false
  try {
    const read = JSON.parse(text) as { format?: unknown }
    isEarlier = read.format === 1
    return Manifest.parse(read)
  } catch (error) {
    if (isEarlier)
      throw new Error(
        'The backup is of an earlier format, which does not prove that nobody changed it: back up anew.',
        { cause: error },
      )
    throw new Error(`The backup is damaged: ${names.manifest} cannot be read.`, { cause: error })
  }
}

async function checksumOfFile(path: string): Promise<Checksum | undefined> {
  const file = await open(path).catch(() => undefined)
  return file && checksumOf(createReadStream('', { fd: file }))
}

/** Lists the first 20 faults, and how many more there are. */
export const listFaults = (faults: string[]): string =>
  faults.slice(0, 20).join('; ') + (faults.length > 20 ? `; and ${faults.length - 20} more` : '')

/**
 * The names of files and folders in a backup. Every file but the manifest is in `sums`, in the format of `sha256sum
 * -c`.
 */
export const names = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  sequences: 'sequences.json',
  tables: 'tables',
  objects: 'objects',
} as const

/** The manifest of a backup, written last: a folder without it is no finished backup. */
export const Manifest = z.object({
  format: z.literal(2),
  madeAt: z.iso.datetime(),
  /** The checksum of the list of checksums. */
  sha256: z.string(),
  /** The migrations that made its tables, and the version of the queue's tables; null when it has none. */
  schema: z.object({ migrations: z.array(z.string()), queue: z.int().nullable() }),
  /** The number of rows by table. */
  tables: z.record(z.string(), z.int()),
  ledger: z.object({ entries: z.int(), sha256: z.string() }),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** Identifies the secret of the backup without revealing it. */
  secretMark: z.string(),
  /** The HMAC of all the rest by the secret, which proves that nobody without it has changed the backup. */
  mac: z.string(),
})
export type Manifest = z.infer<typeof Manifest>
/** The part of the manifest that says what was backed up. */
export type BackupFacts = Omit<Manifest, 'format' | 'sha256' | 'secretMark' | 'mac'>

/**
 * The same whatever the order of the keys, which differs between a manifest that is written and one that was parsed.
 */
function macOf(manifest: Omit<Manifest, 'mac'>, secret: string): string {
  const { format, madeAt, sha256, schema, tables, ledger, objects, secretMark } = manifest
  const facts = [format, madeAt, sha256, secretMark, schema.migrations, schema.queue, Object.entries(tables)]
  const figures = [ledger.entries, ledger.sha256, objects.count, objects.bytes]
  return sign(secret, 'backup', JSON.stringify([...facts, ...figures]))
}

/** Returns the fingerprint of a secret for the manifest. */
const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'backup', 16)).toString('hex')

/** Whether a file name means the same on every system and stays in its folder; all names that we store do. */
export const isPlainName = (name: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => part === '.' || part === '..')

/** Returns the figures for comparing a backup with what was restored. */
export function summaryOf({ madeAt, tables, ledger, objects }: BackupFacts): string {
  const rows = Object.values(tables).reduce((all, count) => all + count, 0)
  return [
    `Made at ${madeAt}.`,
    `${Object.keys(tables).length} tables with ${rows} rows.`,
    `Ledger: ${ledger.entries} entries, sha256 ${ledger.sha256}.`,
    `${objects.count} files of ${objects.bytes} bytes.`,
  ].join('\n')
}
