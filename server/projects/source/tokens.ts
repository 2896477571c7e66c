import { createOnigurumaEngine } from '@shikijs/engine-oniguruma'
import { codeToTokensBase, createShikiPrimitiveAsync, type ThemeRegistrationRaw } from '@shikijs/primitive'
import { structuredPatch } from 'diff'

import { type Hunk, tokenKinds } from '#contract/projects/source.ts'

import { grammarsOf } from './grammars.ts'

/** A text to highlight, or two texts to compare. */
export type Question = { text: string; language: string } | { before: string; after: string }

/**
 * Answers the only question of a list. A stranger's text may take very long: call it only in a process that can be
 * killed.
 */
export async function answerFirst([question]: Question[]): Promise<{ tokens?: number[][]; hunks?: Hunk[] }> {
  return 'before' in question!
    ? { hunks: compare(question.before, question.after) }
    : { tokens: await highlight(question!.text, question!.language) }
}

/**
 * The tokens of a text, line by line, in the format of contract/projects/source.ts; undefined when there is no grammar
 * for the language. A hostile text may take very long: call it only in a process that can be killed.
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
    // Milliseconds for a line. Generous, because the first line also compiles the grammar.
    tokenizeTimeLimit: 2000,
  })
  return lines.map((tokens) => joined(tokens.map(({ content, color }) => [content.length, kindOf(color)])))
}

const wasm = import('@shikijs/engine-oniguruma/wasm-inlined')

/** Joins neighbouring tokens of one kind; a line of only plain text needs no tokens. */
function joined(tokens: [length: number, kind: number][]): number[] {
  const pieces: number[] = []
  for (const [length, kind] of tokens) {
    if (pieces.at(-1) === kind) pieces[pieces.length - 2]! += length
    else pieces.push(length, kind)
  }
  return pieces.length === 2 && pieces[1] === 0 ? [] : pieces
}

/** The theme maps every kind to a colour whose last digit is the kind's index. */
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
    // Operators and the quotes of JSON keys are easier to read as plain text.
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

/** The most lines of a difference that are shown. */
const maxLines = 3000

/**
 * The lines that changed between two texts, with three lines of context. Undefined when there are too many to show, or
 * the comparison takes over 2 seconds.
 */
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
      // '\ No newline at end of file' is not a line of either text.
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ sign: line.charAt(0) as Hunk['lines'][number]['sign'], text: line.slice(1) })),
  }))
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0) > maxLines ? undefined : hunks
}
