import type { DatabaseConnection, DatabaseSystem } from '#contract/projects/set-up.ts'

import { partsOf } from '../files/records.ts'
import { isTemplate, isTest } from '../files/secrets.ts'
import { endingOf, type SourceFile, type Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'
import { packagesIn } from '../manifests/node.ts'

/** Limits: connections listed, calls looked at in a file and in all, and letters read in all to look up names. */
const max = { connections: 12, calls: 40, allCalls: 800, letters: 20_000_000 }

/**
 * The connections to databases that the code opens, each file once, those with most known first. What a variable, a
 * constant or a setting holds is looked up where it is given a plain text.
 */
export function connectionsIn(sources: Sources): DatabaseConnection[] {
  const files = sources
    .written(...codeEndings, ...settingsEndings)
    .filter(({ path }) => !isTest(path) && !(isTemplate(path) && !/\.env/.test(path)))
  const byEnding = Map.groupBy(files, ({ path }) => endingOf(path))
  const look: Lookup = { sources, byEnding, left: max.letters, calls: max.allCalls }
  const found = files.flatMap((file) => inFile(look, file))
  found.push(...byLibrary(sources, found))
  const distinct = new Map(
    found.map((one) => [[one.system, one.database?.file, one.database?.name, placeOf(one)].join('\0'), one]),
  )
  return [...distinct.values()].slice(0, max.connections)
}

/** Where names are looked up, and how many letters may still be read for that and calls looked at. */
interface Lookup {
  sources: Sources
  byEnding: ReadonlyMap<string, readonly SourceFile[]>
  left: number
  calls: number
}

/** The databases of which only a library shows that they are asked: their addresses are settings. */
function byLibrary(sources: Sources, found: readonly DatabaseConnection[]): DatabaseConnection[] {
  const packages = new Set(
    packagesIn(sources).flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})),
  )
  const isUsed = (names: string[], module: RegExp) =>
    names.some((name) => packages.has(name)) ||
    sources.written('py').some((file) => module.test(sources.code(file)))
  const systems: [DatabaseSystem, boolean][] = [
    ['mongodb', isUsed(['mongoose', 'mongodb'], /^(?:import|from) (?:pymongo|flask_pymongo|motor)\b/m)],
    [
      'mysql',
      isUsed(['mysql', 'mysql2'], /^(?:import|from) (?:pymysql|MySQLdb|mysql\.connector|flask_mysqldb)\b/m),
    ],
    ['postgres', isUsed(['pg'], /^(?:import|from) (?:psycopg2?|asyncpg)\b/m)],
  ]
  return systems
    .filter(([system, isThere]) => isThere && !found.some((one) => one.system === system))
    .map(([system]) => ({ system, database: null, user: null, password: null, port: null }))
}

const placeOf = ({ user, password }: DatabaseConnection) => user?.file ?? password?.file

const settingsEndings = 'env properties yml yaml ini'.split(' ')

function inFile(look: Lookup, file: SourceFile): DatabaseConnection[] {
  const code = look.sources.code(file)
  if (!hint.test(code)) return []
  const found = [...inCalls(look, file, code), ...inSettings(look.sources, file, code)]
  return found.filter(({ database, user, password }) => database ?? user ?? password)
}

const hint =
  /mysql|mariadb|\bPDO\b|jdbc:|postgres|psycopg|pgsql|mongo|sqlite|oracle|sqlserver|mssql|DB_(?:DATABASE|NAME|USER|HOST)|dbdriver/i

/** A text, where it stands. */
interface Value {
  text: string
  file: SourceFile
  index: number
}

/** The order of the arguments in the calls that open a connection: their places, or the names of their keys. */
const calls: {
  pattern: RegExp
  system?: DatabaseSystem
  places?: Partial<Record<Part, number>>
  url?: number
}[] = [
  {
    pattern: /\b(?:mysqli_connect|new\s{1,4}\\?mysqli|mysqli_real_connect)\s{0,4}(?=\()/gi,
    system: 'mysql',
    places: { user: 1, password: 2, database: 3, port: 4 },
  },
  { pattern: /\bmysql_p?connect\s{0,4}(?=\()/gi, system: 'mysql', places: { user: 1, password: 2 } },
  { pattern: /\bnew\s{1,4}\\?PDO\s{0,4}(?=\()/g, url: 0, places: { user: 1, password: 2 } },
  { pattern: /\bgetConnection\s{0,4}(?=\()/g, url: 0, places: { user: 1, password: 2 } },
  {
    pattern:
      /\b(?:mysql\.connector|pymysql|MySQLdb|mariadb|mysql|connector|sql|mysqlcon|ms|mc|con)\.connect\s{0,4}(?=\()/g,
    system: 'mysql',
    places: { user: 1, password: 2, database: 3 },
  },
  { pattern: /\bpsycopg2?\.connect\s{0,4}(?=\()/g, system: 'postgres' },
  { pattern: /\b(?:createConnection|createPool)\s{0,4}(?=\()/g, system: 'mysql' },
  { pattern: /\bnew\s{1,4}Sequelize\s{0,4}(?=\()/g, places: { database: 0, user: 1, password: 2 } },
]

type Part = 'user' | 'password' | 'database' | 'port'

const keys: Record<Part, RegExp> = {
  user: /^\s{0,80}["']?(?:user|username|usr)["']?\s{0,4}(?:=|:)\s{0,4}([^]+)$/i,
  password: /^\s{0,80}["']?(?:password|passwd|pass|pwd)["']?\s{0,4}(?:=|:)\s{0,4}([^]+)$/i,
  database: /^\s{0,80}["']?(?:database|db|dbname)["']?\s{0,4}(?:=|:)\s{0,4}([^]+)$/i,
  port: /^\s{0,80}["']?port["']?\s{0,4}(?:=|:)\s{0,4}([^]+)$/i,
}

function inCalls(look: Lookup, file: SourceFile, code: string): DatabaseConnection[] {
  const found: DatabaseConnection[] = []
  const placed = (value: Value) => ({
    file: value.file.path,
    line: look.sources.lineAt(value.file, value.index),
  })
  for (const { pattern, system: usual, places = {}, url } of calls) {
    // A name such as `con.connect` may be of any module.
    if (/connector/.test(pattern.source) && !/mysql|mariadb/i.test(code)) continue
    for (const { 0: call, index } of [...code.matchAll(pattern)].slice(0, max.calls).slice(0, look.calls)) {
      look.calls--
      const start = index + call.length
      const list = argumentsAt(code, start)
      const argument = (part: Part): { text: string; index: number } | undefined => {
        for (const one of list) {
          const [, text] = keys[part].exec(one.text) ?? []
          if (text !== undefined) return { text, index: one.index + one.text.indexOf(text) }
        }
        const at = places[part]
        return at === undefined || list.some(({ text }) => keys.user.test(text)) ? undefined : list[at]
      }
      const valueOf = (one: { text: string; index: number } | undefined) =>
        one && resolved(one.text, { file, code, index: one.index, look })
      const address = url === undefined ? undefined : valueOf(list[url])
      const inAddress = address && databaseIn(address.text)
      const system = inAddress?.system ?? (url === undefined ? usual : undefined) ?? systemOf(code, usual)
      if (!system || (url !== undefined && !inAddress)) continue
      const [user, password] = [valueOf(argument('user')), valueOf(argument('password'))]
      const database =
        inAddress?.name && address
          ? { text: inAddress.name, file: address.file, index: address.index }
          : (valueOf(argument('database')) ?? selected(code, file, look))
      const port = Number(inAddress?.port ?? valueOf(argument('port'))?.text ?? argument('port')?.text)
      found.push({
        system,
        database:
          database && isPlain(database.text) ? { name: nameOf(database.text), ...placed(database) } : null,
        user:
          user && isPlain(user.text) ? { name: isUser(user.text) ? user.text : '', ...placed(user) } : null,
        password: password ? { isEmpty: password.text === '', ...placed(password) } : null,
        port: port > 0 && port < 65_536 ? port : null,
      })
    }
  }
  return found
}

/** The database that code selects after it has opened a connection. */
function selected(code: string, file: SourceFile, look: Lookup): Value | undefined {
  const found = /\b(?:mysqli?_select_db|->\s{0,4}select_db)\s{0,4}\(([^()\n]{1,200})\)/i.exec(code)
  if (!found) return undefined
  const [first, second] = found[1]!.split(',')
  const isFirst = /^\s*["']/.test(first!) || second === undefined || /^mysql_/i.test(found[0])
  const expression = isFirst ? first! : second
  const index = found.index + found[0].indexOf(expression)
  return resolved(expression, { file, code, index, look })
}

/** The arguments of a call whose bracket stands at an index, each with its place; those of one object or array in it. */
function argumentsAt(code: string, start: number) {
  const text = code.slice(start, start + 2000)
  const inner = /^\(\s{0,40}(?=\{)/.exec(text)?.[0].length ?? 0
  const offset = start + inner
  const parts = partsOf(code.slice(offset, offset + 2000))
  let from = offset + 1
  return parts.map((part) => {
    const at = code.indexOf(part, from)
    const index = at === -1 ? from : at
    from = index + part.length
    return { text: part, index }
  })
}

interface Context {
  file: SourceFile
  code: string
  index: number
  look: Lookup
}

/** The text of an expression: a literal, or what the last name in it is given; undefined for what is not plain. */
function resolved(expression: string, context: Context, depth = 0): Value | undefined {
  const { file, index, look } = context
  const trimmed = expression.trim().replace(/^\(?\s*(?:string)\)\s*/i, '')
  const [, , literal] = /^[frb]?(["'`])([^"'`\n]{0,300})\1$/i.exec(trimmed) ?? []
  if (literal !== undefined) return { text: interpolated(literal, context, depth), file, index }
  // The value that is taken where the environment has none.
  const [, , fallback] = /(?:\?:|\|\||\?\?|,)\s{0,8}(["'])([^"'\n]{0,200})\1\s{0,4}\)?$/.exec(trimmed) ?? []
  if (/env|environ|config\(/i.test(trimmed))
    return fallback === undefined ? undefined : { text: fallback, file, index }
  // Parts that are joined, as in "mysql:host=" . $host . ";dbname=" . $name.
  if (/["']\s*[.+]\s*[$\w]|[\w)]\s*[.+]\s*["']/.test(trimmed) && depth < 3) {
    const parts = trimmed.split(/\s*[.+]\s*(?=["'$A-Z])|(?<=["'])\s*[.+]\s*/i).filter(Boolean)
    const texts = parts.map((part) => resolved(part, context, depth + 1)?.text ?? '?')
    return { text: texts.join(''), file, index }
  }
  const name = /(?:^|[$>:.])([A-Za-z_]\w{0,60})\s*(?:\(\))?$/.exec(trimmed)?.[1]
  look.left -= lookup
  if (!name || depth > 3 || look.left < 0) return undefined
  const others = /^[A-Z_\d]+$/.test(name) || /::|->|\$/.test(trimmed) ? sameKind(look, file) : []
  for (const one of [file, ...others]) {
    const text = look.sources.code(one)
    look.left -= text.length
    if (look.left < 0) return undefined
    const given = assignment(name).exec(text)
    if (!given) continue
    const found = (given[2] ?? given[4])!
    const at = given.index + given[0].lastIndexOf(found)
    return {
      text: interpolated(found, { ...context, file: one, code: text }, depth),
      file: one,
      index: Math.max(given.index, at),
    }
  }
  return undefined
}

/** What looking up a name costs besides the letters that are read. */
const lookup = 500

const sameKind = ({ byEnding }: Lookup, file: SourceFile) =>
  (byEnding.get(endingOf(file.path)) ?? []).slice(0, 400).filter((one) => one !== file)

/** `$name = "text"`, `name: 'text'`, `define('NAME', 'text')`, `String name = "text"`. */
const assignment = (name: string) =>
  new RegExp(
    `(?:(?<![\\w])\\$?${name}\\b["']?\\s{0,8}(?:=(?![=>])|:|,)\\s{0,8}(["'])([^"'\\n]{0,300})\\1)|(?:["']${name}["']\\s{0,4}\\]?\\s{0,4}=>?\\s{0,4}(["'])([^"'\\n]{0,300})\\3)`,
  )

/** A text with the variables in it that have a plain text themselves. */
const interpolated = (text: string, context: Context, depth: number): string =>
  depth > 2
    ? text
    : text.replace(
        /\{?\$\{?(?:this->)?([A-Za-z_]\w{0,40})\}?/g,
        (all, name: string) => resolved(`$${name}`, context, depth + 1)?.text ?? all,
      )

/** The database that an address or connection string names. */
function databaseIn(address: string): { system: DatabaseSystem; name?: string; port?: string } | undefined {
  const [, scheme] =
    /^(?:jdbc:)?(mysql|mariadb|postgres(?:ql)?|pgsql|sqlite|oracle|sqlserver|sqlsrv|mongodb|h2)(?=[:+])/i.exec(
      address,
    ) ?? []
  const system = schemes[scheme?.toLowerCase() ?? '']
  if (!system) return undefined
  const name =
    /\bdbname=([\w-]{1,64})/.exec(address)?.[1] ??
    /:\/\/[^/?\s]{0,200}\/([\w-]{1,64})(?!\S*@)/.exec(address)?.[1]
  const port = /\/\/[^/\s]{0,200}:(\d{2,5})\//.exec(address)?.[1] ?? /\bport=(\d{2,5})/.exec(address)?.[1]
  return { system, ...(name && { name }), ...(port && { port }) }
}

const schemes: Record<string, DatabaseSystem> = {
  mysql: 'mysql',
  mariadb: 'mysql',
  postgres: 'postgres',
  postgresql: 'postgres',
  pgsql: 'postgres',
  sqlite: 'sqlite',
  oracle: 'oracle',
  sqlserver: 'sqlserver',
  sqlsrv: 'sqlserver',
  mongodb: 'mongodb',
}

const systemOf = (code: string, usual: DatabaseSystem | undefined): DatabaseSystem | undefined =>
  /dialect["']?\s{0,4}:\s{0,4}["']postgres/.test(code)
    ? 'postgres'
    : /dialect["']?\s{0,4}:\s{0,4}["']sqlite/.test(code)
      ? 'sqlite'
      : /mysql|mariadb/i.test(code)
        ? 'mysql'
        : usual

/** Settings that frameworks read, as names with values: `DB_USERNAME=root`, `'username' => 'root'`, `'USER': 'root'`. */
function inSettings(sources: Sources, file: SourceFile, code: string): DatabaseConnection[] {
  const found: DatabaseConnection[] = []
  for (const { 0: all, 1: address, index } of [...code.matchAll(addresses)].slice(0, max.calls)) {
    const inAddress = databaseIn(address!)
    if (!inAddress) continue
    const at = index + all.indexOf(address!)
    const line = sources.lineAt(file, at)
    const [, name, hasPassword] = /:\/\/([^:@/\s]{1,60})(?::([^@/\s]{0,100}))?@/.exec(address!) ?? []
    const isJdbc = address!.startsWith('jdbc:')
    const place = { file: file.path, line }
    const near = isJdbc ? namedNear(sources, file, code) : undefined
    found.push({
      system: inAddress.system,
      database: inAddress.name && isName(inAddress.name) ? { name: inAddress.name, ...place } : null,
      user: name && isUser(name) ? { name, ...place } : (near?.user ?? null),
      password: name ? { isEmpty: !hasPassword, ...place } : (near?.password ?? null),
      port: inAddress.port ? Number(inAddress.port) : null,
    })
  }
  if (isFramework(file, code)) {
    const { user, password, database } = namedNear(sources, file, code)
    const system =
      /dbdriver["']\s{0,4}=>\s{0,4}["']postgre|DB_CONNECTION\s?=\s?pgsql|backends\.postgresql/.test(code)
        ? 'postgres'
        : /DB_CONNECTION\s?=\s?sqlite|backends\.sqlite3/.test(code)
          ? 'sqlite'
          : 'mysql'
    if (database && (user ?? password))
      found.push({ system, database, user: user ?? null, password: password ?? null, port: null })
    else if (system === 'sqlite')
      found.push({ system, database: null, user: null, password: null, port: null })
  }
  return found
}

const addresses =
  /(?<![\w])((?:jdbc:(?:mysql|mariadb|postgresql|oracle|sqlserver)|mysql(?:\+\w{1,20})?|postgres(?:ql)?(?:\+\w{1,20})?|mongodb(?:\+srv)?):(?:\/\/)?[^\s"'`<>]{3,300})/g

/** True for the settings of CodeIgniter, Laravel, Django and Flask-MySQL. */
const isFramework = ({ path }: SourceFile, code: string) =>
  /dbdriver|DB_DATABASE|MYSQL_DB\b|MYSQL_DATABASE\b|MYSQL_DATABASE_DB|django\.db\.backends|DBDriver/.test(
    code,
  ) || /(?:^|\/)wp-config\.php$/.test(path)

const named: Record<'user' | 'password' | 'database', RegExp> = {
  database:
    /(?:["']|\b)(?:DB_DATABASE|DB_NAME|MYSQL_DB|MYSQL_DATABASE|MYSQL_DATABASE_DB|database|NAME)["']?\]?\s{0,8}(?:=>|=|:|,)[ \t]{0,8}(?:(["'])([^"'\n]{0,64})\1|([\w-]{1,64})[ \t]{0,4}$)/m,
  user: /(?:["']|\b)(?:DB_USERNAME|DB_USER|MYSQL_USER|MYSQL_DATABASE_USER|spring\.datasource\.username|username|USER)["']?\]?\s{0,8}(?:=>|=|:|,)[ \t]{0,8}(?:(["'])([^"'\n]{0,64})\1|([\w-]{1,64})[ \t]{0,4}$)/m,
  password:
    /(?:["']|\b)(?:DB_PASSWORD|DB_PASS|MYSQL_PASSWORD|MYSQL_DATABASE_PASSWORD|spring\.datasource\.password|password|PASSWORD)["']?\]?[ \t]{0,8}(?:=>|=|:|,)[ \t]{0,8}(?:(["'])([^"'\n]{0,100})\1|([^\s"'#]{0,100})[ \t]{0,4}\r?$)/m,
}

function namedNear(sources: Sources, file: SourceFile, code: string) {
  const at = (part: keyof typeof named) => {
    const found = named[part].exec(code)
    if (!found) return undefined
    const place = { file: file.path, line: sources.lineAt(file, found.index) }
    return { text: found[2] ?? found[3] ?? '', place }
  }
  const [database, user, password] = [at('database'), at('user'), at('password')]
  return {
    database: database && isName(database.text) ? { name: database.text, ...database.place } : undefined,
    user: user && isUser(user.text) ? { name: user.text, ...user.place } : undefined,
    password: password && { isEmpty: password.text === '', ...password.place },
  }
}

/** False where a variable in it is not known. */
const isPlain = (text: string) => !/[$?{}<>]/.test(text)

/** A name that stands for itself; empty for what stands in place of one. */
const nameOf = (text: string) => (isName(text) ? text : '')

/** A name that a database can have and a sentence can show. */
const isName = (text: string) =>
  /^[A-Za-z0-9_][\w-]{0,63}$/.test(text) && !/^(?:your|my_?db_?name|db_?name|database_?name)/i.test(text)
const isUser = (text: string) => /^[A-Za-z0-9_][\w.-]{0,40}$/.test(text) && !/^(?:your)/i.test(text)
