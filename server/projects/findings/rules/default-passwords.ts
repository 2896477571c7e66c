import { counted } from '#contract/kit/format.ts'

import { partsOf, type Records, recordsIn, recordsInCode } from '../files/records.ts'
import type { FoundSignIn, RuleFinding, Rule } from '../files/rule.ts'
import { isTest } from '../files/secrets.ts'
import { endingOf, nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'
import { besideHashes, type Password, signInsIn } from './written-sign-ins.ts'

/**
 * Finds passwords with which everybody can sign in who knows the project: in plain text in its tables, in its README,
 * and in its code. One finding for each file.
 */
export const defaultPassword: Rule = {
  name: 'default-password',
  kind: 'note',
  title: 'A password that everybody knows',
  *find(sources: Sources): Generator<RuleFinding> {
    yield* inTables(sources)
    for (const file of sources.texts) {
      const isInstructions =
        /^(?:md|markdown|txt|rst)$/.test(endingOf(file.path)) && file.text.length < 200_000
      const signIns = isInstructions ? signInsIn(file) : /\.sql$/i.test(file.path) ? besideHashes(file) : []
      if (signIns.length > 0) yield told(sources, file, signIns)
    }
    const inserted = Map.groupBy(recordsInCode(sources), ({ file }) => file)
    const takes = passwordPlaces(sources)
    for (const file of sources.written(...codeEndings, ...otherEndings)) {
      if (isTest(file.path)) continue
      const rows = plainIn(inserted.get(file.path) ?? [])
        .filter(({ value }) => isOfUser(value))
        .map(({ line, ...row }) => ({ ...row, index: sources.startOf(file, line ?? 1) }))
      const passwords = distinct([
        ...rows,
        ...passwordsIn(file, sources.code(file)),
        ...handedOver(sources.code(file), takes),
      ])
      if (passwords.length > 0) yield checkedInCode(sources, file, passwords)
    }
    for (const file of sources.written('json', 'properties', 'yml', 'yaml')) {
      if (isTest(file.path) || isOther(file.path)) continue
      const passwords = distinct(passwordsInData(sources.code(file)))
      if (passwords.length > 0) yield checkedInCode(sources, file, passwords)
    }
  },
}

const otherEndings = 'ino c cpp h html htm vue svelte ejs aspx cshtml'.split(' ')

/** Words for other languages, requests and servers for development, none of which makes an account. */
const isOther = (path: string) =>
  /(?:^|\/)(?:locales?|i18n|lang|languages|translations|messages|l10n)\/|postman|insomnia|thunder|swagger|openapi|docker|package\.json$|\.(?:en|hi|fr|de|es)\.json$/i.test(
    path,
  )

const signInAdvice =
  'If this is the demo sign-in, add it under Demo sign-ins, so that buyers and staff can try the project, and say in the README how to change it. Otherwise take it out.'

const told = (sources: Sources, file: SourceFile, found: Password[]): RuleFinding => ({
  file: file.path,
  line: sources.lineAt(file, found[0]!.index),
  message: `${nameOf(file.path)} names ${found.length === 1 ? 'a password' : counted(found.length, 'password')} to sign in with. Whoever keeps ${found.length === 1 ? 'it' : 'them'} can be signed in as.`,
  secrets: found.map(({ value }) => value),
  signIns: found.map((one) => signInOf(one, file.text)),
  advice: signInAdvice,
})

const checkedInCode = (sources: Sources, file: SourceFile, found: Password[]): RuleFinding => ({
  file: file.path,
  line: sources.lineAt(file, found[0]!.index),
  message: `A password of a user is written into the code here${found.length > 1 ? `, and ${found.length - 1} more in this file` : ''}. It is the same in every copy of the project.`,
  secrets: found.map(({ value }) => value),
  signIns: found.map((one) => signInOf(one, file.text)),
  advice: signInAdvice,
})

/** A password with the user that was read with it, or else the last one that the text names shortly before it. */
function signInOf({ value: password, index, user, role }: Password, text: string): FoundSignIn {
  const before = text.slice(Math.max(0, index - 200), index)
  const named = user ?? [...before.matchAll(namedUser)].at(-1)?.[1]
  return { role: role ?? roleIn(named), user: named ?? null, password }
}

const namedUser =
  /(?<![A-Za-z])(?:user[_ ]?name|user[_ ]?id|log ?in|e?-?mail|user|admin)\b[*`_"'”|\s]{0,6}(?:=>|[:=]{1,3}|,|\|)[*`_"'“|\s]{0,6}([\w.+@-]{2,60})/gi

/** The role that the name of a user tells. */
const roleIn = (user = ''): string | null =>
  /(?:^|[^a-z])(super ?admin|admin|student|teacher|faculty|staff|doctor|patient|manager|customer|librarian|employee|guest)(?![a-z])/i
    .exec(user.split('@')[0]!)?.[1]
    ?.toLowerCase() ?? null

function* inTables(sources: Sources): Generator<RuleFinding> {
  const byFile = Map.groupBy(recordsIn(sources), ({ file }) => file)
  for (const [file, tables] of byFile) {
    const found = plainIn(tables)
    if (found.length === 0) continue
    const names = [...new Set(found.map(({ table }) => `“${table}”`))]
    yield {
      file,
      line: found[0]!.line,
      isLineHidden: true,
      message: `${counted(found.length, 'password')} in ${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''} ${found.length === 1 ? 'is' : 'are'} plain text: whoever has the database can sign in, and so can whoever has the project.`,
      secrets: [...new Set(found.map(({ value }) => value))],
      signIns: found.map(({ value, user, role }) => ({
        role: role ?? null,
        user: user ?? null,
        password: value,
      })),
      advice:
        'Store hashes (password_hash(), bcrypt). If one of them is the demo sign-in, add it under Demo sign-ins and name it in the README.',
    }
  }
}

/** The passwords in plain text in the rows of tables. */
const plainIn = (tables: Records[]) =>
  tables.flatMap(({ table, columns, rows }) => {
    const all = columns.flatMap((column, index) => (isPasswordColumn(column) ? [index] : []))
    // `cpwd` repeats `pwd`.
    const first = all.filter((index) => !/^c(?:onf?)?_?p/i.test(columns[index]!))
    const places = first.length > 0 ? first : all
    const userPlace = placeOfUser(columns)
    const rolePlace = columns.findIndex((column) => /(?:^|_)(?:role|user_?type|usertype)$/i.test(column))
    return rows.flatMap(({ values, line }) =>
      places
        .map((place) => ({ value: (values[place] ?? '').trim(), isHash: /hash/i.test(columns[place]!) }))
        .filter(({ value, isHash }) => isPlain(value) && !(isHash && /hash|\s|^0x/i.test(value)))
        .map(({ value }) => ({
          table,
          line,
          value,
          user: values[userPlace]?.trim() || undefined,
          role: roleOf(values[rolePlace], table),
        })),
    )
  })

/** The column that users sign in with: their name before their email. */
const placeOfUser = (columns: string[]) =>
  [/user_?name|login|^u_?name$|^user$|user_?id/i, /e?mail/i, /^(?:admin|staff)?_?(?:name|id)$/i]
    .map((pattern) => columns.findIndex((column) => pattern.test(column) && !isPasswordColumn(column)))
    .find((place) => place !== -1) ?? -1

/** What the row says of the role, or else the name of its table. */
const roleOf = (said: string | undefined, table: string) =>
  said && /^[a-z][a-z _-]{2,30}$/i.test(said.trim())
    ? said.trim()
    : table
        .replace(/^.*[./]|\.\w+$/g, '')
        .replace(/^(?:tbl|tb|t)_?|_?(?:tbl|table|login|info|details)$/gi, '')
        .replace(/(?<=[^s])s$/i, '') || undefined

/** A column of passwords, also in the languages that the names of student projects are written in. */
const isPasswordColumn = (column: string) =>
  (/(?:^|[_. -]|user|admin|u|s)(?:pass(?:word|wd|code)?|pwd|pswd|psw)$|^pass(?:word)?[_\d]/i.test(column) ||
    /(?:password|passwd|pwd)(?:_?hash(?:ed)?)?$/i.test(column) ||
    /(?:^|_)(?:mat_?khau|contrase[nñ]a|senha|mot_?de_?passe|kata_?sandi|[sş]ifre|parola|has[lł]o|pass?wort|kennwort|wachtwoord)$/i.test(
      column,
    )) &&
  !/salt|reset|token|hint|forgot|change|expir|encrypt|confirm|repeat|^pass_?(?:id|no|num|type|date|status|name|year|fee|price|valid|photo|mark|percent|out|by|at)|smtp|mail_|sms|api|merchant|^is_|^has_|must|enable|allow|attempt|old_/i.test(
    column,
  )

/** True for a password in plain text: no hash, and not empty. */
const isPlain = (value: string) =>
  value.length >= 2 &&
  value.length <= 40 &&
  !/^(?:null|none|default|\?|:\w+|%s|@\w+)$/i.test(value) &&
  !/^(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{40})$/i.test(value) &&
  !/^\$(?:2[aby]|argon2|P|H|1|5|6)\$|^\*[0-9A-F]{40}$|^(?:pbkdf2|scrypt|bcrypt|argon2|sha\d*|md5|!)/.test(
    value,
  ) &&
  !/^[A-Za-z0-9+/]{22,}={1,2}$|[<>{}$]|\(\)/.test(value)

/** The passwords that code compares with, hashes for a first user, or gives to one. */
const passwordsIn = ({ path }: SourceFile, code: string): Password[] => {
  const isSeed = seed.test(path)
  const given = [...code.matchAll(ofUser)].filter(
    ({ index }) =>
      isSeed ||
      details.test(code.slice(Math.max(0, index - 200), index + 200)) ||
      created.test(code.slice(Math.max(0, index - 300), index)),
  )
  return [...inCode.flatMap((pattern) => [...code.matchAll(pattern)]).map(placed), ...given.map(placed)]
    .filter(({ value }) => isOfUser(value))
    .concat(
      // The factories of Laravel come with this password, for invented users.
      /factor(?:y|ies)/i.test(path)
        ? []
        : [...[...code.matchAll(hashed)].map(placed), ...ofHashed(code)].filter(({ value }) =>
            isHashable(value),
          ),
    )
}

const placed = ({ 0: all, 1: value, index }: { 0: string; 1?: string; index: number }): Password => ({
  value: value!,
  index: index + all.lastIndexOf(value!),
})

/** Each password once, at its first place. */
const distinct = (found: Password[]): Password[] =>
  [
    ...new Map(
      found.toSorted((one, other) => other.index - one.index).map((password) => [password.value, password]),
    ).values(),
  ].toReversed()

const seed =
  /(?:^|[/_.-])(?:seed\w*|demo|sample|dummy|fixtures?|initial)(?:[/_.-]|$)|[a-z]Seed(?:er|s|Data)?\.\w+$|Seeder|(?:Data|Db|DB|Database|Admin|User)(?:Initiali[sz]er|Init|Loader)\.|(?:^|\/)(?:create|make|add|init|setup|insert|reset)[-_]?(?:super)?[-_]?(?:admins?|db|database|users?)\.\w+$/i

const text = String.raw`["']([^"'\s\\]{3,40})["']`

const hashes = String.raw`\b(?:get_password_hash|generate_password_hash|hash_password|make_password|set_password|hashpw|HashPassword|hashSync|bcrypt\.hash|argon2\.hash|password_hash|pwd_context\.hash|Hash::make|(?<![.>:])bcrypt|passwordEncoder(?:\(\))?\.encode|encoder(?:\(\))?\.encode|hashlib\.(?:sha\d{1,3}|md5)|BCrypt\.hashpw)\s{0,4}\(\s{0,8}(?:null\s{0,4},\s{0,4})?`
/** A text that is hashed, so that it is a password whatever it says, and a variable that is. */
const hashed = new RegExp(`${hashes}b?${text}`, 'g')
const hashedName = new RegExp(`${hashes}(\\$?[A-Za-z_]\\w{0,40})\\s{0,4}[,).]`, 'g')

/** The passwords of the variables that code hashes and gives a text. */
function* ofHashed(code: string): Generator<Password> {
  const names = new Set([...code.matchAll(hashedName)].map(([, name]) => name!))
  if (names.size === 0) return
  for (const match of code.matchAll(assigned))
    if (names.has(match[1]!)) yield placed({ 0: match[0], 1: match[2]!, index: match.index })
}
const assigned = new RegExp(
  `(?<![\\w$.])(\\$?[A-Za-z_]\\w{0,40})\\s{0,4}(?::\\s{0,2}\\w{1,20}\\s{0,2})?:?=\\s{0,4}${text}`,
  'g',
)

const inCode = [
  new RegExp(
    `\\b(?:current|valid|correct|right|stored|expected|saved|actual)_?(?:pass(?:word|wd)?|pwd)\\s{0,4}=\\s{0,4}${text}`,
    'gi',
  ),
  new RegExp(
    `\\b\\w{0,30}(?:pass(?:word|wd)?|pwd|pswd)\\w{0,12}(?:\\(\\))?\\]?["']?\\]?\\)?(?:\\.(?:getText|Text|text|getPassword|get|value|val|Trim|trim|strip|toString)(?:\\(\\))?){0,3}\\s{0,4}(?:===?|\\.(?:equals|Equals|equalsIgnoreCase|compareTo)\\s{0,2}\\()\\s{0,4}${text}`,
    'gi',
  ),
  new RegExp(`${text}\\.equals\\(\\s{0,4}\\w{0,30}pass\\w{0,20}`, 'gi'),
  new RegExp(`\\bstrcmp\\(\\s{0,4}[\\w$>.-]{0,30}pass\\w{0,20}\\s{0,4},\\s{0,4}${text}`, 'gi'),
  // Visual Basic compares with one sign.
  new RegExp(
    `\\b(?:If|And|AndAlso)\\s{1,4}\\(?\\w{0,30}(?:pass|pwd)\\w{0,12}\\.Text\\s{0,4}=\\s{0,4}${text}`,
    'gi',
  ),
  // A query with a sign-in of its own.
  new RegExp(
    `\\bwhere\\s{1,8}\\w{0,30}\\s{0,4}=\\s{0,4}\\\\?["'][^"'\\s$\\\\{]{2,40}\\\\?["']\\s{1,8}and\\s{1,8}\\w{0,20}pass(?:word|wd)?\\s{0,4}=\\s{0,4}\\\\?${text}`,
    'gi',
  ),
  // What a page fills in.
  new RegExp(`\\btype=["']password["'][^<>]{0,200}\\bvalue=${text}`, 'gi'),
  new RegExp(`\\bvalue=${text}[^<>]{0,200}\\btype=["']password["']`, 'gi'),
  new RegExp(`\\bcreate_(?:super)?user\\([^()\\n]{0,200}\\bpassword\\s{0,2}=\\s{0,2}${text}`, 'g'),
  new RegExp(
    `\\bcreate_(?:super)?user\\(\\s{0,20}["'][^"'\\n]{1,60}["']\\s{0,4},\\s{0,20}["'][^"'\\n]{0,60}["']\\s{0,4},\\s{0,20}${text}`,
    'g',
  ),
  // `ADMIN_PASSWORD = "…"`, `env('ADMIN_PASSWORD', '…')`, `process.env.ADMIN_PASSWORD || '…'`.
  new RegExp(
    `(?<![A-Za-z])(?:default|admin|initial|demo|seed|super_?admin|root|teacher|student|staff|employee|temp)_?(?:(?:user|admin|account|login)_?){0,2}(?:pass(?:word|wd)?|pwd)\\b["']?\\)?\\s{0,8}(?:=>|:=|:\\s{0,2}(?:String|str|string)\\s{0,2}=|:|=|,|\\|\\||\\?\\?|\\?:)\\s{0,8}${text}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:email|username|user_name|userName)["']?\\s{0,4}(?:=>|:|=)\\s{0,4}["'][^"'\\n]{2,60}["']\\s{0,4},\\s{0,8}["']?(?:password|pwd)["']?\\s{0,4}(?:=>|:|=)\\s{0,4}${text}`,
    'gi',
  ),
  // Users of Spring Security, of ASP.NET Identity, of Firebase, and a column that Android or a command of .NET is given.
  new RegExp(`\\.password\\(\\s{0,4}["'](?:\\{noop\\})?([^"'\\s\\\\{}]{3,40})["']\\s{0,4}\\)`, 'g'),
  new RegExp(`\\bCreateAsync\\(\\s{0,4}\\w{1,40}\\s{0,4},\\s{0,4}${text}\\s{0,4}\\)`, 'g'),
  new RegExp(
    `\\b(?:createUser|signIn)WithEmailAndPassword\\((?:\\s{0,8}\\w{1,30}\\s{0,4},)?\\s{0,8}(?:email\\s{0,4}:\\s{0,4})?["'][^"'\\n]{3,60}["']\\s{0,4},\\s{0,8}(?:password\\s{0,4}:\\s{0,4})?${text}`,
    'g',
  ),
  new RegExp(`\\.AddWithValue\\(\\s{0,4}"@?\\w{0,20}(?:pass|pwd)\\w{0,12}"\\s{0,4},\\s{0,4}${text}`, 'gi'),
  new RegExp(
    `\\b\\w{0,20}values\\w{0,4}\\.put\\(\\s{0,4}["'\\w.]{0,30}(?:pass|pwd)\\w{0,12}["']?\\s{0,4},\\s{0,4}${text}`,
    'gi',
  ),
]

/** The password of a user in a list of them, what stands beside it there, and what makes a user of it. */
const ofUser = new RegExp(
  `(?<![\\w.])["']?(?:password|pwd|pass)["']?\\s{0,4}(?:=>|[:=])\\s{0,4}${text}`,
  'gi',
)
const details =
  /\b(?:role|first_?name|last_?name|full_?name|is_?admin|user_?type)["']?\s{0,4}(?:=>|[:=])\s{0,4}["'\d]/i
const created =
  /\b(?:User|Admin|Account|Member|Staff|Student|Teacher|Employee|Customer|Doctor|Patient)s?(?:Model|Schema|Repository)?(?:::|\.)(?:create|insert|firstOrCreate|updateOrCreate|findOrCreate|bulkCreate|insertMany|upsert|query\(\)->create|factory\(\)->create|objects\.create)\w{0,12}\([^;}]{0,300}$|\binsert\(\s{0,4}["'](?:users?|admins?|accounts?|login)["'][^;}]{0,200}$/i

/** The passwords of users in a list of them, and the one with which a program of Spring begins. */
const passwordsInData = (code: string): Password[] =>
  [...listedUser, firstUser]
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map(placed)
    .filter(({ value }) => isPlain(value) && isOfUser(value))

const listedUser = [
  /"(?:email|user_?name|login|user_?id)"\s{0,4}:\s{0,4}"[^"\n]{2,60}"\s{0,4},\s{0,20}(?:"\w{1,20}"\s{0,4}:\s{0,4}(?:"[^"\n]{0,60}"|\d{1,12})\s{0,4},\s{0,20}){0,4}"(?:password|pwd|pass)"\s{0,4}:\s{0,4}"([^"\s\\]{3,40})"/gi,
  /"(?:password|pwd|pass)"\s{0,4}:\s{0,4}"([^"\s\\]{3,40})"\s{0,4},\s{0,20}"(?:role|first_?name|last_?name|full_?name|is_?admin|user_?type)"/gi,
]
const firstUser =
  /^[ \t]{0,8}(?:spring\.security\.user|(?:[\w-]{1,20}\.){0,2}admin)[._-]password[ \t]{0,4}[=:][ \t]{0,4}["']?([^\s"'#]{3,40})/gim

const isHashable = (value: string) =>
  !/^(?:utf-?8|sha\d*|md5|hex|base64|ascii|string|text|change\w*)$|your[-_]|^[#.$%{<\\/]/i.test(value)

const isOfUser = (value: string) =>
  !/^(?:password|passwd|pwd|text|hidden|true|false|null|undefined|default|string|required|submit|on|off|yes|no|none|show|hide|current|confirm\w*|new\w*|old\w*|reset\w*|function|object|change\w*|forgot\w*|utf-?8|utf8mb4|invalid|wrong|incorrect|mismatch|missing|weak|strong|optional|varchar\w*|input|value)$/i.test(
    value,
  ) && !/^[#.$%{<\\/:@*+]|^\w+\(|your[-_]|example\.com$/.test(value)

/** The functions and classes of users that take a password, with its place among what they take. */
function passwordPlaces(sources: Sources): Map<string, number> {
  const places = new Map<string, number>()
  for (const file of sources.written(...codeEndings))
    for (const { 1: name, 2: taken } of sources.code(file).matchAll(ofUsers)) {
      const place = taken!
        .split(',')
        .findIndex((one) => /pass(?:word|wd)?["'\s]*(?::\s*\w+\s*)?$|\bpwd\s*$/i.test(one))
      if (place !== -1 && !taken!.includes('(') && !places.has(name!)) places.set(name!, place)
    }
  return places
}

/** The passwords that code hands over to such a function or class as a text, together with a name. */
const handedOver = (code: string, places: ReadonlyMap<string, number>): Password[] =>
  places.size === 0
    ? []
    : [...code.matchAll(ofUsers)].flatMap(({ 1: name, 2: given, index, 0: all }) => {
        const place = places.get(name!)
        const parts = partsOf(`(${given!})`)
        const value = textIn(parts[place ?? -1])
        const others = parts.filter((part, at) => at !== place && textIn(part))
        return others.length > 0 && /^[^\s\\]{3,40}$/.test(value) && isHashable(value) && isOfUser(value)
          ? [{ value, index: index + all.indexOf(value) }]
          : []
      })

/** The text of a part that is nothing but a literal. */
const textIn = (part = '') => /^(["'])([^"'\n]{1,60})\1$/.exec(part)?.[2] ?? ''

const ofUsers =
  /\b(\w{0,30}(?:[Uu]ser|[Aa]dmin|[Aa]ccount|[Ll]ogin|[Rr]egister|[Mm]ember|[Cc]ustomer|[Ss]tudent|[Tt]eacher|[Ee]mployee|[Ss]taff|[Dd]octor|[Pp]atient|[Ll]ibrarian|[Ss]ign[Uu]p)\w{0,20})\s{0,2}\(([^(){};]{5,300})\)/g
