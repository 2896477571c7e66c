/** A part of a PHP file: code between its tags, the tags included, or the page around it. */
export interface PhpPart {
  isCode: boolean
  start: number
  end: number
}

/** A comment or string in PHP code, from its first character to the one after its last. */
export interface PhpToken {
  isString: boolean
  start: number
  end: number
  /** The string without its quotes. */
  valueStart: number
  valueEnd: number
}

/**
 * Cuts a PHP file into code and page as PHP does: a closing tag inside a string or a block comment ends nothing, one
 * inside a line comment does, and `<?xml` begins no code. Takes linear time.
 */
export function phpPartsOf(text: string): { parts: PhpPart[]; tokens: PhpToken[] } {
  const parts: PhpPart[] = []
  const tokens: PhpToken[] = []
  let at = 0
  while (at < text.length) {
    opening.lastIndex = at
    const found = opening.exec(text)
    if (!found) break
    if (found.index > at) parts.push({ isCode: false, start: at, end: found.index })
    at = endOfCode(text, opening.lastIndex, tokens)
    parts.push({ isCode: true, start: found.index, end: at })
  }
  if (at < text.length) parts.push({ isCode: false, start: at, end: text.length })
  return { parts, tokens }
}

const opening = /<\?(?:php\b|=|(?!xml\b))/gi
const token = /\?>|\/\/|#(?!\[)|\/\*|["'`]|<<</g
const lineEnd = /\n|\?>/g
const heredoc = /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1[ \t]*\r?\n/y

/** The index after the closing tag of the code that begins at an index, and its comments and strings. */
function endOfCode(text: string, from: number, tokens: PhpToken[]): number {
  let at = from
  while (true) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) return text.length
    const [sign] = found
    const start = found.index
    if (sign === '?>') return start + 2
    const [isString, end, open, close] = tokenAt(text, sign, start)
    tokens.push({
      isString,
      start,
      end,
      valueStart: start + open,
      valueEnd: Math.max(start + open, end - close),
    })
    at = end
  }
}

/** Whether a token is a string, the index after it, and the lengths of its opening and closing signs. */
function tokenAt(text: string, sign: string, start: number): [boolean, number, number, number] {
  if (sign === '/*') {
    const close = text.indexOf('*/', start + 2)
    return [false, close === -1 ? text.length : close + 2, 0, 0]
  }
  if (sign === '//' || sign === '#') {
    lineEnd.lastIndex = start
    return [false, lineEnd.exec(text)?.index ?? text.length, 0, 0]
  }
  if (sign === '<<<') return heredocAt(text, start)
  let at = start + 1
  while (at < text.length && text[at] !== sign) at += text[at] === '\\' ? 2 : 1
  return at < text.length ? [true, at + 1, 1, 1] : [true, text.length, 1, 0]
}

function heredocAt(text: string, start: number): [boolean, number, number, number] {
  heredoc.lastIndex = start
  const found = heredoc.exec(text)
  if (!found) return [true, start + 3, 3, 0]
  const open = found[0].length
  const close = new RegExp(String.raw`^[ \t]*${found[2]!}\b`, 'gm')
  close.lastIndex = start + open
  const end = close.exec(text)
  return end ? [true, end.index + end[0].length, open, end[0].length] : [true, text.length, open, 0]
}
