import { createOnigurumaEngine } from '@shikijs/engine-oniguruma'
import { codeToTokensBase, createShikiPrimitiveAsync, type ThemeRegistrationRaw } from '@shikijs/primitive'
import { structuredPatch } from 'diff'

import { type Hunk, tokenKinds } from '#contract/projects/source.ts'

import { grammarsOf } from './grammars.ts'

/** A text whose pieces are wanted, or two texts of which the changes are. */
export type Question = { text: string; language: string } | { before: string; after: string }

/** Answers the only question of a list. A stranger's text may make it long: only for a process that can be killed. */
export async function answerFirst([question]: Question[]): Promise<{ tokens?: number[][]; hunks?: Hunk[] }> {
  return 'before' in question!
    ? { hunks: compare(question.before, question.after) }
    : { tokens: await highlight(question!.text, question!.language) }
}

/**
 * What the pieces of a text are, line by line, as contract/projects/source.ts writes it. Undefined when there is no grammar
 * for the language. Hostile text can take a grammar very long: only for a process that can be ended.
 */
async function highlight(text: string, language: string): Promise<number[][] | undefined> {
  const grammars = await grammarsOf(language)
  if (!grammars) return undefined
  const shiki = await primitive
  await shiki.loadLanguage(...grammars)
  const lines = codeToTokensBase(shiki, text, {
    lang: grammars.at(-1)!.name,
    theme: theme.name,
    tokenizeMaxLineLength: 2000,
    // Milliseconds for a line: the first one compiles the grammar, which a busy machine takes a second for.
    tokenizeTimeLimit: 2000,
  })
  return lines.map((tokens) => joined(tokens.map(({ content, color }) => [content.length, kindOf(color)])))
}

const wasm = import('@shikijs/engine-oniguruma/wasm-inlined')

/** Neighbours of one kind as one piece; a line of nothing but plain text needs no pieces. */
function joined(tokens: [length: number, kind: number][]): number[] {
  const pieces: number[] = []
  for (const [length, kind] of tokens) {
    if (pieces.at(-1) === kind) pieces[pieces.length - 2]! += length
    else pieces.push(length, kind)
  }
  return pieces.length === 2 && pieces[1] === 0 ? [] : pieces
}

/** A kind travels through the highlighter as a colour: the last digit is its index. */
const colourOf = (kind: (typeof tokenKinds)[number]) => `#00000${tokenKinds.indexOf(kind)}`
const kindOf = (colour: string | undefined) => Number(colour?.at(-1) ?? 0)

const scopes: Record<Exclude<(typeof tokenKinds)[number], 'plain'>, string[]> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: [
    'string',
    'punctuation.definition.string',
    'constant.character.escape',
    'markup.inline.raw',
    'markup.fenced_code',
  ],
  number: ['constant', 'support.constant'],
  keyword: ['keyword', 'storage', 'keyword.control', 'variable.language'],
  name: ['entity.name.function', 'support.function', 'entity.other.attribute-name', 'meta.definition.method'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'support.type',
    'support.class',
    'entity.other.inherited-class',
  ],
  markup: ['entity.name.tag', 'markup.heading', 'markup.bold', 'entity.name.section'],
}

const theme = {
  name: 'kinds',
  type: 'light',
  settings: [
    { settings: { foreground: colourOf('plain'), background: '#ffffff' } },
    // Operators and the marks of JSON keys read better in ink.
    { scope: ['keyword.operator', 'punctuation'], settings: { foreground: colourOf('plain') } },
    ...Object.entries(scopes).map(([kind, scope]) => ({
      scope,
      settings: { foreground: colourOf(kind as keyof typeof scopes) },
    })),
  ],
} satisfies ThemeRegistrationRaw

const primitive = createShikiPrimitiveAsync({
  engine: createOnigurumaEngine(wasm),
  langs: [],
  themes: [theme],
})

/** How many lines of a difference are shown. */
const maxLines = 3000

/** The lines that changed between two texts, with three lines around each place. Undefined when too much changed to be shown or found in 2 seconds. */
function compare(before: string, after: string): Hunk[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 3,
    maxEditLength: 4000,
    timeout: 2000,
    stripTrailingCr: true,
  })
  if (!patch) return undefined
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines
      // '\ No newline at end of file' is no line of either.
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ sign: line.charAt(0) as Hunk['lines'][number]['sign'], text: line.slice(1) })),
  }))
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0) > maxLines ? undefined : hunks
}
