import type { RuleFinding, Rule } from '../files/rule.ts'
import { isPlaceholder, isTemplate, masked, searchableFiles } from '../files/secrets.ts'
import type { SourceFile, Sources } from '../files/sources.ts'

/**
 * A pattern of passwords; the first group is the value. With `near` it counts only in a file that also matches that.
 */
interface Place {
  pattern: RegExp
  near?: RegExp
  /** True for a pattern of any password: what stands around it tells whose it is. */
  isVague?: true
}

/** The passwords in code, settings and texts that match the patterns, each once for a file. */
function* passwordsAt(
  sources: Sources,
  places: (code: string) => Place[],
  { what, advice }: { what: string; advice: string },
): Generator<RuleFinding> {
  for (const file of searchableFiles(sources)) {
    if (isTemplate(file.path) || isPage(file)) continue
    const code = sources.code(file)
    const isText = isForReading(file)
    const seen = new Set<string>()
    for (const { pattern, near, isVague } of places(code)) {
      if ((near && !near.test(code)) || (isVague && isText)) continue
      for (const { 0: all, 1: value, index } of code.matchAll(pattern)) {
        if (isVague && !isAbout(near!, code, index)) continue
        const line = sources.lineAt(file, index + all.lastIndexOf(value!))
        if (seen.has(value!) || !isPassword(value!) || (isText && !isLikelyReal(value!))) continue
        seen.add(value!)
        yield {
          file: file.path,
          line,
          message: `${what}: ${masked(value!)}.`,
          advice,
          secrets: [value!],
        }
      }
    }
  }
}

const isPage = ({ path }: SourceFile) => /\.html?$/i.test(path)
const isForReading = ({ path }: SourceFile) => /\.(?:md|txt|rst)$/i.test(path)

const isPassword = (value: string) =>
  value.trim().length >= 5 &&
  !isPlaceholder(value) &&
  !/^(?:select|insert|update|delete)\s/i.test(value) &&
  !/^[A-Z_]+$|[^\x20-\x7e]|\$_|^\s?[.+]|[.+]\s?$|^\w+(?:\.\w+){1,4}\(/.test(value)

/** Tells whether the lines around a password are about this thing, and not about the other one or a member. */
function isAbout(near: RegExp, code: string, index: number): boolean {
  const around = code.slice(Math.max(0, index - 400), index + 200)
  if (ofMember.test(around.slice(-500))) return false
  const other = near === nearMail ? nearDatabase : nearMail
  return near.test(around) || !other.test(around)
}

/** Details of a member beside a password: it is that of an account of the program, not of a service. */
const ofMember =
  /\b(?:role|first_?name|last_?name|full_?name|phone|mobile|is_?admin|gender|avatar|address|user_?type)["']?\s{0,4}(?:=>|[:=])\s{0,4}["'\d]/i

/** False for what instructions write in place of a password. */
const isLikelyReal = (value: string) =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && !/pass|secret|admin|user|root|name|1234/i.test(value)

/** Finds database passwords in code or settings. Common local ones (root, 1234) are left out. */
export const databasePassword: Rule = {
  name: 'database-password',
  kind: 'secret',
  title: 'A database password',
  isRequired: true,
  find: (sources) =>
    passwordsAt(sources, (code) => [...databasePlaces, ...namedPlaces(code)], {
      what: 'A database password is written here',
      advice: 'Take it out and change it at the database; read it from a setting that each user fills in.',
    }),
}

const text = String.raw`["']([^"'\n]{1,100})["']`
const any = String.raw`(?:["'][^"'\n]{0,200}["']|[\w$>.:()\[\]-]{1,100})`
const next = String.raw`\s{0,8},\s{0,8}`
const nearDatabase =
  /mysqli|new\s+PDO|DriverManager|pymysql|MySQLdb|mysql\.connector|mysql2?["'.]|MYSQL_|psycopg|createConnection|createPool|ENGINE["']|sqlalchemy|SqlConnection|jdbc:|pg["']|DB_(?:HOST|NAME|PASS)|mongoose|sequelize|MongoClient|pymongo|cx_Oracle|oracledb|pyodbc|asyncpg|Npgsql|HikariConfig|dbdriver|ConnectionSettings/i

const databasePlaces: Place[] = [
  {
    pattern: new RegExp(
      `\\b(?:mysqli_connect|mysql_connect|new\\s{1,4}mysqli)\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}${text}`,
      'g',
    ),
  },
  { pattern: new RegExp(`\\bnew\\s{1,4}\\\\?PDO\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}${text}`, 'g') },
  { pattern: new RegExp(`\\bgetConnection\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}${text}`, 'g') },
  {
    pattern: new RegExp(
      `(?<![A-Za-z])(?:db|mysql|database|sql|pg|postgres|mongo|oracle|connection|datasource|jdbc)[_.]?(?:user_?)?(?:pass|password|passwd|pwd)\\b["']?\\]?\\s{0,20}(?:=>|=|:|(?<=["'])\\s{0,8},)\\s{0,20}${text}`,
      'gi',
    ),
  },
  // Settings files write it without quotes.
  {
    pattern:
      /^[ \t]{0,20}(?:[\w.-]{0,40}[._-])?(?:db|mysql|database|sql|pg|postgres|mongo|oracle|connection|datasource|jdbc)[_.-]?(?:pass|password|passwd|pwd)[ \t]{0,20}[=:][ \t]{0,20}([^\s"'#;,$]{1,100})[ \t]{0,20}\r?$/gim,
  },
  {
    pattern:
      /\bname="(?:hibernate\.)?(?:javax\.persistence\.jdbc|jakarta\.persistence\.jdbc|connection)\.password"(?:\s{1,8}value="|>)([^"<\n]{1,100})/g,
  },
  {
    pattern: new RegExp(
      `(?<![\\w])\\$?["']?(?:password|passwd|pass|pwd)["']?\\s{0,8}(?:=>|=|:)\\s{0,8}${text}`,
      'gi',
    ),
    near: nearDatabase,
    isVague: true,
  },
  {
    pattern:
      /\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql(?:\+\w{1,20})?|mariadb|redis|rediss|amqps?):\/\/[^\s:@/"'<>]{0,60}:(?![A-Za-z_]{2,30}123@(?:localhost|127\.0\.0\.1|db|postgres|mysql)\b)([^\s@/"'<>]{1,100})@/g,
  },
  { pattern: /^\s{0,8}spring\.(?:datasource|data\.\w{1,20}|r2dbc)\.password\s{0,4}[=:]\s{0,4}(\S{1,100})/gm },
  {
    pattern: /^\s{0,16}password:\s{1,4}["']?([^\s"'#]{1,100})/gm,
    near: /datasource:|jdbc:|^\s{0,8}adapter:/m,
  },
  // A resource of Tomcat, a bean of Spring, and the address that Go opens.
  { pattern: /<Resource\b[^<>]{0,600}\bpassword="([^"\n]{1,100})"/g },
  { pattern: /\bname="password"\s{1,8}value="([^"\n]{1,100})"/g, near: /jdbc:/ },
  { pattern: /["'`]\w{1,40}:([^\s"'`]{1,100})@tcp\(/g },
  {
    pattern:
      /(?<=[;"'>][ \t]{0,4})(?:Jet OLEDB:Database )?(?:Password|Pwd)\s?=\s?([^;"'\s<&()]{1,100})(?:;|<|&quot;)/gi,
    near: /Data Source|Server\s?=|Initial Catalog|Uid\s?=|User Id|Username\s?=/i,
  },
  // Python and C give the server, the user and the password in this order, Sequelize the database first.
  {
    pattern: new RegExp(
      `\\b(?:(?:mysql\\.connector|MySQLdb|pymysql|mariadb|psycopg2?)\\.connect|new\\s{1,4}Sequelize)\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}${text}`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      `\\bmysql_real_connect\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}${any}${next}${text}`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      `\\b(?:oci_p?connect|odbc_p?connect|cx_Oracle\\.connect)\\s{0,4}\\(\\s{0,8}${any}${next}${text}${next}`,
      'g',
    ),
  },
  { pattern: new RegExp(`\\bodbc_p?connect\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}${text}`, 'g') },
  { pattern: /\bjdbc:[^\s"'<>]{1,300}[?&;]password=([^\s"'<>&;]{1,100})/gi },
  {
    pattern:
      /\b(?:jdbc:oracle:thin:|(?:cx_Oracle|oracledb)\.connect\(\s{0,4}["'])\w{1,40}\/([^\s"'@/]{1,60})@/g,
  },
  // The connection string of libpq: words with values.
  {
    pattern:
      /["'](?=[^"'\n,()]{0,300}\b(?:dbname|host)\s?=)[^"'\n,()]{0,200}\bpassword\s?=\s?([^\s"'=&;{}$,()]{1,100})(?=[\s"'])/g,
  },
  {
    pattern: new RegExp(`\\.setPassword\\s{0,4}\\(\\s{0,4}${text}`, 'g'),
    near: /DataSource|HikariConfig|QSqlDatabase/,
  },
  // The key of an encrypted SQLite file.
  { pattern: /\bPRAGMA\s{1,4}(?:hex)?key\s{0,4}=\s{0,4}\\?["']\\?["']?([^"'\n\\]{1,100})/gi },
  {
    pattern: new RegExp(
      `\\b(?:getWritable|getReadable|openOrCreate|open)Database\\s{0,4}\\((?:[^()"'\\n]{1,80},)?\\s{0,8}(?:password\\s{0,4}:\\s{0,4})?${text}`,
      'g',
    ),
    near: /sqlcipher/i,
  },
  // The last part of a .NET or ODBC connection string.
  { pattern: /;\s{0,2}(?:Password|Pwd)\s?=\s?([^;"'\s@?({+$][^;"'\s]{0,99})["']/gi },
]

/** The texts that the file gives to the variables which it opens a database with. */
function namedPlaces(code: string): Place[] {
  const names = [...new Set([...code.matchAll(opened)].map(([, name]) => name!.replace(/^.*[.:>]/, '')))]
  return names
    .filter((name) => !isType.test(name))
    .slice(0, 20)
    .map((name) => ({
      pattern: new RegExp(
        `(?<![\\w])\\$?${name.replace(/^\$/, '')}\\b(?:\\s{0,2}:\\s{0,2}\\w{1,20})?\\s{0,8}:?=\\s{0,8}${text}`,
        'g',
      ),
    }))
}
/** `password: str`: a parameter, not a variable that is given. */
const isType = /^(?:str|string|text|bytes|any|none|null|undefined|optional|varchar|true|false)$/i
const opened = new RegExp(
  `(?:\\b(?:mysqli_connect|mysql_connect|new\\s{1,4}mysqli|new\\s{1,4}\\\\?PDO|getConnection|(?:mysql\\.connector|MySQLdb|pymysql|mariadb)\\.connect)\\s{0,4}\\(\\s{0,8}${any}${next}${any}${next}|\\b(?:password|passwd)\\s{0,4}[=:]\\s{0,4}(?=\\w{1,40}\\s{0,4}[,)}][^;]{0,200}(?:database|dbname|db)\\s{0,4}[=:]))(\\$?[A-Za-z_][\\w.>:-]{0,40})\\s{0,4}[,)}]`,
  'g',
)

/** Finds passwords of mail accounts in code or settings, including app passwords of Google. */
export const mailPassword: Rule = {
  name: 'mail-password',
  kind: 'secret',
  title: 'A mail password',
  isRequired: true,
  find: (sources) =>
    passwordsAt(sources, () => mailPlaces, {
      what: 'A mail password is written here',
      advice:
        'Take it out and revoke it (for Gmail under App passwords); read it from a setting that each user fills in.',
    }),
}
const nearMail =
  /smtp|PHPMailer|nodemailer|createTransport|smtplib|javax\.mail|jakarta\.mail|["']gmail["']|EMAIL_HOST|MAIL_SERVER|MAIL_HOST/i

const mailPlaces: Place[] = [
  { pattern: new RegExp(`->\\s{0,4}Password\\s{0,4}=\\s{0,4}${text}`, 'g') },
  {
    pattern: new RegExp(
      `\\.login\\s{0,4}\\(\\s{0,8}(?:["'][^"'\\n]{0,100}["']|[\\w.]{1,60})\\s{0,8},\\s{0,8}${text}`,
      'g',
    ),
    near: /smtplib|imaplib|yagmail/,
  },
  {
    pattern: new RegExp(
      `\\bPasswordAuthentication\\s{0,4}\\(\\s{0,8}(?:"[^"\\n]{0,100}"|[\\w.]{1,60})\\s{0,8},\\s{0,8}${text}`,
      'g',
    ),
  },
  {
    pattern: new RegExp(
      `(?<![A-Za-z])(?:EMAIL|MAIL|SMTP|GMAIL)_?(?:HOST_|APP_|SENDER_|USER_)?(?:PASS|PASSWORD|PWD)\\b["']?\\]?\\s{0,8}(?:=>|=|:|(?<=["'])\\s{0,8},)\\s{0,8}${text}`,
      'gi',
    ),
  },
  {
    pattern: new RegExp(
      `(?<![\\w>])\\$?["']?(?:pass|password|app_?password|sender_?password|from_?password|email_?password)["']?\\s{0,8}(?:=>|=|:)\\s{0,8}${text}`,
      'gi',
    ),
    near: nearMail,
    isVague: true,
  },
  {
    pattern:
      /^[ \t]{0,20}(?:[\w.-]{0,40}[._-])?(?:e?mail|smtp|gmail)[_.-]?(?:host[_.-]?|app[_.-]?)?(?:pass|password|pwd)[ \t]{0,20}[=:][ \t]{0,20}([^\s"'#;,$]{1,100})[ \t]{0,20}\r?$/gim,
  },
  { pattern: /^\s{0,8}spring\.mail\.password\s{0,4}[=:]\s{0,4}(\S[^\n]{0,100})/gm },
  { pattern: /["'(=]\s{0,4}["']?([a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4})["']/g, near: nearMail },
]
