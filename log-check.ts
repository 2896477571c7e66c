/*
 * Checks a shop's public log from outside: `node log-check.ts URL FILE [KEY]`, or `npm run log:check -- URL FILE [KEY]`.
 *
 * It reads the whole log at URL (https://shop.example/log), proves that its entries make the tree that the newest
 * checkpoint names, that the checkpoint is signed by the log's key, and that it continues the one in FILE, which it then
 * replaces. Without FILE it trusts KEY, or the key that the shop states. Run it every day, and keep FILE out of the
 * shop's reach. Exit code 0: all is well. 1: the log is not what it should be; the line says what. 2: it could not be
 * read.
 *
 * This file needs only Node 22.18 or newer and imports nothing of the shop, so that it can be read, kept and changed by
 * whoever runs it. The format: docs/verified.md.
 */
import { createPublicKey, hash, verify } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

class Fault extends Error {}

const [url, file, givenKey] = process.argv.slice(2)
if (!url || !file) {
  console.error('Usage: node log-check.ts URL FILE [KEY]')
  process.exit(2)
}
try {
  console.log(await check(url.replace(/\/+$/, ''), file, givenKey))
} catch (error) {
  const { message } = error as Error
  console.error(error instanceof Fault ? message : `The log could not be read: ${message}`)
  process.exitCode = error instanceof Fault ? 1 : 2
}

async function check(log: string, kept: string, key: string | undefined): Promise<string> {
  const text = existsSync(kept) ? readFileSync(kept, 'utf8') : ''
  const earlier = text ? readKept(text) : undefined
  // Asked past caches: one of some seconds ago would look like dropped entries.
  const note = (await read(log, 'checkpoint', `?${Date.now()}`)).toString()
  const checkpoint = readCheckpoint(note)
  if (earlier && checkpoint.origin !== earlier.checkpoint.origin)
    throw new Fault(`This is another log: ${checkpoint.origin}, and not ${earlier.checkpoint.origin}.`)
  if (earlier && checkpoint.size < earlier.checkpoint.size)
    throw new Fault(
      `The log is shorter than it was: ${checkpoint.size} entries, and ${earlier.checkpoint.size} before. Entries were dropped.`,
    )
  const leaves = await readLeaves(log, checkpoint.size)
  const hashes = leaves.map((leaf) => sha256(Buffer.from([0]), leaf))
  // What was seen before comes first: a changed entry is named as such, and not as a fault of the tree.
  if (earlier && rootOf(hashes.slice(0, earlier.checkpoint.size)) !== earlier.checkpoint.root)
    throw new Fault(
      checkpoint.size === earlier.checkpoint.size && checkpoint.root !== earlier.checkpoint.root
        ? `The log has ${checkpoint.size} entries as before, and others: they were changed.`
        : `The log does not continue the checkpoint of ${earlier.checkpoint.size} entries: earlier entries were changed.`,
    )
  if (rootOf(hashes) !== checkpoint.root)
    throw new Fault('The entries do not make the tree that the checkpoint names.')
  await requireTiles(log, hashes)
  const first = earlier?.first ?? (await firstKey(log, leaves[0], key))
  const keys = followKeys(leaves, first)
  for (const known of [earlier?.present, key])
    if (known && !keys.includes(known)) throw new Fault(`The key ${known} is none of this log.`)
  const present = keys.at(-1)!
  if (!isSigned(note, present))
    throw new Fault('The checkpoint is not signed by the key of this log, and no entry announces another.')
  // Renamed, so that a run that is cut off loses nothing.
  writeFileSync(`${kept}.new`, `${first} ${present}\n${note}`)
  renameSync(`${kept}.new`, kept)
  const since = earlier ? `, ${checkpoint.size - earlier.checkpoint.size} of them new` : ''
  return `${checkpoint.origin}: ${checkpoint.size} entries${since}, all is well.`
}

/** Reads what an earlier run has kept: the first key of the log and the one of that day, then the checkpoint. */
function readKept(text: string) {
  const end = text.indexOf('\n')
  const [first = '', present = ''] = text.slice(0, end).split(' ')
  const note = text.slice(end + 1)
  if (!isSigned(note, present)) throw new Error('FILE is not what an earlier run wrote.')
  return { first, present, checkpoint: readCheckpoint(note) }
}

/** The key with which a log began: KEY, or the one that the shop states, as for a KEY that came later. */
async function firstKey(log: string, leaf: Buffer | undefined, key: string | undefined): Promise<string> {
  return key && (!leaf || isSigned(leaf.toString(), key)) ? key : statedKey(log)
}

async function statedKey(log: string): Promise<string> {
  const answer = await get(new URL('/api/verify/log', log))
  if (!answer.ok) throw new Error(`/api/verify/log: ${answer.status}`)
  const { log: facts } = (await answer.json()) as { log: { keys: { key: string }[] } | null }
  if (!facts) throw new Error('The shop says that it keeps no log.')
  console.log(`Trusting the key that the shop states: ${facts.keys[0]!.key}`)
  return facts.keys[0]!.key
}

function get(url: string | URL): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(60_000) })
}

async function read(log: string, path: string, query = ''): Promise<Buffer> {
  const answer = await get(`${log}/${path}${query}`)
  if (answer.status === 404) throw new Fault(`A part of the log is missing: ${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

function readCheckpoint(note: string) {
  const [origin = '', size = '', root = ''] = note.split('\n')
  if (!/^\d{1,15}$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root))
    throw new Fault('This is no checkpoint of a log.')
  return { origin, size: Number(size), root }
}

/** Reads all entries: tiles of 256, each entry behind its length in two bytes. */
async function readLeaves(log: string, size: number): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256)
    const path = pathOf('entries', index, width)
    const bytes = await read(log, path)
    let count = 0
    for (let at = 0; at < bytes.length; count++) {
      const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0
      const leaf = bytes.subarray(at + 2, at + 2 + length)
      if (at + 2 > bytes.length || leaf.length < length)
        throw new Fault(`A part of the log is cut off: ${path}`)
      leaves.push(leaf)
      at += 2 + length
    }
    if (count !== width) throw new Fault(`A part of the log is cut off or too long: ${path}`)
  }
  return leaves
}

/** The path of a tile: the digits of its number in groups of three. */
function pathOf(level: number | 'entries', index: number, width: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!
  const folders = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group))
  return `tile/${level}/${folders.join('/')}${width < 256 ? `.p/${width}` : ''}`
}

/** Throws unless the tiles of hashes are those of the entries, at all levels. */
async function requireTiles(log: string, leaves: Buffer[]) {
  let hashes = leaves
  for (let level = 0; hashes.length > 0; level++) {
    for (let index = 0; index * 256 < hashes.length; index++) {
      const tile = hashes.slice(index * 256, index * 256 + 256)
      const path = pathOf(level, index, tile.length)
      const bytes = await read(log, path)
      if (bytes.length !== tile.length * 32)
        throw new Fault(`A part of the log is cut off or too long: ${path}`)
      if (!bytes.equals(Buffer.concat(tile)))
        throw new Fault(`A part of the log does not fit its entries: ${path}`)
    }
    hashes = Array.from({ length: Math.floor(hashes.length / 256) }, (_, index) =>
      treeOf(hashes.slice(index * 256, index * 256 + 256)),
    )
  }
}

/** The root of a Merkle tree (RFC 9162, 2.1.1), in base64. */
function rootOf(hashes: Buffer[]): string {
  return (hashes.length === 0 ? sha256() : treeOf(hashes)).toString('base64')
}

function treeOf(hashes: Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]!
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return sha256(Buffer.from([1]), treeOf(hashes.slice(0, split)), treeOf(hashes.slice(split)))
}

function sha256(...parts: Buffer[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer')
}

/**
 * Throws unless each entry is signed by the key that was the log's at its place, and says nothing twice. Returns the
 * keys of the log in their order: each but the first was announced by the one before.
 */
function followKeys(leaves: Buffer[], first: string): string[] {
  const keys = [first]
  const lastSaid = new Map<string, string>()
  for (const [number, leaf] of leaves.entries()) {
    const note = leaf.toString()
    const key = keys.at(-1)!
    if (isSigned(note, key)) {
      const next = /^readymade log key v1\nold (\S+)\nnew (\S+)\n/.exec(note)
      if (next?.[1] === key) keys.push(next[2]!)
    } else throw new Fault(`Entry ${number} is not signed by the key of this log.`)
    const said = /^readymade statement v1\n(\w+)\nproject (\S+)\nrelease \d+\nfiles (\S+)\n/.exec(note)
    if (!said) continue
    const about = `${said[2]} ${said[3]}`
    if (lastSaid.get(about) === said[1]) throw new Fault(`Entry ${number} says again what was said before.`)
    lastSaid.set(about, said[1]!)
  }
  return keys
}

/** Whether a key has signed a note (c2sp.org/signed-note). */
function isSigned(note: string, key: string): boolean {
  const [, name, keyHash, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key) ?? []
  const end = note.lastIndexOf('\n\n')
  const raw = Buffer.from(base64 ?? '', 'base64')
  if (end < 0 || raw.length !== 33 || raw[0] !== 1) return false
  const text = Buffer.from(note.slice(0, end + 1))
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw.subarray(1)])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [mark, signer, signature] = line.split(' ')
      const bytes = Buffer.from(signature ?? '', 'base64')
      const isOurs = mark === '\u2014' && signer === name && bytes.toString('hex', 0, 4) === keyHash
      return isOurs && verify(null, text, publicKey, bytes.subarray(4))
    })
}
