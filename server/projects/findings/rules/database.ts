import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTemplate } from '../files/secrets.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { tablesOf } from '../files/sqlite.ts'
import { faultOf, statementsIn } from '../files/statements.ts'
import { referencedTables, codeEndings, createdTables, isMadeByFramework, sqlFiles } from '../files/tables.ts'

/** Finds the first statement of each .sql file that a database would refuse; later errors often only follow from it. */
export const brokenDump: Rule = {
  name: 'broken-dump',
  kind: 'running',
  title: 'A database script with an error',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of sqlFiles(sources).filter(({ isCut }) => !isCut)) {
      for (const statement of statementsIn(file.text)) {
        const found = faultOf(statement)
        if (!found) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, found.index),
          message: `Importing this file fails here: ${found.fault}.`,
          advice:
            'Correct this place, or export the database again, and import the file once into an empty database.',
        }
        break
      }
    }
  },
}

/** Finds tables that the code refers to and the project's schema lacks. */
export const missingTable: Rule = {
  name: 'missing-table',
  kind: 'running',
  title: 'A table that the schema lacks',
  *find(sources: Sources): Generator<RuleFinding> {
    const created = createdTables(sources)
    if (!hasSchema(sources, created) || isMadeByFramework(sources)) return
    // It may be created in the part that is not there.
    if (sqlFiles(sources).some(({ isCut }) => isCut) || hasUnreadDatabase(sources)) return
    const schema = sqlFiles(sources)[0]?.path
    for (const { database } of sources.files)
      if (database) for (const { name } of tablesOf(database)) created.add(name.toLowerCase())
    yield* missingReferences(sources, created)
    for (const { name, file, index } of referencedTables(sources)) {
      if (created.has(name)) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `The code asks for the table “${name}”, which ${schema ? `neither ${schema} nor another file` : 'no file'} of the project creates.`,
        advice: `Add the table “${name}” to the schema, or correct its name here.`,
      }
    }
  },
}

/** True where a file of SQLite is too large to be read: it may have any table. */
const hasUnreadDatabase = ({ files }: Sources) =>
  files.some(({ path, database }) => /\.(?:db3?|sqlite3?)$/i.test(path) && !database)

/** Finds tables that a foreign key of a script names, and that none creates. */
function* missingReferences(sources: Sources, created: ReadonlySet<string>): Generator<RuleFinding> {
  const seen = new Set<string>()
  for (const file of sqlFiles(sources))
    for (const { 1: name, index } of sources.code(file).matchAll(references)) {
      const table = name!.toLowerCase()
      if (created.has(table) || seen.has(table)) continue
      seen.add(table)
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `A foreign key leads to the table “${table}”, which no file of the project creates.`,
        advice: `Add the table “${table}” to the schema, or correct its name here.`,
      }
    }
}

const references =
  /\breferences\s+(?!auth\.|storage\.)(?:[`"[]?\w{1,64}[`"\]]?\s?\.\s?)?[`"[]?(\w{1,64})[`"\]]?\s*\(/gi

/** Finds projects that use SQL and create no table. */
export const noSchema: Rule = {
  name: 'no-schema',
  kind: 'running',
  title: 'No database schema',
  find: findMissingSchema,
}

/** False when no file is a schema and the code creates few of the tables that it asks for. */
function hasSchema(sources: Sources, created: ReadonlySet<string>): boolean {
  if (created.size === 0) return false
  const referenced = referencedTables(sources)
  const known = referenced.filter(({ name }) => created.has(name)).length
  return sqlFiles(sources).length > 0 || known >= referenced.length / 3
}

function* findMissingSchema(sources: Sources): Generator<RuleFinding> {
  yield* modelsAlone(sources)
  const referenced = referencedTables(sources)
  const first = referenced[0]
  if (!first || !hasDriver(sources)) return
  const hasDatabase = sources.files.some(({ path }) => /\.(?:db|sqlite3?|mdb|accdb|mdf|frm|ibd)$/i.test(path))
  const created = createdTables(sources)
  if (hasDatabase || hasSchema(sources, created) || isMadeByFramework(sources)) return
  const names = referenced.map(({ name }) => name).filter((name) => !created.has(name))
  const zip = sources.files.find(({ path }) => /\.(?:zip|rar|7z|gz)$/i.test(path))
  yield {
    file: first.file.path,
    line: sources.lineAt(first.file, first.index),
    message: `The code asks a database for ${names.length > 1 ? 'the tables' : 'the table'} ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}, but no file of the project creates ${names.length > 1 ? 'them' : 'it'}.`,
    advice: zip
      ? `If the schema is inside ${nameOf(zip.path)}, unpack it: files inside an archive are easily missed.`
      : 'Export your database with its structure (in phpMyAdmin: Export, format SQL) and put the .sql file into the project.',
  }
}

/** Models of SQLAlchemy whose tables nothing makes: neither the program, nor migrations, nor a script. */
function* modelsAlone(sources: Sources): Generator<RuleFinding> {
  const first = sources.written('py').find((file) => model.test(sources.code(file)))
  if (!first || createdTables(sources).size > 0) return
  const isMade = sources.texts.some(
    ({ path, text }) =>
      /(?:^|\/)(?:migrations|alembic)\//.test(path) ||
      (/\.(?:py|md|txt|sh|ya?ml|bat)$|(?:^|\/)(?:procfile|dockerfile)$/i.test(path) &&
        /create_all\s*\(|\bflask db\b|\balembic\b|\bmetadata\.create|reflect\(|automap/i.test(text)),
  )
  const hasDatabase = sources.files.some(({ path }) => /\.(?:db|sqlite3?)$/i.test(path))
  if (isMade || hasDatabase) return
  yield {
    file: first.path,
    line: sources.lineAt(first, sources.code(first).search(model)),
    message: 'The models describe tables, but neither the program nor a migration makes them.',
    advice:
      'Call db.create_all() when the program starts, or add the migrations and name their command in the README.',
  }
}

const model = /^class\s+\w{1,60}\((?:[\w, ]{0,60}\b)?(?:db\.Model|Base)\b[^\n]{0,60}\):[^]{0,400}?\bColumn\(/m

const driver =
  /\b(?:mysqli?_connect|new\s+mysqli|new\s+\\?PDO|DriverManager\s*\.\s*getConnection|DataSource|JdbcTemplate|createConnection|createPool|pymysql|MySQLdb|mysql\.connector|flask_mysqldb|psycopg2?|pyodbc|cx_Oracle|oracledb|sqlite3|SQLiteOpenHelper|openDatabase|SqlConnection|MySqlConnection|pg_connect|better-sqlite3|require\(["']pg["']\)|from ["']pg["']|sql\.Open|mysql2?)(?!\w)/

const hasDriver = (sources: Sources): boolean => sources.texts.some((file) => driver.test(file.text))

/** Finds databases that are created under one name and connected to under another. */
export const databaseName: Rule = {
  name: 'database-name',
  kind: 'running',
  title: 'The database has two names',
  *find(sources: Sources): Generator<RuleFinding> {
    const created = new Set(sqlFiles(sources).flatMap(({ text }) => namesBy(text, creates)))
    if (created.size === 0) return
    const named = sources
      .written('md', 'txt', 'rst')
      .flatMap(({ text }) => [...text.matchAll(/[\w-]{2,64}/g)].map(([word]) => word.toLowerCase()))
    const known = new Set([...created, ...named])
    for (const { file, index, name } of connections(sources)) {
      if (known.has(name.toLowerCase())) continue
      known.add(name.toLowerCase())
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `The code connects to the database “${name}”, but the project’s script creates “${[...created].join('”, “')}”.`,
        advice: 'Use one name in both places, or say in the README which database to create.',
      }
    }
  },
}

const creates = [
  /\bcreate\s+(?:database|schema)\s+(?:if\s+not\s+exists\s+)?[`"[]?([\w-]{1,64})/gi,
  /^\s{0,8}use\s+[`"[]?([\w-]{1,64})[`"\]]?\s{0,8};/gim,
  /^--\s{0,4}Database:\s{0,4}[`"]?([\w-]{1,64})/gim,
  /^-- Host: [^\n]{0,200}Database: ([\w-]{1,64})/gim,
]

const quoted = String.raw`["']([A-Za-z_][\w-]{0,63})["']`
const value = `(?:["'][^"'\\n]{0,200}["']|[\\w$>.\\-[\\]]{1,100})`
const connects = [
  new RegExp(
    `\\b(?:mysqli_connect|new\\s+mysqli)\\s*\\(\\s*${value}\\s*,\\s*${value}\\s*,\\s*${value}\\s*,\\s*${quoted}`,
    'g',
  ),
  new RegExp(`\\b(?:mysqli_select_db|mysql_select_db)\\s*\\((?:\\s*\\$\\w{1,60}\\s*,)?\\s*${quoted}`, 'g'),
  /\b(?:mysql|pgsql):[^"'\n]{0,200}?dbname=([A-Za-z_][\w-]{0,63})/g,
  /\bjdbc:(?:mysql|mariadb|postgresql):\/\/[\w.:-]{1,100}\/([A-Za-z_][\w-]{0,63})/g,
  /\b(?:mysql|mysql\+\w{1,20}|mariadb|postgres(?:ql)?(?:\+\w{1,20})?):\/\/[^\s"'/]{1,200}\/([A-Za-z_][\w-]{0,63})/g,
  new RegExp(
    `\\b(?:MYSQL_DB|MYSQL_DATABASE|DB_NAME|DB_DATABASE|DBNAME|dbname|db_name|\\$database|\\$db|databaseName|database|NAME)["']?\\]?\\s{0,8}(?:=>|=|:|,)\\s{0,8}${quoted}`,
    'g',
  ),
  /^\s{0,8}(?:DB_DATABASE|DB_NAME|MYSQL_DATABASE|MYSQL_DB)\s{0,4}=\s{0,4}([A-Za-z_][\w-]{0,63})\s{0,8}$/gm,
]

function* connections(sources: Sources): Generator<{ file: SourceFile; index: number; name: string }> {
  const files = sources.written(...codeEndings, 'env', 'properties', 'ini', 'yml', 'yaml', 'xml')
  for (const file of files) {
    const code = sources.code(file)
    if (isTemplate(file.path)) continue
    if (!/mysql|mariadb|postgres|pgsql|psycopg|DB_/i.test(code)) continue
    for (const pattern of connects)
      for (const { 1: name, index, 0: all } of code.matchAll(pattern))
        if (!noName.test(name!)) yield { file, index: index + all.indexOf(name!), name: name! }
  }
}

/** Databases that every server has, and words that stand in place of a name. */
const noName =
  /^(?:localhost|mysql|postgres|root|test|information_schema|django|default|utf8\w*|sqlite|name|database|db|mydb)$/i

const namesBy = (text: string, patterns: RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!.toLowerCase()))
