import { nameOf, type SourceFile, type Sources } from './sources.ts'
import { columnsOf, tablesOf } from './sqlite.ts'
import { type InsertedRows, type Statement, rowsIn, statementsIn } from './statements.ts'
import { codeEndings, literalsIn, sqlFiles } from './tables.ts'

/** Rows of a table that a file contains, by the names of its columns. */
export interface Records {
  file: string
  /** The table, or the name of the file. */
  table: string
  columns: string[]
  rows: RecordRow[]
}
export interface RecordRow {
  values: string[]
  /** The line of the row; null in a database file. */
  line: number | null
}

/** Rows read of a table. */
const maxRows = 300
const known = new WeakMap<Sources, Records[]>()

/** The rows that the SQL scripts, SQLite files and CSV files of a project contain, the first of each table. */
export function recordsIn(sources: Sources): Records[] {
  const read = known.get(sources)
  if (read) return read
  const records = [
    ...sqlFiles(sources).flatMap((file) => [...inSql(sources, file)]),
    ...sources.files.flatMap(({ path, database }) =>
      database
        ? tablesOf(database).map(({ name, columns, rows }) => ({
            file: path,
            table: name,
            columns,
            rows: rows.map((values) => ({ values: values.map((value) => String(value ?? '')), line: null })),
          }))
        : [],
    ),
    ...sources.written('csv').flatMap((file) => inCsv(file)),
  ]
  known.set(sources, records)
  return records
}

/** The rows of INSERT and COPY statements. A statement that names no columns has those of the table's definition. */
function* inSql(sources: Sources, file: SourceFile): Generator<Records> {
  const { text, path } = file
  const own = definedIn(text)
  const counts = new Map<string, number>()
  for (const statement of statementsIn(text)) {
    for (const found of insertsIn(statement)) {
      const count = counts.get(found.table) ?? 0
      if (count >= maxRows) continue
      const rows = found.rows.slice(0, maxRows - count)
      counts.set(found.table, count + rows.length)
      yield {
        file: path,
        table: found.table,
        columns: found.columns ?? own.get(found.table) ?? columnsFor(sources, found),
        rows: rows.map(({ values, index }) => ({ values, line: sources.lineAt(file, index) })),
      }
    }
  }
  for (const { 1: table, 2: columns, 3: data, index, 0: all } of text.matchAll(copied)) {
    const first = sources.lineAt(file, index + all.indexOf(data!))
    const rows = data!.split('\n', maxRows).map((row, at) => ({ values: row.split('\t'), line: first + at }))
    const names = columns!.split(',').map((column) => column.trim().replaceAll('"', '').toLowerCase())
    yield { file: path, table: table!.toLowerCase(), columns: names, rows }
  }
}

/** The rows that a statement inserts. Scripts of SQL Server end most of their statements only with the line. */
function* insertsIn({ tokens, ...rest }: Statement): Generator<InsertedRows> {
  const starts = tokens.flatMap(({ kind, value, isQuoted }, at) =>
    kind === 'word' &&
    /^(?:insert|replace)$/.test(value) &&
    !isQuoted &&
    (at === 0 || (tokens[at + 1]?.kind === 'word' && /^(?:\)|go|on|off)$/.test(tokens[at - 1]!.value)))
      ? [at]
      : [],
  )
  for (const [number, start] of starts.entries()) {
    const rows = rowsIn({ ...rest, tokens: tokens.slice(start, starts[number + 1]) })
    if (rows) yield rows
  }
}

const definedByProject = new WeakMap<Sources, Map<string, string[]>>()

/** The columns of a table that some file of the project defines, if there is one for each value. */
function columnsFor(sources: Sources, { table, rows }: InsertedRows): string[] {
  let defined = definedByProject.get(sources)
  if (!defined) {
    const files = sources.written('sql', ...codeEndings)
    defined = new Map(files.toReversed().flatMap(({ text }) => [...definedIn(text)]))
    definedByProject.set(sources, defined)
  }
  const columns = defined.get(table) ?? []
  return columns.length === rows[0]?.values.length ? columns : []
}

/** The columns of the tables that a script or the strings of a code file define, by the tables' names. */
function definedIn(text: string): Map<string, string[]> {
  if (!/create\s{1,8}table/i.test(text)) return new Map()
  const joined = text.replace(/["']\s{0,40}[+.&]\s{0,40}["']/g, '')
  return new Map(
    [...joined.matchAll(definition)].map(({ 1: name, 2: body }) => [
      name!.toLowerCase(),
      columnsOf(`(${body!}`),
    ]),
  )
}

const readInCode = new WeakMap<Sources, Records[]>()

/** The rows that INSERT statements in strings of the code give themselves, or by the values that stand behind them. */
export function recordsInCode(sources: Sources): Records[] {
  const read = readInCode.get(sources)
  if (read) return read
  const records = sources
    .written(...codeEndings)
    .filter(({ text }) => /\b(?:insert|replace)\s/i.test(text))
    .flatMap((file) => [...inCode(sources, file)])
  readInCode.set(sources, records)
  return records
}

function* inCode(sources: Sources, file: SourceFile): Generator<Records> {
  const names = new Map<string, string>()
  for (const { sql, index, end } of insertsOf(sources, file)) {
    const [statement] = statementsIn(sql)
    const found = statement && rowsIn(statement)
    if (!found) continue
    const columns = found.columns?.map((name) => name.replaceAll("'", '')) ?? columnsFor(sources, found)
    const line = sources.lineAt(file, index)
    const behind = file.text.slice(end, end + 2000)
    yield {
      file: file.path,
      table: found.table,
      columns,
      rows: found.rows
        .flatMap(({ values }) => filled(values, behind))
        .map((values) => ({ values: values.map((value) => valueOf(value, file.text, names)), line })),
    }
  }
}

/** The INSERT statements in the strings of a code file, 300 at most; strings that are added up make one. */
function* insertsOf(sources: Sources, file: SourceFile) {
  const literals = literalsIn(sources, file)
  for (let at = 0, count = 0; at < literals.length && count < 300; at++) {
    const { value, index } = literals[at]!
    if (!/^\s{0,40}(?:insert|replace)\s/i.test(value)) continue
    let sql = value
    let end = index + value.length + 2
    for (let next = literals[at + 1]; next && sql.length < 5000; next = literals[at + 1]) {
      if (
        next.index - end > 80 ||
        !/^["'`]{0,4}\s*(?:[+.&]\s*)?(?:_\s*)?[@frb$]?$/.test(file.text.slice(end, next.index))
      )
        break
      sql += next.value
      end = next.index + next.value.length + 2
      at++
    }
    if (sql.length > 10_000) continue
    count++
    yield { sql: sql.replace(/\\[nrt]/g, ' ').replace(/\\?["']/g, "'"), index, end }
  }
}

/** The values of a row with the arguments for its placeholders, once for each list of arguments. */
function filled(values: string[], behind: string): string[][] {
  const isPlaceholder = (value: string) => /^(?:\?|%s|\$\d)$/.test(value)
  if (!values.some(isPlaceholder)) return [values]
  const lists = argumentsIn(behind)
  return (lists.length > 0 ? lists : [[]]).map((given) => {
    let number = 0
    return values.map((value) => {
      if (!isPlaceholder(value)) return value
      const place = number++
      return given[place] ?? setAs(place + 1, behind) ?? value
    })
  })
}

/** The text that a prepared statement of Java is given for a parameter. */
const setAs = (number: number, behind: string) =>
  new RegExp(`\\.set(?:String|Object)\\(\\s{0,4}${number}\\s{0,4},\\s{0,4}"([^"\\n]{1,60})"\\s{0,4}\\)`).exec(
    behind.split(/prepareStatement/, 1)[0]!,
  )?.[1]

const opensArguments =
  /^["'`]{0,3}\s{0,40}(?:,\s{0,40}|\)\s{0,4};?\s{0,40}\$?\w{0,30}\s{0,4}(?:->|\.)\s{0,20}execute\(\s{0,40}(?:array)?)(?=[[(])/

/** The lists of literal texts behind a statement: `["a", "b"]`, or several of them in a list. */
function argumentsIn(behind: string): string[][] {
  const start = opensArguments.exec(behind)?.[0].length
  if (start === undefined) return []
  const parts = partsOf(behind.slice(start))
  const lists = parts.some((part) => /^[[(]/.test(part)) ? parts.map(partsOf) : [parts]
  return lists.slice(0, 50).map((list) => list.map(textOf))
}

/** The parts between the commas of the list that a text begins with. */
export function partsOf(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(/"[^"\n]*"|'[^'\n]*'|[^]/g)) {
    if (/^[)\]}]$/.test(token) && --depth === 0) break
    if (token === ',' && depth === 1) parts.push('')
    else if (depth > 0) parts[parts.length - 1] += token
    if (/^[([{]$/.test(token)) depth++
  }
  return parts.map((part) => part.trim())
}

/** The text that a variable always has in the file, for the first 40 of them; any other value as it is. */
function valueOf(value: string, text: string, known: Map<string, string>): string {
  const name = /^\{?\$(\w{2,40})\}?$/.exec(value)?.[1]
  if (!name || (known.size >= 40 && !known.has(name))) return value
  const [first = '', ...others] = known.has(name) ? [known.get(name)!] : textsOf(name, text)
  known.set(name, others.length > 0 ? '' : first)
  return known.get(name)! || value
}

/** The different texts that a variable of PHP is given; empty for what is no literal. */
const textsOf = (name: string, text: string): string[] => {
  const given = new RegExp(`\\$${name}\\s{0,8}=(?!=)\\s{0,8}(?:(["'])([^"'\\n$]{0,60})\\1\\s{0,4};)?`, 'g')
  return [...new Set([...text.matchAll(given)].map(([, , literal = '']) => literal))]
}

/** The text of a literal, also of one that is hashed there; otherwise a placeholder. */
const textOf = (part: string) =>
  /^(?:[\w.$:>-]{0,60}(?:hash|sha\d{0,3}|md5|crypt|encode|make)\w{0,20}\(\s{0,4})?b?(["'])([^"'\n]{1,60})\1/i.exec(
    part,
  )?.[2] ?? '?'

const definition =
  /\bcreate\s{1,8}table\s{1,8}(?:if\s{1,8}not\s{1,8}exists\s{1,8})?(?:[`"[]?\w{1,64}[`"\]]?\.)?[`"[]?(\w{1,64})[`"\]]?\s{0,8}\(([^;]{1,8000})/gi
const copied = /^COPY (?:\w{1,64}\.)?"?(\w{1,64})"? \(([^()\n]{1,2000})\) FROM stdin;\n([^\\]{0,200000})/gim

function inCsv({ path, text }: SourceFile): Records[] {
  const [head, ...lines] = text.slice(0, 200_000).split(/\r?\n/, maxRows + 1)
  const columns = cellsOf(head!).map((cell) => cell.toLowerCase().replace(/^\uFEFF/, ''))
  if (columns.length < 2 || columns.length > 60) return []
  const rows = lines.map((line, at) => ({ values: cellsOf(line), line: at + 2 }))
  return [{ file: path, table: nameOf(path), columns, rows }]
}

const cellsOf = (line: string) =>
  [...line.slice(0, 4000).matchAll(/(?:^|[,;])(?:"([^"]{0,500})"|([^,;"]{0,500}))/g)].map(
    ([, quoted, plain]) => (quoted ?? plain ?? '').trim(),
  )
