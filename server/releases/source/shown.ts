import { LRUCache } from 'lru-cache'

import { limits } from '#contract/kit/limits.ts'
import type { FileChanges, SourceFile } from '#contract/projects/source.ts'

import type { Parts } from '../../parts.ts'
import { readBlob } from '../blobs/read.ts'
import { textOf } from '../readme/plain.ts'
import { isHighlighted } from './grammars.ts'
import { toSourceFile } from './presenter.ts'
import type { FileRow } from './queries.ts'
import { hunksBetween, tokensOf } from './reading.ts'

type FileStore = Pick<Parts, 'storage'>

/**
 * A file as it is shown to whoever may read it: its first lines, highlighted when it is short enough and there is a grammar
 * for it. What is binary or too large has no lines. Throws when its bytes are lost or damaged.
 */
export async function shownFile({ storage }: FileStore, file: FileRow): Promise<SourceFile> {
  if (file.lines === null) return toSourceFile(file, 'binary')
  if (file.size > limits.shownBytes) return toSourceFile(file, 'large')
  const all = await linesIn({ storage }, file)
  const texts = all.slice(0, limits.shownLines)
  return toSourceFile({ ...file, lines: all.length }, 'text', texts, await tokensFor(file, texts.join('\n')))
}

/** How a file changed between two releases, of which one may lack it. */
export async function shownChanges(
  { storage }: FileStore,
  path: string,
  [before, after]: [FileRow | undefined, FileRow | undefined],
): Promise<FileChanges> {
  const files = [before, after].filter((file) => file !== undefined)
  if (files.some(({ lines }) => lines === null)) return unshown(path, 'binary')
  if (files.some(({ size }) => size > limits.shownBytes)) return unshown(path, 'large')
  const textOrNone = async (file: FileRow | undefined) => (file ? textIn({ storage }, file) : '')
  const [old, now] = [await textOrNone(before), await textOrNone(after)]
  const hunks = await hunksBetween(withLastNewline(old), withLastNewline(now))
  if (!hunks) return unshown(path, 'large')
  return { path, state: 'text', hunks, lastNewline: hunks.length === 0 ? lastNewline(old, now) : null }
}

const unshown = (path: string, state: 'binary' | 'large'): FileChanges => ({
  path,
  state,
  hunks: [],
  lastNewline: null,
})

/** As texts are compared: a line is the same whether or how it ends. */
const withLastNewline = (text: string) => (text === '' ? '' : `${linesOf(text).join('\n')}\n`)

function lastNewline(before: string, after: string): FileChanges['lastNewline'] {
  const [old, now] = [before, after].map((text) => /[\r\n]$/.test(text))
  if (old === now) return null
  return now ? 'added' : 'removed'
}

/** The lines of a text file. Throws when its bytes are lost or damaged. */
export const linesIn = async (
  { storage }: FileStore,
  file: { key: string; sha256: string },
): Promise<string[]> => linesOf(await textIn({ storage }, file))

const textIn = async ({ storage }: FileStore, file: { key: string; sha256: string }) =>
  textOf(await readBlob(storage, file))

/** However they end; the end of the last one is no line of its own. */
const linesOf = (text: string) => text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/)

async function tokensFor({ size, sha256, language }: FileRow, text: string): Promise<number[][]> {
  if (size > limits.highlightedBytes || !isHighlighted(language)) return []
  const key = `${sha256} ${language}`
  const known = cache.get(key)
  if (known) return known
  const tokens = (await tokensOf(text, language)) ?? []
  cache.set(key, tokens)
  return tokens
}

/** What was highlighted last, in numbers: some 16 MB at most. What took too long is remembered too. */
const cache = new LRUCache<string, number[][]>({
  maxSize: 2_000_000,
  sizeCalculation: (lines) => 1 + lines.reduce((sum, line) => sum + line.length + 4, 0),
})
