import { nameOf, type SourceFile, type Sources } from './sources.ts'
import { columnsOf, tablesOf } from './sqlite.ts'
import { rowsIn, statementsIn } from './statements.ts'

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
    ...sources.written('sql').flatMap((file) => [...inSql(sources, file)]),
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
  const defined = new Map<string, string[]>()
  for (const { 1: name, 2: body } of text.matchAll(definition))
    defined.set(name!.toLowerCase(), columnsOf(`(${body!}`))
  const counts = new Map<string, number>()
  for (const statement of statementsIn(text)) {
    const found = rowsIn(statement)
    if (!found) continue
    const count = counts.get(found.table) ?? 0
    if (count >= maxRows) continue
    const rows = found.rows.slice(0, maxRows - count)
    counts.set(found.table, count + rows.length)
    yield {
      file: path,
      table: found.table,
      columns: found.columns ?? defined.get(found.table) ?? [],
      rows: rows.map(({ values, index }) => ({ values, line: sources.lineAt(file, index) })),
    }
  }
  for (const { 1: table, 2: columns, 3: data, index, 0: all } of text.matchAll(copied)) {
    const first = sources.lineAt(file, index + all.indexOf(data!))
    const rows = data!.split('\n', maxRows).map((row, at) => ({ values: row.split('\t'), line: first + at }))
    const names = columns!.split(',').map((column) => column.trim().replaceAll('"', '').toLowerCase())
    yield { file: path, table: table!.toLowerCase(), columns: names, rows }
  }
}

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
