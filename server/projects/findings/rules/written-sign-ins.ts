import type { SourceFile } from '../files/sources.ts'

/** A password in a file, at its first place. */
export interface Password {
  value: string
  index: number
  /** Who signs in with it, where that was read with it. */
  user?: string | undefined
  role?: string | undefined
}

/** The passwords that instructions name beside a sign-in. */
export function signInsIn({ text }: SourceFile): Password[] {
  const found: Password[] = []
  let isTable = false
  let index = 0
  for (const line of text.split('\n', 5000)) {
    const short = line.slice(0, 400)
    const plain = short.replace(/[*`_"“”]+(?=[\s:|=/,.)]|$)|(?<=^|[\s:|=/,(])[*`_"“”]+/g, ' ')
    if (!isSetting(short))
      for (const { value, ...whose } of [...inSentence(plain), ...(isTable ? inTable(plain) : [])])
        found.push({ value, ...whose, index: index + Math.max(0, line.indexOf(value)) })
    isTable = /^\s*\|/.test(line) && (isTable || /\|[^|]*\bpass(?:word|code)?\b/i.test(line))
    index += line.length + 1
  }
  return found
}

/** A line of a settings file, or about the database or the mail server. */
const isSetting = (line: string) =>
  /^\s*(?:export\s|[A-Z][A-Z_]{2,40}=|["'][\w.-]{1,40}["']\s{0,2}:)|\$\w|<\w/.test(line) ||
  (/\bDB\b|database|mysql|postgres|mongo|smtp|datasource/i.test(line) &&
    !/admin|log ?-?in|sign ?-?in|student|teacher/i.test(line))

const labelled =
  /(?<![\w."'-])(?:pass(?:word|wd|code)|pwd|(?<=(?:user|login|admin|id)\W.{0,40})pass)\s{0,4}(?:(?:\((?:default|demo|admin|case[^)]{0,20})\)|for\s\w{1,20})\s{0,4})?(?:is\s|are\s|:-?|=>?|[-–—→]|\s>)\s{0,8}([^\s|,;()<>]{2,40})/gi
const paired =
  /(?<![\w.@/:-])([\w.+-]{2,40}@[\w.-]{3,40}|(?:admin|user|student|teacher|faculty|staff|demo|guest|root|manager|doctor|patient|customer|librarian|employee|superadmin)\w{0,12})\s{0,4}(?:[/|:–-]|\band\b|\s)\s{0,4}([A-Za-z0-9@#$!_.-]{3,30})(?![\w/@])/gi

/** The passwords that a script of the database names in a remark behind their hashes. */
export const besideHashes = ({ text }: SourceFile): Password[] =>
  [
    ...text.matchAll(
      /\$2[aby]\$\d\d\$[\w./]{53}'[^\n]{0,80}?(?:--|#)\s{0,4}(?:password\s{0,4}[:=]?\s{0,4})?["']?([^\s"',;]{4,40})/gi,
    ),
  ].map(({ 0: all, 1: value, index }) => ({ value: value!, index: index + all.lastIndexOf(value!) }))

type Named = Omit<Password, 'index'>

function inSentence(line: string): Named[] {
  const values = [...line.matchAll(labelled)].map(([, value]) => value!)
  if (values.length > 0)
    return values
      .map(trimmed)
      .filter((value) => isSignIn(value, line))
      .map((value) => ({ value }))
  if (!/credential|log\s?-?in|sign\s?-?in|user ?name|\baccounts?\b|default user/i.test(line)) return []
  return [...line.matchAll(paired)]
    .map(({ 1: user, 2: value }) => ({ user: user!, value: trimmed(value!) }))
    .filter(
      ({ user, value }) =>
        value.length >= 3 && (/\d/.test(value) || value.toLowerCase() === user.toLowerCase()),
    )
    .filter(({ value }) => !/^(?:\d{1,2}|v?\d+\.\d[\d.]*)$|:\d|\.(?:php|html?|js|sql|py|java)$/i.test(value))
}

function inTable(line: string): Named[] {
  const cells = line
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)
  return cells.flatMap((value, at) => {
    if (!/^[\w@#$!.-]{4,30}$/.test(value) || !/\d/.test(value) || /@[\w-]+\.\w/.test(value)) return []
    // The user stands before the password, and the role, if there is one, before the user.
    return [{ value, user: cells[at - 1], role: cells[at - 2]?.toLowerCase() }]
  })
}

const trimmed = (value: string) => value.replace(/^["'“*`[]+|["'”*`.\]]+$/g, '')

/** True for a value that somebody can sign in with, false for a word of a sentence about passwords. */
const isSignIn = (value: string, line: string) =>
  value.length >= 3 &&
  !/^(?:your|my|the|<|\[|\{|\*+$|x+$|\.+$|https?:|blank$|empty$|none$|null$|same$|\w+\()/i.test(value) &&
  !/your[-_]|change[-_]?me|password[-_]?here|[{}]|^\w+\.(?:php|html?|js|py|java|sql)$/i.test(value) &&
  (/\d|[@#$!&]/.test(value) ||
    /^(?:admin|root|password|pass|secret|test|guest|demo|user|student|teacher|staff|manager|special|qwerty|letmein|doctor|patient|superadmin|administrator)$/i.test(
      value,
    ) ||
    new RegExp(
      `(?:user ?name|user|login|email|id)\\W{1,12}${value.replace(/\W/g, String.raw`\$&`)}(?!\\w)`,
      'i',
    ).test(line))
