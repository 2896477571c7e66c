import type { RuleFinding } from '../../files/rule.ts'
import { isTemplate, isTest } from '../../files/secrets.ts'
import { nameOf, type Sources } from '../../files/sources.ts'
import { codeEndings, createdTables, isMadeByFramework } from '../../files/tables.ts'

/**
 * Finds files of databases that are opened and not there. A file of SQLite is made when it is opened, so that one is
 * missed only where nothing makes its tables.
 */
export function* absentDatabases(sources: Sources, made: ReadonlySet<string>): Generator<RuleFinding> {
  const seen = new Set<string>()
  const makesTables = createdTables(sources).size > 0 || isMadeByFramework(sources)
  for (const file of sources.written(...codeEndings, ...settings)) {
    if (isTest(file.path) || isTemplate(file.path)) continue
    const code = sources.code(file)
    for (const { 0: all, 1: written, index } of code.matchAll(opens)) {
      const name = nameOf(written!.replaceAll('\\', '/')).trim().toLowerCase()
      const isOfServer = /\.(?:mdf|accdb|mdb|sdf)$/.test(name)
      if (seen.has(name) || made.has(name) || (makesTables && !isOfServer)) continue
      seen.add(name)
      if (sources.hasEnding(name)) continue
      yield {
        file: file.path,
        line: sources.lineAt(file, index + all.indexOf(written!)),
        message: `The program opens the database “${name}”, which is not in the project${isOfServer ? '' : ', and nothing makes its tables'}.`,
        advice:
          'Add the file, with a few rows to try the program, or a script that makes its tables, and name it in the README.',
      }
    }
  }
}

const settings = 'config properties yml yaml xml json settings env ini'.split(' ')

/** A file of a database in the call, the address or the connection string that opens it. */
const opens =
  /(?:\b(?:sqlite3?\.connect|(?:new\s{1,4}(?:sqlite3\.)?|SQLite)Database(?:\.openDatabase)?|openDatabase|SQLiteConnection)\s{0,2}\(\s{0,8}r?["'`]|\bsqlite:\/\/\/?|\bjdbc:(?:sqlite|ucanaccess):(?:\/\/)?|\b(?:Data Source|DBQ|AttachDb ?Filename|Database)\s?=\s?)((?:[A-Za-z]:)?[^"'`;:\n$%{}<>()]{1,150}\.(?:db3?|sqlite3?|mdf|accdb|mdb|sdf))(?![\w.])/gi
