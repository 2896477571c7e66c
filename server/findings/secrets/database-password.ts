import type { Rule } from '../check/rule.ts'
import { passwordsAt, type Place } from './passwords.ts'

/** A database's password in code or settings. What everybody has on their own machine (root, 1234) is left alone. */
export const databasePassword: Rule = {
  name: 'database-password',
  kind: 'secret',
  title: 'A database password',
  isRequired: true,
  find: (sources) =>
    passwordsAt(sources, databasePlaces, {
      what: 'A database password is written here',
      advice: 'Take it out and change it at the database; read it from a setting that each user fills in.',
    }),
}

const text = String.raw`["']([^"'\n]{1,100})["']`
const any = String.raw`(?:["'][^"'\n]{0,200}["']|[\w$>.:()\[\]-]{1,100})`
const next = String.raw`\s{0,8},\s{0,8}`
const nearDatabase =
  /mysqli|new\s+PDO|DriverManager|pymysql|MySQLdb|mysql\.connector|mysql2?["'.]|MYSQL_|psycopg|createConnection|createPool|ENGINE["']|sqlalchemy|SqlConnection|jdbc:|pg["']|DB_(?:HOST|NAME|PASS)|mongoose|sequelize/i

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
      `\\b(?:db_?|mysql_?|database_?|sql_?)(?:pass|password|passwd|pwd)\\b["']?\\]?\\s{0,8}(?:=>|=|:|,)\\s{0,8}${text}`,
      'gi',
    ),
  },
  {
    pattern: new RegExp(
      `(?<![\\w])\\$?["']?(?:password|passwd|pass|pwd)["']?\\s{0,8}(?:=>|=|:)\\s{0,8}${text}`,
      'gi',
    ),
    near: nearDatabase,
  },
  {
    pattern:
      /\b(?:mongodb(?:\+srv)?|postgres(?:ql)?|mysql(?:\+\w{1,20})?|mariadb|redis|rediss|amqps?):\/\/[^\s:@/"'<>]{0,60}:([^\s@/"'<>]{1,100})@/g,
  },
  { pattern: /^\s{0,8}spring\.(?:datasource|data\.\w{1,20}|r2dbc)\.password\s{0,4}[=:]\s{0,4}(\S{1,100})/gm },
  { pattern: /^\s{0,16}password:\s{1,4}["']?([^\s"'#]{1,100})/gm, near: /datasource:|jdbc:/ },
  { pattern: /\b(?:Password|Pwd)=([^;"'\s]{1,100});/g },
  // The last part of a connection string of .NET or ODBC.
  { pattern: /;\s{0,2}(?:Password|Pwd)\s?=\s?([^;"'\s@?({+$][^;"'\s]{0,99})["']/gi },
]
