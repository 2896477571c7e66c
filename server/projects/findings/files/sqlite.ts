/** A table: the names of its columns, in lower case, and the first of its rows. */
interface Table {
  name: string
  columns: string[]
  rows: Value[][]
}
type Value = string | number | null

/** Limits, because the file comes from a stranger: tables, rows of each, pages in all, bytes of a row. */
const max = { tables: 200, rows: 200, pages: 5000, rowBytes: 16 * 1024 }

/**
 * Reads the tables of a SQLite file as the documentation of its format describes, without running anything of it.
 * Views, virtual tables and tables without row ids are left out, and so is what a damaged page keeps from being read.
 */
export function tablesOf(bytes: Uint8Array): Table[] {
  if (!isDatabase(bytes)) return []
  const database = new Database(bytes)
  return database
    .rows(1, max.tables * 5)
    .flatMap(([kind, name, , root, sql]) =>
      kind === 'table' && typeof name === 'string' && typeof root === 'number' && typeof sql === 'string'
        ? [{ name: name.toLowerCase(), columns: columnsOf(sql), root }]
        : [],
    )
    .slice(0, max.tables)
    .map(({ name, columns, root }) => ({ name, columns, rows: database.rows(root, max.rows) }))
}

/** Tells whether a file is one of SQLite, by its first bytes. */
const isDatabase = (bytes: Uint8Array): boolean =>
  bytes.length >= 512 && bufferOf(bytes).toString('latin1', 0, 16) === 'SQLite format 3\0'

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

class Database {
  readonly #bytes: Buffer
  readonly #pageSize: number
  readonly #usable: number
  readonly #encoding: 'utf8' | 'utf16le'
  #pagesLeft = max.pages

  constructor(bytes: Uint8Array) {
    this.#bytes = bufferOf(bytes)
    const size = this.#bytes.readUInt16BE(16)
    this.#pageSize = size === 1 ? 65_536 : Math.max(size, 512)
    this.#usable = this.#pageSize - this.#bytes[20]!
    this.#encoding = this.#bytes.readUInt32BE(56) === 2 ? 'utf16le' : 'utf8'
  }

  /** The first rows of the table whose tree begins at a page. */
  rows(root: number, count: number): Value[][] {
    const rows: Value[][] = []
    const open = [root]
    const seen = new Set(open)
    while (open.length > 0 && rows.length < count && this.#pagesLeft-- > 0) {
      for (const child of this.#readPage(open.shift()!, rows, count))
        if (!seen.has(child) && seen.size < max.pages) {
          seen.add(child)
          open.push(child)
        }
    }
    return rows
  }

  /** Adds the rows of a page and answers the pages below it. Leaves out what is damaged. */
  #readPage(page: number, rows: Value[][], count: number): number[] {
    const start = (page - 1) * this.#pageSize
    const header = page === 1 ? 100 : start
    const children: number[] = []
    try {
      const kind = this.#bytes[header]
      const cells = this.#bytes.readUInt16BE(header + 3)
      if (kind === 5) {
        for (let cell = 0; cell < cells; cell++)
          children.push(this.#bytes.readUInt32BE(start + this.#bytes.readUInt16BE(header + 12 + 2 * cell)))
        children.push(this.#bytes.readUInt32BE(header + 8))
      }
      if (kind === 13)
        for (let cell = 0; cell < cells && rows.length < count; cell++)
          rows.push(this.#record(start + this.#bytes.readUInt16BE(header + 8 + 2 * cell)))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    return children
  }

  /** The values of a row. */
  #record(at: number): Value[] {
    const [length, afterLength] = varint(this.#bytes, at)
    const [, begin] = varint(this.#bytes, afterLength)
    const payload = this.#payload(length, begin)
    const [headerLength, first] = varint(payload, 0)
    const values: Value[] = []
    let value = headerLength
    for (let place = first; place < headerLength && values.length < 1000;) {
      const [type, next] = varint(payload, place)
      place = next
      const size = sizeOf(type)
      if (value + size > payload.length) break
      values.push(this.#value(payload, value, type, size))
      value += size
    }
    return values
  }

  /** The bytes of a row, the pages that they overflow to included. */
  #payload(length: number, begin: number): Buffer {
    const largest = this.#usable - 35
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23
    const fitted = least + ((length - least) % (this.#usable - 4))
    const here = length <= largest ? length : fitted <= largest ? fitted : least
    const parts = [this.#bytes.subarray(begin, begin + here)]
    let left = Math.min(length, max.rowBytes) - here
    let next = length > here ? this.#bytes.readUInt32BE(begin + here) : 0
    while (left > 0 && next > 0 && this.#pagesLeft-- > 0) {
      const start = (next - 1) * this.#pageSize
      parts.push(this.#bytes.subarray(start + 4, start + 4 + Math.min(left, this.#usable - 4)))
      left -= this.#usable - 4
      next = this.#bytes.readUInt32BE(start)
    }
    return Buffer.concat(parts)
  }

  #value(bytes: Buffer, at: number, type: number, size: number): Value {
    if (type === 8 || type === 9) return type - 8
    if (type >= 1 && type <= 6)
      return size === 8 ? Number(bytes.readBigInt64BE(at)) : bytes.readIntBE(at, size)
    if (type === 7) return bytes.readDoubleBE(at)
    return type >= 13 && type % 2 === 1 ? bytes.toString(this.#encoding, at, at + size) : null
  }
}

const sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]
const sizeOf = (type: number) => (type < 12 ? sizes[type]! : Math.floor((type - 12) / 2))

/** A number of one to nine bytes, seven bits in each, and the index after it. Throws RangeError beyond the end. */
function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(at + index)
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + index + 1]
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9]
}

/** The names of the columns that a CREATE TABLE statement defines. */
export function columnsOf(sql: string): string[] {
  const parts: string[] = []
  let [depth, part] = [0, '']
  for (const [sign] of sql
    .slice(sql.indexOf('(') + 1, max.rowBytes)
    .matchAll(/"[^"]*"|'[^']*'|`[^`]*`|\[[^\]]*\]|[^]/g)) {
    if (sign === '(') depth++
    if (sign === ')' && depth-- === 0) break
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
    .map((one) => /^\s*(?:--[^\n]*\n\s*)*(?:["'`[]([^"'`\]]+)|(\w+))/.exec(one))
    .flatMap((found) => (found ? [(found[1] ?? found[2]!).toLowerCase()] : []))
    .filter((name) => !/^(?:primary|foreign|unique|check|constraint|key|index|fulltext)$/.test(name))
}
