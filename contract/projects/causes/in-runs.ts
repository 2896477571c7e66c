import { counted } from '../../kit/format.ts'
import { causesIn } from '../causes.ts'

/** What is known of a release whose run failed, for the words to its owner. */
export interface RunContext {
  /** How often and in how many files it calls a function that PHP no longer has, and where first, by the function. */
  removed: ReadonlyMap<string, { calls: number | undefined; files: number; first: string }>
  /** The database scripts in it. */
  scripts: readonly string[]
  /** The first statement that failed: 'shop.sql, line 12: Duplicate column name'. */
  failedStatement: string | undefined
  /** Where the code names its database: 'config.php, line 4'. */
  databaseAt: string | undefined
}

/** A reason in an owner's words, and what to do. */
export interface OwnersReason {
  reason: string
  advice: string
}

type Words = (named: string, context: RunContext, place: string) => OwnersReason

/**
 * Says in an owner's words what a message of PHP or a database means that ended a run: its first cause that the table
 * knows, by the rows by which buyers are told. What has no entry is the message itself.
 */
export function reasonIn(message: string, context: RunContext): OwnersReason {
  const place = placeIn(message)
  for (const { id, named } of causesIn(message)) {
    const words = inRuns[id]
    if (words) return words(named, context, place === undefined ? '' : ` (${place})`)
  }
  return { reason: ended(plainMessage(message)), advice: '' }
}

/** The causes of which an owner is told in other words than a buyer, by their id in the table. */
const inRuns: Record<string, Words> = {
  'removed-mysql': removedFunction('mysqli or PDO with prepared statements'),
  'removed-php': removedFunction('what took its place in PHP 8'),
  'unknown-database': (name, { scripts, databaseAt }) =>
    scripts.length === 0
      ? {
          reason: `It needs the database “${name}”, and the upload brings no dump.`,
          advice: `Export ${name} in phpMyAdmin (Export, format SQL) and upload the file with the project.`,
        }
      : {
          reason: `It needs the database “${name}”, and no dump in the upload is for it.`,
          advice: `${scripts[0]} goes into another database. Give both the same name${databaseAt ? `: the code names its one in ${databaseAt}` : ''}.`,
        },
  'no-table': (name, { scripts, failedStatement }) => ({
    reason:
      scripts.length === 0
        ? `It needs the table “${bare(name)}”, and the upload brings no dump.`
        : `The table “${bare(name)}” is missing from the dump${failedStatement ? ` (${failedStatement})` : ''}.`,
    advice:
      scripts.length === 0
        ? 'Export the database in phpMyAdmin (Export, format SQL) and upload the file with the project.'
        : failedStatement
          ? 'Correct this line, or export the database again, and upload it.'
          : `Export all tables of the database in phpMyAdmin and upload the file in place of ${scripts[0]}.`,
  }),
  'no-database-selected': (_, { scripts }) => ({
    reason: 'Its code chooses no database.',
    advice: `Name the database where the code connects${scripts[0] ? ` and in ${scripts[0]}` : ''}.`,
  }),
  'missing-include': (name, _, place) => ({
    reason: `It includes ${plainMessage(name)}, which is not in the upload${place}.`,
    advice: /vendor\//.test(name)
      ? 'Folders that Composer fills are not part of an upload. Put the library into a folder with another name.'
      : 'Upload the file, or correct its name: on Linux upper and lower case count.',
  }),
  'missing-extension': (name, _, place) => ({
    reason: `It needs an extension of PHP that we do not have${name ? `: ${name}()` : ''}${place}.`,
    advice: 'Say in the README which extension it needs.',
  }),
  'time-limit': (_, __, place) => ({
    reason: `A page did not end within 20 seconds${place}.`,
    advice:
      'Look for a loop without an end, and for a request to an address on the internet: there is none in our run.',
  }),
  collation: (name) => ({
    reason: `Its dump uses the collation “${name}”, which MariaDB does not know.`,
    advice: 'Export it again with utf8mb4_unicode_ci, or replace the name in the file.',
  }),
  'row-size': () => ({
    reason: 'A table of its dump has larger rows than MariaDB takes.',
    advice: 'Make some of its columns TEXT, and export it again.',
  }),
  'sql-syntax': (_, { failedStatement }, place) => ({
    reason: `A statement is not one that MariaDB understands${failedStatement ? ` (${failedStatement})` : place}.`,
    advice: 'Correct it, and upload the files again.',
  }),
}

/** The ids of causes with words for owners, for tests. */
export const causesInRuns = Object.keys(inRuns)

function removedFunction(instead: string): Words {
  return (name, { removed }, place) => {
    const found = removed.get(name.toLowerCase())
    const where =
      found === undefined
        ? place
        : found.calls === undefined
          ? `: in ${counted(found.files, 'file')}`
          : `: ${counted(found.calls, 'place')} in ${counted(found.files, 'file')}`
    return {
      reason: `It calls ${name}(), which PHP no longer has${where}.`,
      advice: `Use ${instead}${found ? `. The first place is ${found.first}` : ''}.`,
    }
  }
}

/** A table without its database. */
const bare = (table: string) => table.slice(table.lastIndexOf('.') + 1)

/** The place that a message of PHP names, below the folder of the upload. */
function placeIn(message: string): string | undefined {
  const [, file, line] = / in (\/[^\s:]{1,300}\.\w{1,6})(?::| on line )(\d{1,7})/.exec(message) ?? []
  return file ? `${withoutSandbox(file)}, line ${line}` : undefined
}

const withoutSandbox = (text: string) => text.replace(/\/(?:project|upload)\/(?=\S)/g, '')

/** A message as a sentence of a page: on one line, without the folders of our sandbox and the call stack of PHP. */
const plainMessage = (message: string) =>
  withoutSandbox(message)
    .replace(/\s+/g, ' ')
    .replace(/^(?:PHP )?(?:Fatal error: )?(?:Uncaught )?(?=Error|Exception|\w+_exception)/, '')
    .replace(/ Stack trace:.*$/, '')
    .trim()
    .slice(0, 300)

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
