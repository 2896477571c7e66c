export interface Token {
  kind: 'word' | 'text' | 'sign' | 'open'
  /** A word in lower case; a name in quotes without them. */
  value: string
  index: number
  /** Stood in backticks, double quotes or brackets. */
  isQuoted?: true
}

export interface Statement {
  tokens: Token[]
  index: number
  /** Ended by a semicolon. */
  isClosed: boolean
}

const pattern =
  /(?<skip>\s+|--(?=\s|$)[^\n]*|#[^\n]*|\/\*!\d*|\*\/|\/\*[^]*?(?:\*\/|$))|(?<dollar>\$\w{0,30}\$)|(?<text>'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'?)|(?<name>`[^`]*`?|"[^"\\]*(?:\\[^][^"\\]*)*"?|\[\w+\])|(?<word>[\w@.$]+)|[^]/gy

/** Parts SQL into statements. Bodies between other delimiters than the semicolon, and the data of a COPY, are passed over. Linear. */
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
