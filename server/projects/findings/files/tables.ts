import type { StringLiteral } from './comments.ts'
import type { SourceFile, Sources } from './sources.ts'

/** A table that the code refers to. */
interface ReferencedTable {
  name: string
  file: SourceFile
  index: number
}

/** The endings of files that may query a database. */
export const codeEndings = 'php phtml inc py java jsp kt js jsx ts tsx mjs cjs cs vb go rb dart'.split(' ')

const known = new WeakMap<Sources, ReferencedTable[]>()

/** The tables named in SQL strings of the code, each at its first place; cached for each project. */
export function referencedTables(sources: Sources): ReferencedTable[] {
  const present = known.get(sources)
  if (present) return present
  const tables = tablesNamed(sources)
  known.set(sources, tables)
  return tables
}

function tablesNamed(sources: Sources): ReferencedTable[] {
  const referenced = new Map<string, ReferencedTable>()
  for (const file of sources.written(...codeEndings)) {
    for (const { value, index } of literalsIn(sources, file)) {
      if (value.length > 5000) continue
      for (const name of tablesIn(value))
        if (!referenced.has(name)) referenced.set(name, { name, file, index })
    }
  }
  return [...referenced.values()]
}

/** The strings of a code file; in pages of JSP and in Visual Basic, whose strings are not parsed, what is quoted. */
export const literalsIn = (sources: Sources, file: SourceFile): StringLiteral[] =>
  /\.(?:jsp|vb)$/i.test(file.path)
    ? [...file.text.matchAll(/"([^"\n]{6,2000})"/g)].map(({ 1: value, index }) => ({ value: value!, index }))
    : sources.strings(file)

const name = '[`"\\[]?([A-Za-z_][\\w$]{0,63})[`"\\]]?(?:\\.[`"]?([A-Za-z_]\\w{0,63})[`"]?)?(?![\\w{$(-])'
const begins: [RegExp, RegExp][] = [
  [/^\s*select\s(?=[^]*\bfrom\b)/i, new RegExp(`\\b(?:from|join)\\s+${name}`, 'gi')],
  [/^\s*delete\s+from\s/i, new RegExp(`\\b(?:from|join)\\s+${name}`, 'gi')],
  [
    /^\s*(?:insert\s+(?:ignore\s+)?into|replace\s+into)\s/i,
    new RegExp(
      `\\binto\\s+${name.replace('(?![\\w{$(-])', '(?=\\s*\\(|\\s+(?:values?|select|set)\\b)')}`,
      'gi',
    ),
  ],
  [/^\s*update\s+\S+\s+(?:\w+\s+)?set\s/i, new RegExp(`^\\s*update\\s+${name}`, 'gi')],
]

/** The tables of a statement, without those it defines itself (`with x as (…)`). */
function* tablesIn(sql: string): Generator<string> {
  const defined = new Set(
    [...sql.matchAll(/\b(\w{1,64})\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(([, name]) =>
      name!.toLowerCase(),
    ),
  )
  for (const table of namedIn(sql)) if (!defined.has(table)) yield table
}

function* namedIn(sql: string): Generator<string> {
  for (const [begin, tables] of begins) {
    if (!begin.test(sql)) continue
    for (const match of sql.matchAll(tables)) {
      const table = (match[2] ?? match[1])!.toLowerCase()
      const schema = match[2] ? match[1]!.toLowerCase() : ''
      const isField = /\b(?:extract|substring|trim|overlay)\s*\([^()]{0,100}$/i.test(
        sql.slice(0, match.index),
      )
      if (!isField && !noTable.test(table) && !noSchema.test(schema)) yield table
    }
    for (const { 1: list } of sql.matchAll(listed))
      for (const one of list!.split(',').slice(1))
        yield one.trim().split(/\s/)[0]!.replace(/[`"]/g, '').toLowerCase()
  }
}

/** `from orders o, users u where`. */
const listed =
  /\bfrom\s+([`"]?\w{1,64}[`"]?(?:\s+(?:as\s+)?\w{1,64})?(?:\s*,\s*[`"]?[A-Za-z_]\w{0,63}[`"]?(?:\s+(?:as\s+)?\w{1,64})?){1,6})\s+(?:where|order|group)\b/gi

const noTable =
  /^(?:the|a|an|your|our|this|that|these|those|my|all|any|each|list|where|select|set|values|dual|lateral|unnest|json_each|json_table|sqlite_master|generate_series|information_schema|pg_\w+|only|inserted|deleted|excluded|new|old|now|here|there|below|above|menu|dropdown|it|one|other|another|different|same)$/
const noSchema = /^(?:information_schema|pg_catalog|mysql|sys|performance_schema)$/

const created =
  /\bcreate\s+(?:or\s+replace\s+)?(?:(?:global|local|temporary|temp|unlogged|virtual|materialized|recursive|external|algorithm\s?=\s?\w+|definer\s?=\s?\S{1,80}|sql\s+security\s+\w+)\s+){0,4}(?:table|view|table\s+function)\s+(?:if\s+not\s+exists\s+)?((?:[`"[]?[\w$]{1,64}[`"\]]?\s?\.\s?)?[`"[]?([\w$]{1,64}))/gi

/** The names of all tables and views that some file of the project creates, in lower case. */
export function createdTables(sources: Sources): Set<string> {
  const names = new Set<string>()
  for (const file of sources.texts) for (const name of tablesMadeBy(file)) names.add(name)
  return names
}

/** The names of the tables and views that a file creates, in lower case. */
export const tablesMadeBy = ({ text }: SourceFile): Set<string> =>
  /create\s/i.test(text)
    ? new Set([...text.matchAll(created)].map(([, , name]) => name!.toLowerCase()))
    : new Set()

/** The dumps and schema files of a project; some have the ending of a text. */
export const sqlFiles = (sources: Sources): SourceFile[] => [
  ...sources.written('sql'),
  ...sources.written('txt').filter(({ path, text }) => dumpName.test(path) && beginsAsDump.test(text)),
]

const dumpName = /(?:sql|schema|database|query|queries|dump|db)[^/]*$/i
const beginsAsDump =
  /^\uFEFF?(?:\s{0,100}(?:--|#)[^\n]{0,200}\n){0,20}\s{0,100}(?:create|drop|use|set|insert|begin|start)\s[^]*\bcreate\s+table\s/i

/** Tells whether a framework creates the tables from classes, migrations or models. */
export const isMadeByFramework = (sources: Sources): boolean =>
  sources
    .written(
      'py',
      'php',
      'java',
      'kt',
      'js',
      'ts',
      'mjs',
      'cjs',
      'cs',
      'properties',
      'yml',
      'prisma',
      'xml',
      'rb',
      'go',
      'dart',
    )
    .some((file) => framework.test(sources.code(file)))

const framework =
  /\b(?:models\.Model|db\.Model|declarative_base|DeclarativeBase|create_all\(|SQLModel|peewee|[Ss]equelize|@Entity|SessionFactory|Eloquent|Schema::create|createTable\(|typeorm|ddl-auto|hbm2ddl|RoomDatabase|DbContext|ActiveRecord|gorm\.)|\bmodel \w+ \{/
