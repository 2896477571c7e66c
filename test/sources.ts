import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The folders of the server that serve every noun. All others are nouns. */
export const adapters = [
  'database',
  'http',
  'images',
  'jobs',
  'mail',
  'metrics',
  'overload',
  'payments',
  'storage',
].map((name) => `server/${name}`)

/** The product's own source and the demo, without tests and what is generated. */
export const sources = globSync('{contract,demo,server,web}/**/*.{ts,tsx}')
  .filter((file) => !/\.(test|kill\.test)\.tsx?$/.test(file) && file !== 'server/platform/database/tables.ts')
  .toSorted()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The noun that a file belongs to: its folder below server/ or web/; a file beside the nouns stands for itself. */
export const topOf = (file: string) => file.split('/').slice(0, 2).join('/')

export interface Import {
  from: string
  line: number
  to: string
}

/** Every import of one product file by another. */
export const imports: Import[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:from |import |import\()'([.#][^'?]*)/g)].map(({ 1: to, index }) => ({
    from: file,
    line: text.slice(0, index).split('\n').length,
    to: to!.startsWith('#') ? to!.slice(1) : posix.join(posix.dirname(file), to!),
  })),
)

/** The files of functions and triggers, each as a file of the noun that it is named after. */
const functions = globSync('server/database/functions/*.sql').map((file) => ({
  file: `server/${posix.basename(file, '.sql')}/../../${file}`,
  text: readFileSync(file, 'utf8'),
}))

/** Every place that inserts into a table, updates it or deletes from it, by Kysely or in SQL. */
export const tablesWritten = [
  ...sources.filter(({ file }) => file.startsWith('server/')),
  ...functions,
].flatMap(({ file, text }) =>
  [...text.matchAll(writes())].map((match) => ({
    file,
    table: camelCase(match[1] ?? match[2] ?? match[3]!),
  })),
)

function writes() {
  const kysely = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/
  const inSql =
    /\b(?:insert into|delete from|truncate)\s+(?!on\b)"?(\w+)|\bupdate\s+"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/
  return new RegExp(`${kysely.source}|${inSql.source}`, 'g')
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
