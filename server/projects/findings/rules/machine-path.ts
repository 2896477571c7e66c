import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTest } from '../files/secrets.ts'
import type { SourceFile, Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'

/** Finds paths that exist only on the computer where the project was written. */
export const machinePath: Rule = {
  name: 'machine-path',
  kind: 'running',
  title: 'A path on the author’s own computer',
  *find(sources: Sources): Generator<RuleFinding> {
    const isPhp = sources.written('php').length > 0
    for (const file of sources.written(...codeEndings, ...otherEndings)) {
      if (isOfTool(file.path)) continue
      const code = sources.code(file)
      const lines = new Set<number>()
      const isOfEditor = ofEditor.test(file.path)
      for (const { pattern, advice, says = onComputer, isLeft } of kinds)
        for (const { 1: path, index, 0: all } of code.matchAll(pattern)) {
          if (isRequest(file, path!) || isServed(path!, isPhp)) continue
          if (isLeft?.(file, code, index)) continue
          const line = sources.lineAt(file, index + all.indexOf(path!))
          if (lines.has(line) || isOnManyMachines(path!) || isSetting(file, index)) continue
          lines.add(line)
          yield {
            file: file.path,
            line,
            message: `“${shortened(path!)}” ${says}.`,
            advice: isOfEditor ? editorAdvice : advice,
          }
          if (isOfEditor) break
        }
    }
  },
}

/** The endings of files other than code that may name a path: settings, pages, scripts, and projects of editors. */
const otherEndings = [
  ...'env properties ini yml yaml xml html bat json ipynb css config settings sh ps1 service toml cfg conf'.split(
    ' ',
  ),
  ...'xaml pubxml user vbproj csproj fsproj vcxproj filters props targets sln classpath project iml prefs launch'.split(
    ' ',
  ),
  ...'fxml gradle ino c cpp h swift'.split(' '),
]

/** Files that an editor makes for one computer, and that a buyer's editor makes anew. */
const ofEditor =
  /(?:^|\/)(?:nbproject\/private|\.settings)\/|(?:^|\/)local\.properties$|(?:^|\/)applicationhost\.config$|\.(?:pubxml|user|launch|suo)$/i

/** Settings of one person's editor, of a tool that sends requests, and of the author's own deployment. */
const isOfTool = (path: string) =>
  /(?:^|\/)(?:\.github|\.circleci|\.idea|\.vscode|\.metadata)\/|postman|insomnia|\.gitlab-ci\.yml$/i.test(
    path,
  )

const before = String.raw`(?:["'\x60(=>]|(?:file|jar):\/{2,3})\s{0,4}`
const fileAdvice = 'Put the file into the project and use a path relative to it.'
const addressAdvice = 'Use an address relative to the page, or take the first part from one setting.'
const serverAdvice =
  'Write localhost, (localdb) or .\\SQLEXPRESS, and say in the README where each user puts their own server.'
const editorAdvice = 'Leave this file out: the editor makes it anew on each computer.'
const networkAdvice =
  'Read the address from one setting, and say in the README where each user puts their own.'
const onComputer = 'exists only on the computer where this was written'
const inNetwork = 'is an address in the network where this was written'

interface Kind {
  pattern: RegExp
  advice: string
  says?: string
  /** True for a place that only looks like one. */
  isLeft?: (file: SourceFile, code: string, index: number) => boolean
}

/** An address of a home or office network, without the usual ones of routers and of the emulator of Android. */
const privateAddress = String.raw`(?:192\.168\.(?!(?:[01]|1[01]|100|254)\.(?:1|254)\b)\d{1,3}|10\.(?!0\.[023]\.[0-2]\b|0\.0\.\d\b)\d{1,3}\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])\.\d{1,3})\.\d{1,3}(?![\d.])`

const kinds: Kind[] = [
  {
    pattern: new RegExp(
      `${before}([A-Za-z]\\\\?:(?:\\\\{1,2}|\\/(?!\\/))(?:[^\\s"'\x60<>|*?;]|[ ](?=\\S)){1,200})`,
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
  // The server that an app asks, as an address of a network.
  {
    pattern: new RegExp(
      `(?:["'\x60>=]|^|\\s)((?:https?|wss?|rtsp|jdbc:\\w{1,20}|mongodb):\\/\\/(?:[\\w.-]{1,40}(?::[^\\s@"'<>]{0,40})?@)?${privateAddress}[^\\s"'\x60<>]{0,200})`,
      'gm',
    ),
    advice: networkAdvice,
    says: inNetwork,
    isLeft: isOfNetwork,
  },
  {
    pattern: new RegExp(
      `\\b(?:\\w{0,20}(?:host|server|base|api|back_?end|socket|mysql|db|esp|camera)_?(?:name|ip|url|address|addr)?["']?\\s{0,4}(?:=>|[:=,]|\\()|(?<!["'])ip(?:_?addr(?:ess)?)?\\s{0,4}=)\\s{0,4}["'](${privateAddress}(?::\\d{2,5})?)["']`,
      'gi',
    ),
    advice: networkAdvice,
    says: inNetwork,
    isLeft: isOfNetwork,
  },
  {
    pattern: new RegExp(
      `\\b(?:new\\s{1,4}Socket|mysqli_connect|new\\s{1,4}mysqli|pymysql\\.connect|Data Source\\s?=|Server\\s?=)\\s{0,4}\\(?\\s{0,4}["']?(${privateAddress})`,
      'gi',
    ),
    advice: networkAdvice,
    says: inNetwork,
    isLeft: isOfNetwork,
  },
  {
    pattern:
      /(\/etc\/letsencrypt\/live\/(?!(?:\w+\.)?(?:example|your|my|domain)[\w-]*\.)[\w-]{1,60}\.[\w.-]{2,60}\/\w{1,20}\.pem)/g,
    advice: 'Name a domain of example.com here, and say in the README where each user puts their own.',
    says: 'exists only on the server of the author',
  },
  // The name of a computer, as the server of a connection string.
  {
    pattern:
      /\b(?:Data Source|Server|Address)\s?=\s?((?!(?:localhost|local|localdb|tcp|np|server|servername|server_name|your\w*|my\w*|host|hostname|db|database|mysql|mssql|sqlserver|sql|postgres|redis|rabbitmq|mongo|sqldata|sql-server|data)\b)[A-Za-z][\w-]{1,40}(?:\\{1,2}[\w$]{1,40})?)(?=\s{0,2};)(?=[^"'\n]{0,200}(?:Initial Catalog|Database\s?=|Integrated Security|Trusted_Connection))/gi,
    advice: serverAdvice,
  },
]

/** True for an address that is data, an example, or one of the addresses that a program lets in. */
function isOfNetwork({ path }: SourceFile, code: string, index: number): boolean {
  const before = code
    .slice(Math.max(0, index - 300), index)
    .split('\n')
    .at(-1)!
  // A match may begin with the end of the line before it.
  const line =
    before +
    code
      .slice(index, index + 300)
      .trimStart()
      .split('\n', 1)[0]!
  return (
    isTest(path) ||
    (/\.(?:ipynb|css|html?)$/i.test(path) && !/\b(?:fetch|ajax|axios|action|src|href)\b/.test(line)) ||
    /subnet|cidr|firewall|regex|valid|allow|range|block|netmask|private|example|placeholder|hint|trusted|white_?list|black_?list|proxies|INTERNAL_IPS|cors|origin|gateway|router|e\.g|question|answer|attack|\/\d\d["'\s]|static_?ip|localIP|dhcp|dns/i.test(
      line,
    )
  )
}

/** True for an address that a server of the project may serve: on port 80 and with PHP on 8080 it is a folder's. */
const isServed = (path: string, isPhp: boolean) =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1):8080\//.test(path) && !isPhp

/** True for an address in a collection of requests, and for what a script says or sets up. */
const isRequest = ({ path }: SourceFile, found: string) =>
  (/\.(?:bat|cmd|ps1|sh)$/i.test(path) && /^https?:|xampp|wamp/i.test(found)) ||
  (/postman|\.http$|insomnia/i.test(path) && /^https?:/.test(found))

/** True for folders of installed programs, and for home folders that every machine of a kind has. */
const isOnManyMachines = (path: string) =>
  /fakepath|[\\/]site-packages[\\/]|[\\/]dist-packages[\\/]/i.test(path) ||
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
