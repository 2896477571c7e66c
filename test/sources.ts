import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The product's own source and the demo, without tests and generated files. */
export const sources = globSync('{contract,demo,runner,server,web}/**/*.{ts,tsx}', {
  exclude: ['runner/stand-ins/**', 'runner/test/**'],
})
  .filter((file) => !/\.(?:test|d)\.tsx?$/.test(file) && file !== 'server/platform/database/tables.ts')
  .toSorted()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The room and the area of a file: its folder below the room, or its own name when it lies directly in the room. */
export function placeOf(file: string): { room: string; area: string; isRoot: boolean } {
  const [room = '', area = ''] = file.split('/')
  return { room, area: area.replace(/\.\w+$/, ''), isRoot: file.split('/').length === 2 }
}

export interface Import {
  from: string
  line: number
  to: string
}

/** All imports of one product file by another. */
export const imports: Import[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:from |import |import\()'([.#][^'?]*)/g)].map(({ 1: to, index }) => ({
    from: file,
    line: text.slice(0, index).split('\n').length,
    to: to!.startsWith('#') ? to!.slice(1) : posix.join(posix.dirname(file), to!),
  })),
)

/** The area that each file of functions and triggers belongs to. */
const areaOfFunctions: Record<string, string> = {
  audit: 'staff',
  catalogue: 'catalogue',
  contacts: 'content',
  editions: 'projects',
  invoices: 'orders',
  ledger: 'money',
  member_storage: 'accounts',
  off_sale: 'orders',
  page_changes: 'platform',
}

/** All places that insert into a table, update it or delete from it, with Kysely or in SQL, with their areas. */
export const tablesWritten = [
  ...sources
    .filter(({ file }) => file.startsWith('server/'))
    .map(({ file, text }) => ({ file, text, area: placeOf(file).area })),
  ...globSync('server/platform/database/functions/*.sql').map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
    area: areaOfFunctions[posix.basename(file, '.sql')] ?? 'unknown',
  })),
].flatMap(({ file, text, area }) =>
  [...text.matchAll(writes())].map((match) => ({
    file,
    area,
    table: camelCase(match[1] ?? match[2] ?? match[3]!),
  })),
)

const tables = new Set(
  Array.from(
    readFileSync('server/platform/database/tables.ts', 'utf8')
      .split('export interface DB {')[1]!
      .matchAll(/^  (\w+):/gm),
    ([, name]) => name!,
  ),
)

/** All places that read a table of another area, with Kysely or in SQL; the functions of the database are not among them. */
export const foreignTablesRead = sources
  .filter(({ file }) => file.startsWith('server/'))
  .flatMap(({ file, text }) => {
    const code = text.replaceAll(/^ *(?:\/?\*|\/\/).*$/gm, '')
    return [...code.matchAll(reads())].map((match) => {
      const table = camelCase(match[1] ?? match[2]!)
      const owner = tablesWritten.find((written) => written.table === table)?.area
      return {
        file,
        line: code.slice(0, match.index).split('\n').length,
        area: placeOf(file).area,
        table,
        owner,
      }
    })
  })
  .filter(({ table, area, owner }) => tables.has(table) && owner !== area)

function reads() {
  return /\.(?:selectFrom|\w*[jJ]oin(?:Lateral)?|from|using)\(\s*'(\w+)|\b(?:from|join|using)\s+"?(\w+)/g
}

function writes() {
  const kysely = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/
  const inSql =
    /\b(?:insert into|delete from|truncate)\s+(?!on\b)"?(\w+)|\bupdate\s+"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/
  return new RegExp(`${kysely.source}|${inSql.source}`, 'g')
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
