import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { isPlainName, Manifest, names } from './format.ts'

export interface Summed {
  sha256: string
  size: number
}

/** Writes files into a folder and keeps the sum of each. */
export function writerInto(folder: string) {
  const sums = new Map<string, Summed>()
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
    /** The list of sums and the manifest that vouches for it. */
    async finish(manifest: Omit<Manifest, 'sha256'>) {
      const list = [...sums].map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join('')
      await writeFile(join(folder, names.sums), list, { flag: 'wx', mode: 0o600, flush: true })
      const sha256 = createHash('sha256').update(list).digest('hex')
      const text = JSON.stringify({ ...manifest, sha256 }, undefined, 2)
      await writeFile(join(folder, names.manifest), `${text}\n`, { flag: 'wx', mode: 0o600, flush: true })
    },
  }
}

/** What passes through is counted and summed. */
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
  return { through, summed: (): Summed => ({ sha256: hash.digest('hex'), size }) }
}

export async function sumOf(bytes: Readable): Promise<Summed> {
  const { through, summed } = summing()
  await pipeline(bytes, through.resume())
  return summed()
}

/** The manifest of a backup and the sum of every file in it, each file read and compared. Throws an Error that names what is wrong. */
export async function readProven(folder: string): Promise<{ manifest: Manifest; sums: Map<string, Summed> }> {
  const manifest = await readManifest(folder)
  const list = await readFile(join(folder, names.sums), 'utf8').catch(() => '')
  if (createHash('sha256').update(list).digest('hex') !== manifest.sha256)
    throw new Error(`The backup is damaged: ${names.sums} is missing or was changed.`)
  const sums = new Map<string, Summed>()
  const faults: string[] = []
  for (const line of list.split('\n').slice(0, -1)) {
    const [sha256, name] = [line.slice(0, 64), line.slice(66)]
    if (!isPlainName(name)) throw new Error(`The backup names a file that it cannot hold: ${name}`)
    const found = await sumOfFile(join(folder, name))
    if (!found) faults.push(`${name} is missing`)
    else if (found.sha256 !== sha256) faults.push(`${name} was changed`)
    else sums.set(name, found)
  }
  if (faults.length > 0) throw new Error(`The backup is damaged: ${listed(faults)}.`)
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

async function sumOfFile(path: string): Promise<Summed | undefined> {
  const file = await open(path).catch(() => undefined)
  return file && sumOf(createReadStream('', { fd: file }))
}

/** The first of many faults, and how many there are. */
export const listed = (faults: string[]): string =>
  faults.slice(0, 20).join('; ') + (faults.length > 20 ? `; and ${faults.length - 20} more` : '')
