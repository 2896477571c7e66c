interface Token {
  kind: 'word' | 'text' | 'sign' | 'open'
  /** A word in lower case; a quoted name without its quotes. */
  value: string
  index: number
  /** Set for names in backticks, double quotes or brackets. */
  isQuoted?: true
}

export interface Statement {
  tokens: Token[]
  index: number
  /** True when a semicolon ends the statement. */
  isClosed: boolean
}

const pattern =
  /(?<skip>\s+|--(?=\s|$)[^\n]*|#[^\n]*|\/\*!\d*|\*\/|\/\*[^]*?(?:\*\/|$))|(?<dollar>\$\w{0,30}\$)|(?<text>'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'?)|(?<name>`[^`]*`?|"[^"\\]*(?:\\[^][^"\\]*)*"?|\[\w+\])|(?<word>[\w@.$]+)|[^]/gy

/**
 * Splits SQL into statements, in linear time. Skips bodies between other delimiters than the semicolon, and the data of
 * COPY.
 */
export function* statementsIn(text: string): Generator<Statement> {
  let current: Statement = { tokens: [], index: 0, isClosed: false }
  const scan = new RegExp(pattern)
  for (let match = scan.exec(text); match; match = scan.exec(text)) {
    const [token] = match
    const { skip, dollar } = match.groups!
    if (skip) continue
    if (dollar) {
      scan.lastIndex = after(text, dollar, scan.lastIndex)
      continue
    }
    if (token === ';') {
      if (current.tokens.length > 0) yield { ...current, isClosed: true }
      if (current.tokens[0]?.value === 'copy' && current.tokens.at(-1)!.value === 'stdin')
        scan.lastIndex = after(text, '\n\\.', scan.lastIndex)
      current = { tokens: [], index: scan.lastIndex, isClosed: false }
      continue
    }
    if (current.tokens.length === 0) current.index = match.index
    if (current.tokens.length === 0 && /^delimiter$/i.test(token)) {
      const rest = text.slice(scan.lastIndex)
      const back = /\bdelimiter[ \t]+;/i.exec(rest)
      scan.lastIndex = back ? scan.lastIndex + back.index + back[0].length : text.length
      continue
    }
    current.tokens.push(toToken(match))
  }
  if (current.tokens.length > 0) yield current
}

function toToken({ 0: token, index, groups }: RegExpExecArray): Token {
  const { text, name, word } = groups!
  if (word) return { kind: 'word', value: word.toLowerCase(), index }
  const closing = token[0] === '[' ? ']' : token[0]
  if ((text || name) && (token.length < 2 || token.at(-1) !== closing))
    return { kind: 'open', value: token, index }
  if (text) return { kind: 'text', value: token, index }
  if (name) return { kind: 'word', value: token.slice(1, -1).toLowerCase(), index, isQuoted: true }
  return { kind: 'sign', value: token, index }
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

/** The reason why any kind of database would refuse a statement; undefined when there is none that holds for all. */
export function faultOf({ tokens, isClosed }: Statement): { index: number; fault: string } | undefined {
  const first = tokens[0]!
  const open = tokens.find(({ kind }) => kind === 'open')
  if (open) return { index: open.index, fault: 'a quote that is opened here is never closed' }
  if (/^(?:<<<<<<<|=======|>>>>>>>)/.test(signsAt(tokens)))
    return { index: first.index, fault: 'lines of an unfinished merge (<<<<<<<) stand in it' }
  if (isRoutine(tokens)) return undefined
  const misspelt = misspeltFor(tokens)
  if (misspelt)
    return { index: first.index, fault: `“${first.value}” is no command, probably ${misspelt} is meant` }
  const unbalanced = unbalancedIn(tokens)
  if (unbalanced) return unbalanced
  const next = tokens.findIndex(({ value }, at) => at > 0 && isCommand(tokens, at, value))
  if (next > 0 && (!isClosed || (isTable(tokens) && !isOfSqlServer(tokens))))
    return { index: first.index, fault: 'the semicolon after this statement is missing' }
  if (isTable(tokens)) return tableFault(tokens)
  return first.value === 'insert' ? insertFault(tokens) : undefined
}

const signsAt = (tokens: Token[]) =>
  tokens
    .slice(0, 7)
    .map(({ value }) => value)
    .join('')

/** True for a statement that contains others, each with its own semicolon. */
const isRoutine = ([first, ...rest]: Token[]) =>
  /^(?:begin|declare|end|do|as|if|loop|exception)$/.test(first!.value) ||
  (/^(?:create|alter)$/.test(first!.value) &&
    rest
      .slice(0, 12)
      .some(({ value }) => /^(?:procedure|function|trigger|event|package|type|body|rule)$/.test(value)))

const isTable = (tokens: Token[]) =>
  tokens[0]!.value === 'create' && tokens.slice(1, 4).some(({ value }) => value === 'table')

/** True for a script of SQL Server, in which statements need no semicolon. */
const isOfSqlServer = (tokens: Token[]) =>
  tokens.some(({ value }) =>
    /^(?:go|nvarchar|identity|dbo(?:\..*)?|uniqueidentifier|datetime2|bit)$/.test(value),
  )

const isCommand = (tokens: Token[], at: number, value: string) =>
  (value === 'create' && tokens[at + 1]?.value === 'table') ||
  (value === 'insert' && tokens[at + 1]?.value === 'into' && tokens[at - 1]!.value !== ')')

const commands = new Map([
  ['table', 'CREATE'],
  ['into', 'INSERT'],
  ['database', 'CREATE'],
])

function misspeltFor([first, second]: Token[]): string | undefined {
  const meant = commands.get(second?.value ?? '')
  if (!meant || first!.kind !== 'word') return undefined
  const known =
    /^(?:create|insert|replace|drop|alter|truncate|rename|lock|use|merge|select|load|show|comment|analyze|optimize|repair|check|describe|desc|explain|lock|vacuum|cluster|copy|refresh|backup|restore|flush|connect|grant|revoke|copy|exec|print|go|set|with|values|table)$/
  return known.test(first!.value) ? undefined : meant
}

function unbalancedIn(tokens: Token[]) {
  const opened: Token[] = []
  for (const token of tokens) {
    if (token.kind !== 'sign') continue
    if (token.value === '(') opened.push(token)
    else if (token.value === ')' && !opened.pop())
      return { index: token.index, fault: 'a bracket is closed here that was never opened' }
  }
  const left = opened.at(0)
  return left && { index: left.index, fault: 'the bracket that is opened here is never closed' }
}

/** The comma-separated parts between the brackets that open at a token. */
function partsFrom(tokens: Token[], start: number): { parts: Token[][]; end: number } {
  const parts: Token[][] = [[]]
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]!
    const sign = token.kind === 'sign' ? token.value : ''
    if (sign === ')' && --depth === 0) return { parts, end: at }
    if (sign === ',' && depth === 1) parts.push([])
    else if (depth > 0) parts.at(-1)!.push(token)
    if (sign === '(') depth++
  }
  return { parts, end: tokens.length }
}

function tableFault(tokens: Token[]) {
  const start = tokens.findIndex(({ kind, value }) => kind === 'sign' && value === '(')
  if (start === -1 || tokens.slice(0, start).some(({ value }) => /^(?:as|like|select)$/.test(value)))
    return undefined
  const { parts, end } = partsFrom(tokens, start)
  const empty = parts.findIndex((part) => part.length === 0)
  if (empty !== -1) {
    const index = (parts[empty + 1]?.[0] ?? tokens[end] ?? tokens[start]!).index
    return { index, fault: 'there is a comma with nothing behind it' }
  }
  for (const part of parts) {
    const second = secondColumn(part)
    if (second) return { index: second.index, fault: `the comma before “${second.value}” is missing` }
  }
  return undefined
}

const types =
  /^(?:int|integer|bigint|smallint|tinyint|mediumint|varchar|varchar2|char|text|mediumtext|longtext|date|datetime|timestamp|decimal|numeric|float|double|boolean|bool|enum|blob|longblob|serial|number)$/
const options =
  /^(?:not|null|default|auto_increment|autoincrement|unsigned|zerofill|primary|key|unique|references|comment|collate|character|set|check|on|update|delete|cascade|with|without|time|zone|precision|generated|always|as|stored|virtual|current_timestamp|no|action|constraint|foreign|index|using|by|restrict|identity|binary|cast|varying|first|after|deferrable|initially|using|btree|match|full)$/

/**
 * The name of a column that begins inside the definition of another one: a name and a type, after the type of the
 * first.
 */
function secondColumn(part: Token[]): Token | undefined {
  if (options.test(part[0]!.value) && !part[0]!.isQuoted) return undefined
  let depth = 0
  for (const [at, token] of part.entries()) {
    if (token.kind === 'sign') depth += token.value === '(' ? 1 : token.value === ')' ? -1 : 0
    const before = part[at - 1]
    if (at < 3 || depth > 0 || token.kind !== 'word' || token.isQuoted || before?.kind !== 'word') continue
    if (
      types.test(token.value) &&
      (before.isQuoted || !(options.test(before.value) || types.test(before.value)))
    )
      return isOfOption(part, at) ? undefined : before
  }
  return undefined
}

/** `references year(…)`, `collate utf8_bin`: the word before is part of an option. */
const isOfOption = (part: Token[], at: number) =>
  /^(?:references|collate|set|default|comment|check|constraint|\.)$/.test(part[at - 2]?.value ?? '')

/** The rows of an INSERT statement with literal values: text, numbers, and the text inside a function. */
export interface InsertedRows {
  table: string
  /** Undefined when the statement does not name its columns. */
  columns: string[] | undefined
  rows: { values: string[]; index: number }[]
}

/** The rows that a statement inserts, 300 at most; undefined for any other statement. */
export function rowsIn({ tokens }: Statement): InsertedRows | undefined {
  if (!/^(?:insert|replace)$/.test(tokens[0]?.value ?? '')) return undefined
  const start = tokens.findIndex(({ kind, value }) => kind === 'sign' && value === '(')
  const values = tokens.findIndex(
    ({ kind, value, isQuoted }) => kind === 'word' && /^values?$/.test(value) && !isQuoted,
  )
  const table = tokens
    .slice(1, start === -1 || start > values ? values : start)
    .findLast(({ kind }) => kind === 'word')
  if (values === -1 || !table) return undefined
  const columns =
    start !== -1 && start < values
      ? partsFrom(tokens, start).parts.map((part) => part.at(-1)?.value.toLowerCase() ?? '')
      : undefined
  const rows: InsertedRows['rows'] = []
  for (let at = values + 1; tokens[at]?.value === '(' && rows.length < 300;) {
    const { parts, end } = partsFrom(tokens, at)
    rows.push({ values: parts.map(literalOf), index: tokens[at]!.index })
    at = tokens[end + 1]?.value === ',' ? end + 2 : tokens.length
  }
  return { table: table.value.split('.').at(-1)!, columns, rows }
}

const literalOf = (part: Token[]) => {
  const text = part.find(({ kind }) => kind === 'text')
  if (text) return text.value.slice(1, -1).replaceAll("''", "'")
  const value = part.map((token) => token.value).join('')
  return value === 'null' ? '' : value
}

function insertFault(tokens: Token[]) {
  const values = tokens.findIndex(
    ({ kind, value, isQuoted }) => kind === 'word' && value === 'values' && !isQuoted,
  )
  const start = tokens.findIndex(({ kind, value }) => kind === 'sign' && value === '(')
  if (values === -1) return undefined
  const columns = start !== -1 && start < values ? partsFrom(tokens, start).parts : undefined
  for (let at = values + 1; tokens[at]?.value === '(';) {
    const { parts, end } = partsFrom(tokens, at)
    const { index } = tokens[at]!
    if (parts.every((part) => part.length === 1 && part[0]!.value === '?'))
      return { index, fault: 'question marks stand in place of the values' }
    if (parts.some((part) => part.length === 0) && parts.length > 1)
      return { index, fault: 'there is a comma with nothing behind it' }
    if (columns && columns.length !== parts.length)
      return { index, fault: `${columns.length} columns are named, but ${parts.length} values are given` }
    const next = tokens[end + 1]
    if (next?.value === '(') return { index: next.index, fault: 'the comma between two rows is missing' }
    at = next?.value === ',' ? end + 2 : tokens.length
    if (next?.value === ',' && tokens[at]?.value !== '(')
      return { index: next.index, fault: 'there is a comma with nothing behind it' }
  }
  return undefined
}
