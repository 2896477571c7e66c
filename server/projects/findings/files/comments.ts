import { phpPartsOf } from './php.ts'

/**
 * Patterns of comments and strings for groups of languages. Every pattern ends at the end of the text at the latest, so
 * that a scan takes linear time.
 */
const double = String.raw`"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?`
const single = String.raw`'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?`
const template = '`[^`\\\\]*(?:\\\\[^][^`\\\\]*)*`?'
/** The end of the text; `$` would match the end of a line. */
const end = '(?![^])'
const slashes = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|${end})`

const patterns = {
  c: `${slashes}|${template}|"""[^]*?(?:"""|${end})|${double}|${single}`,
  php: '(?!)',
  python: `#[^\\n]*|"""[^]*?(?:"""|${end})|'''[^]*?(?:'''|${end})|${double}|${single}`,
  markup: String.raw`<!--[^]*?(?:-->|${end})|<%--[^]*?(?:--%>|${end})`,
  css: String.raw`\/\*[^]*?(?:\*\/|${end})`,
  hash: String.raw`^[ \t]*[#!;][^\n]*`,
  none: String.raw`(?!)`,
}
type Family = keyof typeof patterns

const families: Record<Family, string> = {
  c: 'js mjs cjs jsx ts mts cts tsx java kt kts cs c h cpp cc hpp go rs swift dart gradle groovy scala',
  php: 'php phtml inc',
  python: 'py pyw rb r jl',
  markup: 'html htm xml fxml vue svelte jsp ejs hbs handlebars cshtml svg config csproj vbproj',
  css: 'css scss sass less',
  hash: 'env properties yml yaml ini toml cfg conf sh bash',
  none: '',
}
const familyOf = new Map(
  Object.entries(families).flatMap(([family, endings]) =>
    endings.split(' ').map((ending) => [ending, family as Family] as const),
  ),
)

/** A string in the code: its text and the index of its opening quote. */
export interface StringLiteral {
  value: string
  index: number
}

export interface Stripped {
  /** The text with comments blanked; lines and columns stay the same. */
  code: string
  /** The code with strings blanked too; in PHP files only the PHP sections. */
  bare: string
  strings: StringLiteral[]
}

/** Separates code, comments and strings of a source text, by the ending of its file. */
export function strip(ending: string, text: string): Stripped {
  const family = familyOf.get(ending) ?? 'none'
  return family === 'php' ? stripPhp(text) : stripBy(family, text)
}

/** Separates the parts of a PHP file. Code inside a comment of the page stays, because it runs. */
function stripPhp(text: string): Stripped {
  const { parts, tokens } = phpPartsOf(text)
  const page = parts.map(({ isCode, start, end }) =>
    isCode ? mark.repeat(end - start) : text.slice(start, end),
  )
  const shown = stripBy('markup', page.join('')).code
  let [code, bare] = ['', '']
  const strings: StringLiteral[] = []
  let token = 0
  for (const { isCode, start, end } of parts) {
    if (!isCode) {
      code += shown.slice(start, end)
      bare += blank(text.slice(start, end))
      continue
    }
    let at = start
    for (; tokens[token] && tokens[token]!.start < end; token++) {
      const { isString, start: from, end: to, valueStart, valueEnd } = tokens[token]!
      const before = text.slice(at, from)
      const own = text.slice(from, to)
      if (isString) strings.push({ value: text.slice(valueStart, valueEnd), index: from })
      code += before + (isString ? own : blank(own))
      bare += before + blank(own)
      at = to
    }
    code += text.slice(at, end)
    bare += text.slice(at, end)
  }
  return { code, bare, strings }
}

/** Stands for code in the page around it. */
const mark = '\u0001'

function stripBy(family: Family, text: string): Stripped {
  const strings: StringLiteral[] = []
  const code = text.replace(new RegExp(patterns[family], 'gm'), (token: string, index: number) => {
    const [quote] = /^(?:"""|'''|["'`])/.exec(token) ?? []
    if (!quote || family === 'markup' || (quote.length === 3 && isAlone(text, index))) return blank(token)
    const value = token.slice(quote.length, token.endsWith(quote) ? -quote.length : undefined)
    strings.push({ value, index })
    return token
  })
  let bare = ''
  let end = 0
  for (const { value, index } of strings) {
    bare += code.slice(end, index)
    end = index + value.length + 2
    bare += blank(code.slice(index, end))
  }
  return { code, bare: bare + code.slice(end), strings }
}

/** True for a string at the beginning of its line: a docstring. */
function isAlone(text: string, index: number): boolean {
  let at = index - 1
  while (text[at] === ' ' || text[at] === '\t') at--
  return at < 0 || text[at] === '\n'
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')
