import type { Found, Rule } from '../check/rule.ts'
import { nameOf, type Sources } from '../sources/sources.ts'
import { askedTables } from '../sql/asked.ts'
import { createdTables, isMadeByFramework } from '../sql/schema.ts'

/** SQL is used, and nothing in the project creates a table. */
export const noSchema: Rule = { name: 'no-schema', kind: 'running', title: 'No database schema', find }

function* find(sources: Sources): Generator<Found> {
  const asked = askedTables(sources)
  const first = asked[0]
  if (!first || !hasDriver(sources)) return
  const hasDatabase = sources.files.some(({ path }) => /\.(?:db|sqlite3?|mdb|accdb|mdf|frm|ibd)$/i.test(path))
  if (hasDatabase || createdTables(sources).size > 0 || isMadeByFramework(sources)) return
  const names = asked.map(({ name }) => name)
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

const driver =
  /\b(?:mysqli?_connect|new\s+mysqli|new\s+\\?PDO|DriverManager\s*\.\s*getConnection|DataSource|JdbcTemplate|createConnection|createPool|pymysql|MySQLdb|mysql\.connector|flask_mysqldb|psycopg2?|pyodbc|cx_Oracle|oracledb|sqlite3|SQLiteOpenHelper|openDatabase|SqlConnection|MySqlConnection|pg_connect|better-sqlite3|from 'pg'|require\(["']pg["']\)|sql\.Open|mysql2?)\b/

const hasDriver = (sources: Sources): boolean => sources.texts.some((file) => driver.test(file.text))
