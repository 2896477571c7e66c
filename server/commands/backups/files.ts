import { createHash, hkdfSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { z } from 'zod'

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
    /** Writes the list of checksums, and the manifest with the checksum of the list. */
    async finish(manifest: Omit<Manifest, 'sha256'>) {
      const list = [...sums].map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join('')
      await writeFile(join(folder, names.sums), list, { flag: 'wx', mode: 0o600, flush: true })
      const sha256 = createHash('sha256').update(list).digest('hex')
      const text = JSON.stringify({ ...manifest, sha256 }, undefined, 2)
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
 * Reads a backup and verifies the checksum of every file in it; returns its manifest and checksums. Throws an Error
 * that names what is wrong.
 */
export async function readVerified(
  folder: string,
): Promise<{ manifest: Manifest; sums: Map<string, Checksum> }> {
  const manifest = await readManifest(folder)
  const list = await readFile(join(folder, names.sums), 'utf8').catch(() => '')
  if (createHash('sha256').update(list).digest('hex') !== manifest.sha256)
    throw new Error(`The backup is damaged: ${names.sums} is missing or was changed.`)
  const sums = new Map<string, Checksum>()
  const faults: string[] = []
  for (const line of list.split('\n').slice(0, -1)) {
    const [sha256, name] = [line.slice(0, 64), line.slice(66)]
    if (!isPlainName(name)) throw new Error(`The backup names a file that it cannot hold: ${name}`)
    const found = await checksumOfFile(join(folder, name))
    if (!found) faults.push(`${name} is missing`)
    else if (found.sha256 !== sha256) faults.push(`${name} was changed`)
    else sums.set(name, found)
  }
  if (faults.length > 0) throw new Error(`The backup is damaged: ${listFaults(faults)}.`)
  return { manifest, sums }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, names.manifest), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new Error(`There is no finished backup in ${folder}: it has no ${names.manifest}.`)
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
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
  migrations: 'schema/migrations',
  functions: 'schema/functions',
  queue: 'schema/queue.sql',
  sequences: 'sequences.json',
  tables: 'tables',
  objects: 'objects',
  secret: 'secret',
} as const

/** The manifest of a backup, written last: a folder without it is no finished backup. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The checksum of the list of checksums. */
  sha256: z.string(),
  /** The number of rows by table. */
  tables: z.record(z.string(), z.int()),
  ledger: z.object({ entries: z.int(), sha256: z.string() }),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** Identifies the secret of the backup without revealing it. */
  secretMark: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Returns the fingerprint of a secret for the manifest. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'backup', 16)).toString('hex')

/** Whether a file name means the same on every system and stays in its folder; all names that we store do. */
export const isPlainName = (name: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => part === '.' || part === '..')

/** Returns the figures for comparing a backup with what was restored. */
export function summaryOf({ madeAt, tables, ledger, objects }: Omit<Manifest, 'sha256'>): string {
  const rows = Object.values(tables).reduce((all, count) => all + count, 0)
  return [
    `Made at ${madeAt}.`,
    `${Object.keys(tables).length} tables with ${rows} rows.`,
    `Ledger: ${ledger.entries} entries, sha256 ${ledger.sha256}.`,
    `${objects.count} files of ${objects.bytes} bytes.`,
  ].join('\n')
}
