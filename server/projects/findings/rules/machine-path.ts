import type { RuleFinding, Rule } from '../files/rule.ts'
import type { SourceFile, Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'

/** Finds paths that exist only on the computer where the project was written. */
export const machinePath: Rule = {
  name: 'machine-path',
  kind: 'running',
  title: 'A path on the author’s own computer',
  *find(sources: Sources): Generator<RuleFinding> {
    const files = sources.written(
      ...codeEndings,
      'env',
      'properties',
      'ini',
      'yml',
      'yaml',
      'xml',
      'html',
      'bat',
      'json',
      'ipynb',
      'css',
      'config',
      'settings',
      'sh',
      'ps1',
      'service',
      'toml',
      'cfg',
      'conf',
    )
    for (const file of files) {
      if (isOfTool(file.path)) continue
      const code = sources.code(file)
      const lines = new Set<number>()
      for (const { pattern, advice } of kinds)
        for (const { 1: path, index, 0: all } of code.matchAll(pattern)) {
          if (isRequest(file, path!)) continue
          const line = sources.lineAt(file, index + all.indexOf(path!))
          if (lines.has(line) || isOnManyMachines(path!) || isSetting(file, index)) continue
          lines.add(line)
          yield {
            file: file.path,
            line,
            message: `“${shortened(path!)}” exists only on the computer where this was written.`,
            advice,
          }
        }
    }
  },
}

/** Settings of one person's editor, of a tool that sends requests, and of the author's own deployment. */
const isOfTool = (path: string) =>
  /(?:^|\/)(?:\.github|\.circleci|nbproject\/private|\.idea|\.vscode)\/|postman|insomnia|(?:^|\/)local\.properties$|\.gitlab-ci\.yml$/i.test(
    path,
  )

const before = String.raw`(?:["'\x60(=>]|file:\/{2,3})\s{0,4}`
const fileAdvice = 'Put the file into the project and use a path relative to it.'
const addressAdvice = 'Use an address relative to the page, or take the first part from one setting.'
const serverAdvice =
  'Write localhost, (localdb) or .\\SQLEXPRESS, and say in the README where each user puts their own server.'
const kinds: { pattern: RegExp; advice: string }[] = [
  {
    pattern: new RegExp(
      `${before}([A-Za-z]:(?:\\\\{1,2}|\\/(?!\\/))(?:[^\\s"'\x60<>|*?;]|[ ](?=\\S)){1,200})`,
      'g',
    ),
    advice: fileAdvice,
  },
  {
    pattern: new RegExp(`${before}(\\/(?:home|Users)\\/[\\w.-]{1,60}\\/[^\\s"'\x60<>]{1,200})`, 'g'),
    advice: fileAdvice,
  },
  {
    pattern: new RegExp(
      `${before}(\\/(?:opt\\/lampp|var\\/www\\/html|content\\/drive|kaggle\\/(?:input|working)|Applications\\/XAMPP)\\/[^\\s"'\x60<>]{1,200})`,
      'g',
    ),
    advice: fileAdvice,
  },
  {
    pattern:
      /["'](?:Location:\s{0,4})?(https?:\/\/(?:localhost|127\.0\.0\.1)(?::80(?:80)?)?\/[A-Za-z_][\w.-]{0,60}\/[^\s"'<>]{0,200})["']/g,
    advice: addressAdvice,
  },
  // An address that a mail or a page built in a longer string leads to.
  {
    pattern:
      /(?:href=\\?['"]|^[ \t]{0,20}|\s)(https?:\/\/(?:localhost|127\.0\.0\.1)\/[A-Za-z_][\w.-]{0,60}\/[\w./-]{0,100}\.(?:php|jsp|html?|aspx)\b)/gim,
    advice: addressAdvice,
  },
  // The name of a computer, as the server of a connection string.
  {
    pattern:
      /\b(?:Data Source|Server|Address)\s?=\s?((?!(?:localhost|local|localdb|tcp|np|server|servername|server_name|your\w*|my\w*|host|hostname|db|database|mysql|mssql|sqlserver|sql|postgres|redis|rabbitmq|mongo|sqldata|sql-server|data)\b)[A-Za-z][\w-]{1,40}(?:\\{1,2}[\w$]{1,40})?)(?=\s{0,2};)(?=[^"'\n]{0,200}(?:Initial Catalog|Database\s?=|Integrated Security|Trusted_Connection))/gi,
    advice: serverAdvice,
  },
]

/** True for an address in a collection of requests, and for what a script says or sets up. */
const isRequest = ({ path }: SourceFile, found: string) =>
  (/\.(?:bat|cmd|ps1|sh)$/i.test(path) && /^https?:|xampp|wamp/i.test(found)) ||
  (/postman|\.http$|insomnia/i.test(path) && /^https?:/.test(found))

/** True for folders of installed programs, and for home folders that every machine of a kind has. */
const isOnManyMachines = (path: string) =>
  /^[A-Za-z]:[\\/]+(?:Program Files|ProgramData|Windows|ProgramFiles)/i.test(path) ||
  /^\/(?:home|Users)\/(?:node|app|user|runner|ubuntu|vagrant|username|your[\w-]*|\$|%)/i.test(path) ||
  /^[A-Za-z]:[\\/]+(?:path[\\/]|your)/i.test(path) ||
  // XAMPP and its like where their installers put them; what lies in their folders of pages is the author's.
  /^[A-Za-z]:[\\/]+(?:xampp|wamp(?:64)?|laragon)(?:[\\/]+(?!(?:htdocs|www)[\\/]+\w).*)?$/i.test(path) ||
  /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/phpmyadmin/i.test(path) ||
  /^\.|^(?:sqlite|file|data)\b/i.test(path)

/** True for a place that is meant to set an address. */
function isSetting({ path, text }: SourceFile, index: number): boolean {
  const before = text.slice(Math.max(0, index - 200), index + 1)
  const own =
    before.slice(before.lastIndexOf('\n', before.length - 2) + 1) +
    text.slice(index + 1, index + 200).split('\n', 1)[0]!
  return (
    /(?:^|\/)\.env|\.env$|application[\w-]*\.(?:properties|ya?ml)$|launchSettings|Dockerfile/i.test(path) ||
    (/localhost|127\.0\.0\.1/.test(own) &&
      /\b(?:\w{0,20}(?:base|site|root|app|home|api|backend|server)_?(?:url|path|uri|endpoint)|proxy|target|origin|url|environ)\b|define\(\s{0,4}["'](?:\w{1,20}_)?(?:ROOT|ASSETS|SITE|HOST|BASE|HOME)\b|jdbc:|["']URL["']/i.test(
        own,
      ))
  )
}

const shortened = (path: string) => (path.length > 80 ? `${path.slice(0, 80)}…` : path)
