import { notebookLines } from '../findings/manifests/notebooks.ts'
import { endingOf } from '../foreign/files.ts'

/** A token: its kind, without a name, and its line, from 1. */
export interface Token {
  kind: number
  line: number
}

/** The code of a file: its tokens, and the number of those that were read before some were left out. */
export interface Code {
  tokens: Token[]
  read: number
}

/**
 * Reads the code of a file: what runs, and not how it is written. Names, strings and numbers have one kind each;
 * comments, brackets, modifiers and statements without an effect are left out. Undefined for a file that is no code.
 */
export function codeOf(path: string, source: string): Code | undefined {
  if (endingOf(path) === 'ipynb') return notebookCodeOf(source)
  const mode = modeOf(path, source)
  return mode && effective(statementsIn(mode, source))
}

/** The code of a notebook, with the lines of its file. */
function notebookCodeOf(notebook: string): Code {
  const lines = notebookLines(notebook).filter(({ text }) => !/^\s*[!%]/.test(text))
  const { tokens, read } = effective(statementsIn('python', lines.map(({ text }) => text).join('\n')))
  return { read, tokens: tokens.map(({ kind, line }) => ({ kind, line: lines[line - 1]?.line ?? 1 })) }
}

type Mode = keyof typeof patterns

const endings: Partial<Record<Mode, string>> = {
  c: 'js mjs cjs jsx ts mts cts tsx java kt kts cs c h cpp cc hpp go rs swift dart gradle groovy scala',
  python: 'py pyw rb r jl',
  sql: 'sql',
  markup: 'html htm vue svelte jsp jspx ejs hbs cshtml php phtml inc',
  basic: 'vb bas',
}
const modeOfEnding = new Map(
  Object.entries(endings).flatMap(([mode, all]) => all.split(' ').map((ending) => [ending, mode as Mode])),
)
/** The endings of text that is no code, whatever it holds. */
const noCode = new Set(
  `css scss sass less json map xml yaml yml toml ini env csv tsv md markdown rst svg lock log properties cfg conf pem key
  gitignore htaccess po pot plist xaml resx`.split(/\s+/),
)

/** Tells whether a file may be code, by its ending. */
export const mayBeCode = (path: string): boolean => !noCode.has(endingOf(path))
/** Tells whether a file is code by its ending. */
export const isNamedCode = (path: string): boolean =>
  endingOf(path) === 'ipynb' || modeOfEnding.has(endingOf(path))

/** The language of a file: by its ending, or of another ending by what it holds. */
function modeOf(path: string, text: string): Mode | undefined {
  if (!mayBeCode(path)) return undefined
  const mode = modeOfEnding.get(endingOf(path))
  if (mode) return mode
  const part = text.slice(0, 20_000)
  if (/<\?(?:php\b|=)|<%[=@]|<\/(?:script|template)>/i.test(part)) return 'markup'
  const lines = part.split('\n').filter((line) => line.trim() !== '')
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length
  if (share(/[;{}]\s*(?:\/\/.*)?$|^\s*[})\]]+[,;]?\s*$/) > 0.4) return 'c'
  if (
    share(
      /^\s*(?:(?:def|class|if|elif|for|while|with|try|except)\b.*:\s*$|(?:import|from|return)\s|[\w.]+ = |[\w.]+\(.*\)\s*$)/,
    ) > 0.4
  )
    return 'python'
  return undefined
}

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
    String.raw`(${switches})|${comment}|(${strings})|(\d[\w.]*)|([\p{L}_$@][\p{L}\p{N}_$]*)|(===?|!==?|<>|=>|->|::|\?\.|\+\+|--|&&|\|\||[<>]=|\n|[^\s\w])`,
    'giu',
  )
const line = String.raw`\/\/[^\n]*`
const whole = `${string}|${ticked}|${expression}`
const php = String.raw`(?:\/\/|#(?!\[))(?:(?!\?>)[^\n])*`

const patterns = {
  c: patternOf(`${line}|${block}`, whole),
  script: patternOf(`${line}|${block}`, whole, String.raw`<\/script|<\?(?:php\b|=)?`),
  scriptlet: patternOf(`${line}|${block}`, string, '%>'),
  php: patternOf(`${php}|${block}`, string, String.raw`\?>`),
  python: patternOf(String.raw`#[^\n]*`, `${longString}|${string}`),
  sql: patternOf(String.raw`--[^\n]*|#[^\n]*|${block}`, string),
  markup: patternOf(
    '<!--[^]*?(?:-->|(?![^]))|<%--[^]*?(?:--%>|(?![^]))',
    string,
    String.raw`<script\b[^>]{0,2000}>|<\?(?!xml)(?:php\b|=)?|<%[=@!]?(?!--)`,
  ),
  // A quote inside a string is doubled, and a single one begins a comment.
  basic: patternOf(String.raw`'[^\n]*|\bREM [^\n]*`, String.raw`"(?:[^"\n]|"")*"?`),
}
/** The same for a text in which a comment or string over several lines is never closed: its opening is a sign. */
const unclosed: typeof patterns = {
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
    if (tables === patterns && isOpen(all)) {
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
    else if (word !== undefined) reader.takeWord(word.toLowerCase())
    else if (sign !== undefined) reader.takeSign(sign)
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

  /** Names in a row, such as those of a type and a variable, are one. */
  takeWord(word: string): void {
    if (left.has(word)) return
    const key = same.get(word) ?? word
    if (keywords.has(key)) return this.push(hashOf(key))
    this.#current.names.push(word)
    if (this.#last !== name) this.push(name)
  }

  takeSign(sign: string): void {
    const last = this.#last
    if (sign === '{' || sign === '}') {
      this.end()
      if (sign === '{') this.#outer.push(this.#brackets)
      this.#brackets = sign === '{' ? 0 : (this.#outer.pop() ?? 0)
    } else if (sign === ';' || sign === '\n') {
      if (this.#brackets === 0 && !(sign === '\n' && needsMore(last))) this.end()
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
/** Where programs write what nobody but a programmer reads. */
const logs = new Set('console logger log logging error_log var_dump debugger nslog println'.split(' '))

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
      if (logs.has(names[0]!) || (names[0] === 'system' && (names[1] === 'out' || names[1] === 'err')))
        return false
      const chains = tokens.filter(({ kind }, at) => kind === name && tokens[at - 1]?.kind !== dot).length
      return (
        (chains > 1 && new Set(names).size > 1) ||
        !tokens.every(({ kind }) => plain.has(kind) || idle.has(kind))
      )
    })
    .flatMap(({ tokens }) => tokens)
  return { tokens, read: statements.reduce((sum, { tokens }) => sum + tokens.length, 0) }
}

/** Words that are written or left out as one likes. */
const left = new Set(
  `abstract async await begin const def dim end export extern final fn fun func function global internal let local mut my
  override private protected public readonly ref sealed static sub then unsigned val var virtual volatile`.split(
    /\s+/,
  ),
)

/** Words that mean the same. */
const same = new Map<string, string>(
  Object.entries({
    elif: 'elseif',
    elsif: 'elseif',
    foreach: 'for',
    nil: 'null',
    none: 'null',
    undefined: 'null',
    echo: 'print',
    require_once: 'require',
    include: 'require',
    include_once: 'require',
    catch: 'except',
    switch: 'match',
    throw: 'raise',
  }),
)

/** Words whose names count, because they belong to the languages. */
const keywords = new Set(
  `and as base break by case class continue create default defer delete do else elseif enum except extends false finally
  for from go goto if implements import in insert instanceof interface into is join key lambda match namespace new not null
  or order package pass primary print raise require return select set struct super table throws trait true try type typeof
  update use using values when where while with yield addhandler andalso byref byval exit handles imports inherits isnot loop
  next nothing orelse property raiseevent redim shared stop until withevents`.split(/\s+/),
)
const idle = new Set(['if', 'while', 'print', 'pass', 'null', 'true', 'false', 'not', 'new'].map(hashOf))

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}
