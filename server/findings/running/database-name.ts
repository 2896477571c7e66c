import type { Found, Rule } from '../check/rule.ts'
import { isTemplate } from '../secrets/files.ts'
import type { Sources, SourceFile } from '../sources/sources.ts'
import { codeEndings } from '../sql/asked.ts'
import { sqlFiles } from '../sql/schema.ts'

/** The database is created under one name and connected to under another. */
export const databaseName: Rule = {
  name: 'database-name',
  kind: 'running',
  title: 'The database has two names',
  *find(sources: Sources): Generator<Found> {
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

/** Databases that every server has, and words that stand where a name would. */
const noName =
  /^(?:localhost|mysql|postgres|root|test|information_schema|django|default|utf8\w*|sqlite|name|database|db|mydb)$/i

const namesBy = (text: string, patterns: RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!.toLowerCase()))
