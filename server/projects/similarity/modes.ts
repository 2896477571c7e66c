import { endingOf } from '../foreign/files.ts'

/** How a text is read. */
export type Mode = 'c' | 'script' | 'scriptlet' | 'php' | 'python' | 'sql' | 'markup' | 'basic'

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
/** The endings of text that is no code, unless it begins like code: programs run files of any name. */
const noCode = new Set(
  `css scss sass less json map xml yaml yml toml ini env csv tsv md markdown rst svg lock log properties cfg conf pem key
  gitignore htaccess po pot plist xaml resx`.split(/\s+/),
)

/** Tells whether a file may well be code, by its ending. */
export const mayBeCode = (path: string): boolean => !noCode.has(endingOf(path))
/** Tells whether a file is code by its ending. */
export const isNamedCode = (path: string): boolean =>
  endingOf(path) === 'ipynb' || modeOfEnding.has(endingOf(path))

/** A line that begins a statement; none of a style sheet, of settings or of data does. */
const statement =
  /^\s*(?:(?:export|public|private|protected|static|async)\s+)*(?:function|return|const|let|var|class|def|if|elif|else|for|while|switch|try|import)\b(?!:)/

/** The language of a file: by its ending, or of another ending by what it holds. */
export function modeOf(path: string, text: string): Mode | undefined {
  const mode = modeOfEnding.get(endingOf(path))
  if (mode) return mode
  const part = text.slice(0, 20_000)
  if (/<\?(?:php\b|=)/i.test(part)) return 'markup'
  const isUsual = mayBeCode(path)
  if (isUsual && /<%[=@]|<\/(?:script|template)>/i.test(part)) return 'markup'
  const lines = part.split('\n').filter((line) => line.trim() !== '')
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length
  if (!isUsual && share(statement) < 0.1) return undefined
  if (share(/[;{}]\s*(?:\/\/.*)?$|^\s*[})\]]+[,;]?\s*$/) > 0.4) return 'c'
  if (
    share(
      /^\s*(?:(?:def|class|if|elif|for|while|with|try|except)\b.*:\s*$|(?:import|from|return)\s|[\w.]+ = |[\w.]+\(.*\)\s*$)/,
    ) > 0.4
  )
    return 'python'
  return undefined
}
