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
      'service',
    )
    for (const file of files) {
      if (isOfTool(file.path)) continue
      const code = sources.code(file)
      const lines = new Set<number>()
      for (const { pattern, advice } of kinds)
        for (const { 1: path, index, 0: all } of code.matchAll(pattern)) {
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
  // Commands and service files have no quotes.
  { pattern: /(?:^|[\s=:|])(\/(?:home|Users)\/[\w.-]{1,60}\/[^\s"'\x60<>|]{1,200})/g, advice: fileAdvice },
  // A link in a text, as in an email.
  {
    pattern:
      /[\s>](https?:\/\/(?:localhost|127\.0\.0\.1)(?::80(?:80)?)?\/[A-Za-z_][\w.-]{0,60}\/[\w./-]{1,100}\.php)\b/g,
    advice: addressAdvice,
  },
  // The name of a computer as the server of a connection string.
  {
    pattern:
      /\b(?:Data Source|Server)\s?=\s?(?!(?:localhost|local|db|database|sql\w*|mysql|mssql\w*|postgres\w*|mariadb|oracle|redis|host|server\w*|your\w*|my\w*|xe|orcl)\b)([A-Za-z][\w-]{0,30}(?:\\{1,2}\w{1,40})?)\s?;(?=[^"'\n<]{0,200}\b(?:Initial Catalog|Integrated Security|Trusted_Connection|User ID)\b)/gi,
    advice: serverAdvice,
  },
  // The default name of a Windows computer, as the server of a connection string.
  {
    pattern:
      /\b(?:Data Source|Server|Address)\s?=\s?((?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{6,12}\b(?:\\{1,2}\w{1,40})?)/gi,
    advice: serverAdvice,
  },
]

/** True for folders of installed programs, and for home folders that every machine of a kind has. */
const isOnManyMachines = (path: string) =>
  /^[A-Za-z]:[\\/]+(?:Program Files|ProgramData|Windows|ProgramFiles)/i.test(path) ||
  /^\/(?:home|Users)\/(?:node|app|user|runner|ubuntu|vagrant|username|your[\w-]*|\$|%)/i.test(path) ||
  /^[A-Za-z]:[\\/]+(?:path[\\/]|your)/i.test(path)

/** True for a place that is meant to set an address. */
function isSetting({ path, text }: SourceFile, index: number): boolean {
  const before = text.slice(Math.max(0, index - 200), index + 1)
  const own =
    before.slice(before.lastIndexOf('\n', before.length - 2) + 1) +
    text.slice(index + 1, index + 200).split('\n', 1)[0]!
  return (
    /(?:^|\/)\.env|\.env$|application[\w-]*\.(?:properties|ya?ml)$|launchSettings|Dockerfile/i.test(path) ||
    (/localhost|127\.0\.0\.1/.test(own) &&
      /\b(?:\w{0,20}(?:base|site|root|app|home|api|backend|server)_?(?:url|path|uri|endpoint)|proxy|target|origin|url|environ)\b|jdbc:|["']URL["']/i.test(
        own,
      ))
  )
}

const shortened = (path: string) => (path.length > 80 ? `${path.slice(0, 80)}…` : path)
