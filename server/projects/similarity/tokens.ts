import { notebookLines } from '../findings/manifests/notebooks.ts'
import { endingOf } from '../foreign/files.ts'
import { type Mode, modeOf } from './modes.ts'
import {
  anyKeyword,
  caseless,
  conditions,
  hashOf,
  idle,
  importing,
  importKind,
  isOfC,
  keywords,
  left,
  words,
} from './words.ts'

/** A token: its kind, without a name, and its line, from 1. */
export interface Token {
  kind: number
  line: number
}

/**
 * The code of a file: its tokens, the number of those that were read before some were left out, and its bytes when the
 * file holds other things too.
 */
export interface Code {
  tokens: Token[]
  read: number
  bytes?: number
}

/**
 * Reads the code of a file: what runs, and not how it is written. Names, strings and numbers have one kind each;
 * comments, brackets, modifiers and statements without an effect are left out. Undefined for a file that is no code.
 */
export function codeOf(path: string, source: string): Code | undefined {
  if (endingOf(path) === 'ipynb') return notebookCodeOf(source)
  const mode = modeOf(path, source)
  return mode && effective(statementsIn(mode, written(path, source)))
}

/** A text with its line ends as one sign, and in Java with the signs that are written by their numbers. */
function written(path: string, source: string): string {
  const text =
    endingOf(path) === 'java'
      ? source.replaceAll(/\\\\|\\u+([\da-f]{4})/gi, (all, code?: string) =>
          code ? String.fromCharCode(parseInt(code, 16)) : all,
        )
      : source
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
}

/** The code of a notebook, with the lines of its file. */
function notebookCodeOf(notebook: string): Code {
  const lines = notebookLines(notebook).filter(({ text }) => !/^\s*[!%]/.test(text))
  const code = lines.map(({ text }) => text).join('\n')
  const { tokens, read } = effective(statementsIn('python', code))
  return {
    read,
    tokens: tokens.map(({ kind, line }) => ({ kind, line: lines[line - 1]?.line ?? 1 })),
    // Pictures in it are no code; of a damaged or cut one it is not known what they are.
    ...(lines.length > 0 && { bytes: code.length }),
  }
}

/** Signs beyond ASCII: languages take most of them, also those that nobody sees, into names. */
const beyond = String.raw`[^\0-\x7f\s]`
const string = String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`
const ticked = '`(?:[^`\\\\]|\\\\[^])*`?'
const longString = String.raw`"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))`
const block = String.raw`\/\*[^]*?(?:\*\/|(?![^]))`
const expression = String.raw`(?<=[=(,:!&|?[{};]\s{0,9}|\breturn )\/(?:[^\/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*`
/**
 * A pattern of what begins or ends code within other code, of comments, which have no group, and of strings, numbers,
 * words and signs, in this order. It never backtracks over more than a line, so time is linear.
 */
const patternOf = (comment: string, strings: string, switches = '(?!)') =>
  new RegExp(
    String.raw`(${switches})|${comment}|(${strings})|(\d[\w.]*)|((?:[a-z_$@]|${beyond})(?:[\w$]|${beyond})*)|(===?|!==?|<>|=>|->|::|\?\.|\+\+|--|&&|\|\||[<>]=|\n|[^\s\w])`,
    'giu',
  )
const line = String.raw`\/\/[^\n]*`
const whole = `${string}|${ticked}|${expression}`
const php = String.raw`(?:\/\/|#(?!\[))(?:(?!\?>)[^\n])*`

const patterns: Record<Mode, RegExp> = {
  c: patternOf(`${line}|${block}`, whole),
  // A server runs what is inside a comment of a page.
  script: patternOf(
    String.raw`\/\/(?:(?!<\?)[^\n])*|\/\*[^]*?(?:\*\/|(?=<\?)|(?![^]))`,
    whole,
    String.raw`<\/script|<\?(?:php\b|=)?`,
  ),
  scriptlet: patternOf(`${line}|${block}`, string, '%>'),
  php: patternOf(`${php}|${block}`, string, String.raw`\?>`),
  python: patternOf(String.raw`#[^\n]*`, `${longString}|${string}`),
  sql: patternOf(String.raw`--[^\n]*|#[^\n]*|${block}`, string),
  markup: patternOf(
    '<!--[^]*?(?:-->|(?=<[?%])|(?![^]))|<%--[^]*?(?:--%>|(?=<[?])|(?![^]))',
    string,
    String.raw`<script\b[^>]{0,2000}>|<\?(?!xml)(?:php\b|=)?|<%[=@!]?(?!--)`,
  ),
  // A quote inside a string is doubled, and a single one begins a comment.
  basic: patternOf(String.raw`'[^\n]*|\bREM [^\n]*`, String.raw`"(?:[^"\n]|"")*"?`),
}
/** The same for a text in which a comment or string over several lines is never closed: its opening is a sign. */
const unclosed: Record<Mode, RegExp> = {
  ...patterns,
  c: patternOf(line, `${string}|${expression}`),
  script: patternOf(line, `${string}|${expression}`, String.raw`<\/script|<\?(?:php\b|=)?`),
  scriptlet: patternOf(line, string, '%>'),
  php: patternOf(php, string, String.raw`\?>`),
  python: patternOf(String.raw`#[^\n]*`, string),
  sql: patternOf(String.raw`--[^\n]*|#[^\n]*`, string),
  markup: patternOf('(?!)', string, String.raw`<script\b[^>]{0,2000}>|<\?(?!xml)(?:php\b|=)?|<%[=@!]?(?!--)`),
}
/** What opens and closes a comment or string that may have several lines. */
const pairs = [
  ['/*', '*/'],
  ['`', '`'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['<!--', '-->'],
  ['<%--', '--%>'],
] as const
const isOpen = (part: string) =>
  pairs.some(
    ([open, close]) =>
      part.startsWith(open) && (part.length < open.length + close.length || !part.endsWith(close)),
  )

/** What runs together: its tokens, the names in it, and the one that it gives a value, if it does nothing else. */
interface Statement {
  tokens: Token[]
  names: string[]
  target?: string
}

const signKind = (sign: string) => 1000 + sign.codePointAt(0)!
const [text, number, name, call] = [1, 2, 3, 4]
const [dot, comma, equals] = [signKind('.'), signKind(','), signKind('=')]
const [plus, minus, bracket] = [signKind('+'), signKind('-'), signKind('[')]

/** The statements of a text in their order. `from`: the line of its first sign; `depth`: of texts within strings. */
function statementsIn(first: Mode, source: string, from = 1, depth = 0): Statement[] {
  const reader = new StatementReader()
  const modes = [first]
  let tables = patterns
  let [at, lineEnd] = [0, source.indexOf('\n')]
  reader.line = from
  for (;;) {
    const mode = modes.at(-1)!
    const pattern = tables[mode]
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (!match) break
    const [all, change, quoted, digits, word, sign] = match
    at = match.index + all.length
    // Each line end is searched for once, so that a very long line is not read again for each of its tokens.
    while (lineEnd !== -1 && lineEnd < match.index) {
      reader.line++
      lineEnd = source.indexOf('\n', lineEnd + 1)
    }
    // What is never closed goes on to the end, or to a last backslash.
    if (tables === patterns && at >= source.length - 1 && isOpen(all)) {
      tables = unclosed
      at = match.index + 1
    } else if (change) {
      reader.end()
      const next = modeAt(change)
      if (next) modes.push(next)
      else modes.pop()
    } else if (mode === 'markup') reader.takeMarkup(quoted, digits, word, sign)
    else if (quoted !== undefined && quoted.length > 200 && quoted.includes('\n') && depth < 2) {
      const inside = quoted.replaceAll(/^\W{0,3}|\W$/g, '')
      reader.takeAll(statementsIn(mode, inside, reader.line, depth + 1))
    } else if (quoted !== undefined) reader.takeString()
    else if (digits !== undefined) reader.push(number)
    else if (word !== undefined) reader.takeWord(word, mode, nextSign(source, at))
    else if (sign !== undefined) reader.takeSign(sign, mode)
  }
  reader.end()
  return reader.statements
}

/** Collects the tokens of a text into statements. */
class StatementReader {
  readonly statements: Statement[] = []
  /** The line of the next token, from 1. */
  line = 1
  #current: Statement = { tokens: [], names: [] }
  /** Open round and square brackets, and those around each open curly one. */
  #brackets = 0
  readonly #outer: number[] = []
  /** Whether the next sign of a page is inside a tag or an expression, and not text. */
  #isTag = false

  end(): void {
    if (this.#current.tokens.length > 0) this.statements.push(this.#current)
    this.#current = { tokens: [], names: [] }
  }

  takeAll(statements: Statement[]): void {
    this.end()
    for (const one of statements) this.statements.push(one)
  }

  push(kind: number): void {
    this.#current.tokens.push({ kind, line: this.line })
    if (kind === equals && gives(this.#current)) this.#current.target = this.#current.names.at(-1)!
  }

  get #last() {
    return this.#current.tokens.at(-1)?.kind
  }

  takeMarkup(quoted?: string, digits?: string, word?: string, sign?: string): void {
    if (sign === '<' || sign === '{') this.#isTag = true
    if (!this.#isTag || sign === '\n') return
    if (sign === '>' || sign === '}') this.#isTag = false
    if (quoted !== undefined) this.push(text)
    else if (digits !== undefined) this.push(number)
    else if (word !== undefined) this.push(hashOf(word.toLowerCase()))
    else this.push(signKind(sign!))
  }

  /** Strings in parts are one. */
  takeString(): void {
    const last = this.#last
    if (last === text) return
    if ((last === plus || last === dot) && this.#current.tokens.at(-2)?.kind === text)
      this.#current.tokens.pop()
    else this.push(text)
  }

  /** Names in a row, such as those of a type and a variable, are one. `next`: the sign after it, but for spaces. */
  takeWord(written: string, mode: Mode, next: string): void {
    const word = caseless.has(mode) ? written.toLowerCase() : written
    if (left.has(word) && this.#isModifier(word, mode, next)) return
    // What is called so of an object is mostly a library’s, and known by this.
    const isMethod = next === '(' && this.#last === dot
    const keyword = keywords[mode].get(word) ?? (isMethod ? anyKeyword.get(word) : undefined)
    if (keyword !== undefined && !(importing.has(word) && isOfC.has(mode) && !this.#isImport))
      return this.push(hashOf(keyword))
    this.#current.names.push(word.toLowerCase())
    if (this.#last !== name) this.push(name)
  }

  /** Whether a word is left out: somebody may call a variable or a function so where it is no word of the language. */
  #isModifier(word: string, mode: Mode, next: string): boolean {
    if (mode === 'sql' || mode === 'basic') return true
    if (next === '(')
      return this.#last === dot ? /^(?:then|end|val)$/.test(word) : /^(?:function|async|await)$/.test(word)
    if (next === '[' || next === '*') return /^(?:const|let|var|export|function)$/.test(word)
    return /[\p{L}_$@{]/u.test(next) || (next === '\n' && this.#last === undefined)
  }

  get #isImport() {
    return this.#current.tokens[0]?.kind === importKind
  }

  takeSign(sign: string, mode: Mode): void {
    const last = this.#last
    if (sign === '{' || sign === '}') {
      this.end()
      if (sign === '{') this.#outer.push(this.#brackets)
      this.#brackets = sign === '{' ? 0 : (this.#outer.pop() ?? 0)
    } else if (sign === ';' || sign === '\n') {
      if (this.#brackets === 0 && !(sign === '\n' && needsMore(last))) this.end()
    } else if (sign === ':' && mode === 'python' && this.#brackets === 0) {
      // What stands behind a condition is a statement of its own, on the same line too.
      if (conditions.has(this.#current.tokens[0]?.kind ?? 0)) this.end()
    } else if (sign === '(' || sign === '[') {
      this.#brackets++
      if (sign === '[') this.push(bracket)
      else if (last === name) this.push(call)
    } else if (sign === ')' || sign === ']') {
      this.#brackets = Math.max(0, this.#brackets - 1)
      if (last === comma) this.#current.tokens.pop()
    } else if (sign === '++' || sign === '--')
      for (const kind of [sign === '++' ? plus : minus, equals, number]) this.push(kind)
    else {
      const kind = signs.get(sign) ?? signKind(sign)
      if (kind > 0) this.push(kind)
    }
  }
}

/** Whether a statement that ends in '=' gives a value to a name: 'a.b =' and 'a +=', but not 'a[b] ='. */
function gives({ tokens, target }: Statement): boolean {
  if (target !== undefined || tokens.length > 12 || tokens[0]!.kind !== name) return false
  const rest = tokens.slice(1, -1).filter(({ kind }) => kind !== name && kind !== dot)
  return rest.length <= 1 && (rest.length === 0 || tokens.at(-2) === rest[0])
}

const modeAt = (change: string): Mode | undefined =>
  change.startsWith('<?')
    ? 'php'
    : /^<script/i.test(change)
      ? 'script'
      : change.startsWith('<%')
        ? 'scriptlet'
        : undefined

/** Whether a line ends in the middle of a statement. */
const needsMore = (kind: number | undefined) =>
  kind === comma || kind === dot || kind === equals || kind === plus

/** The kinds of signs that are written in several ways; 0 for those that say nothing. */
const signs = new Map<string, number>([
  ...['->', '::', '?.'].map((sign) => [sign, dot] as const),
  ...['=>', ':', '\\', '@', '#'].map((sign) => [sign, 0] as const),
  ...['==', '==='].map((sign) => [sign, 5] as const),
  ...['!=', '!==', '<>'].map((sign) => [sign, 6] as const),
  ['<=', 7],
  ['>=', 8],
  ['&&', hashOf('and')],
  ['||', hashOf('or')],
  ['!', hashOf('not')],
])

/** The kinds of which a statement without an effect has no others, when it has one name. */
const plain = new Set([name, text, number, call, dot, comma, equals, minus, bracket])
/** Where programs write what nobody but a programmer reads, and how. */
const logs = /^(?:console|logger|log|logging|error_log|var_dump|debugger|nslog|println)$/i
const writes =
  /^(?:log|info|warn|warning|error|debug|trace|dir|table|time|timeEnd|group|groupEnd|fine|severe|exception|critical|fatal|print\w*|[vdiwe])$/i

/** Whether a statement writes a log or makes one: a name alone may be anything’s. */
const isLog = (tokens: Token[], [first = '', second = '']: string[]) =>
  (logs.test(first) &&
    (tokens[1]?.kind === call || (tokens[1]?.kind === dot ? writes.test(second) : logs.test(second)))) ||
  (first === 'system' && /^(?:out|err)$/.test(second))

/** Whether a statement only has a condition of fixed values, such as `if (2 > 1)`. */
const isFixed = (tokens: Token[]) =>
  conditions.has(tokens[0]!.kind) && tokens.every(({ kind }) => conditions.has(kind) || !words.has(kind))

/**
 * The tokens of statements that do something. One with a single name and otherwise fixed values does not, nor one that
 * writes a log, or gives a value to a name that nothing reads.
 */
function effective(statements: Statement[]): Code {
  const read = new Set<string>()
  for (const { names, target } of statements) for (const one of names) if (one !== target) read.add(one)
  const tokens = statements
    .filter(({ tokens, names, target }) => {
      if (target !== undefined && !read.has(target)) return false
      if (isLog(tokens, names)) return false
      if (names.length === 0 && isFixed(tokens)) return false
      const chains = tokens.filter(({ kind }, at) => kind === name && tokens[at - 1]?.kind !== dot).length
      return (
        (chains > 1 && new Set(names).size > 1) ||
        !tokens.every(({ kind }) => plain.has(kind) || idle.has(kind))
      )
    })
    .flatMap(({ tokens }) => tokens)
  return { tokens, read: statements.reduce((sum, { tokens }) => sum + tokens.length, 0) }
}

/** The sign after a place, but for spaces. */
function nextSign(source: string, at: number): string {
  let next = at
  while (source[next] === ' ' || source[next] === '\t') next++
  return source[next] ?? '\n'
}
