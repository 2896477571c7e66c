import { isExcluded, parentOf } from '#contract/projects/files.ts'

import { resolved } from '../../files/references.ts'
import type { RuleFinding } from '../../files/rule.ts'
import { nameOf, type SourceFile, type Sources } from '../../files/sources.ts'
import { templateOf } from '../../files/template-readmes.ts'

/**
 * Finds files and folders that a README links, shows, or lists as parts of the project, and that are not there; one
 * finding for each README.
 */
export function* absentInReadmes(sources: Sources, made: ReadonlySet<string>): Generator<RuleFinding> {
  for (const readme of sources.texts) {
    if (!/^readme(?:\.(?:md|markdown|txt|rst))?$/i.test(nameOf(readme.path))) continue
    if (sources.foreign.has(readme.path) || templateOf(readme)) continue
    const absent = new Map<string, number>()
    for (const { path, index } of [
      ...linked(readme),
      ...(readme.path.includes('/') ? [] : mentioned(readme)),
      ...listed(sources, readme),
    ]) {
      const name = nameOf(path.replace(/\/$/, '')).toLowerCase()
      if (made.has(name) || isGiven(sources, path) || isThere(sources, readme, path)) continue
      if (!absent.has(path)) absent.set(path, index)
    }
    const [first] = absent
    if (!first) continue
    const names = [...absent.keys()]
    yield {
      file: readme.path,
      line: sources.lineAt(readme, first[1]),
      message: `The README names ${names
        .slice(0, 3)
        .map((name) => `“${name}”`)
        .join(
          ', ',
        )}${names.length > 3 ? ` and ${names.length - 3} more` : ''}, which ${names.length === 1 ? 'is' : 'are'} not in the project.`,
      what: names.join(' '),
      advice: 'Add what is missing, or take it out of the README.',
    }
  }
}

interface Named {
  path: string
  index: number
}

/** The files that links and pictures lead to. */
function* linked({ text }: SourceFile): Generator<Named> {
  for (const { 0: all, 1: inText, 2: inTag, index } of text.slice(0, 200_000).matchAll(links)) {
    const path = (inText ?? inTag)!
    if (!/^(?:[a-z][a-z+.-]*:|\/\/|#|www\.|mailto)|[{}$*<>]|^[\w.-]+@/i.test(path))
      yield { path: path.replace(/[?#].*$/, ''), index: index + all.indexOf(path) }
  }
}

const links =
  /\]\(\s{0,4}<?([^()\s<>]{1,200}\.[A-Za-z]\w{1,6}(?:[?#][^()\s]{0,60})?)>?(?:\s{1,4}["'][^"'\n]{0,100}["'])?\s{0,4}\)|<(?:img|a)\b[^>]{0,200}?\b(?:src|href)\s{0,4}=\s{0,4}["']([^"'\s<>]{1,200}\.[A-Za-z]\w{1,6})["']/g

/** Files of code whose names stand as code in a sentence that does not tell to make them. */
function* mentioned({ text }: SourceFile): Generator<Named> {
  let index = 0
  for (const line of text.slice(0, 200_000).split('\n')) {
    if (
      !/creat|generat|renam|save|make|writ|add|new|download|copy|example|such as|e\.g\.|your/i.test(
        line.slice(0, 1000),
      )
    )
      for (const { 1: path, index: at } of line.slice(0, 1000).matchAll(inCode))
        yield { path: path!, index: index + at }
    index += line.length + 1
  }
}

const inCode =
  /(?<!`)`([\w.-][\w./-]{0,80}\.(?:py|ipynb|jsx?|tsx?|java|php|sql|sh|bat|dart|cpp|cs|vb|kt))`(?!`)/g

/** The entries of trees of the project, such as `├── app.py`; a tree of which less than half is there shows another thing. */
function* listed(sources: Sources, readme: SourceFile): Generator<Named> {
  for (const tree of treesIn(readme.text)) {
    const there = tree.filter(({ path }) => isThere(sources, readme, path)).length
    if (there * 2 >= tree.length) yield* tree.filter(({ isMade }) => !isMade)
  }
}

function treesIn(text: string): (Named & { isMade: boolean })[][] {
  const trees: (Named & { isMade: boolean })[][] = [[]]
  let index = 0
  const above: { depth: number; folder: string }[] = []
  for (const line of text.slice(0, 200_000).split('\n')) {
    const entry = /^([\s│|]{0,80}[├└+|`][─—-]{1,4}[ \t\u00a0]{0,4})([\w.@()[\]* -]{1,80}\/?)(.*)$/u.exec(
      line.slice(0, 400),
    )
    if (!entry) {
      if (!/^[\s│|]*$/u.test(line) && trees.at(-1)!.length > 0) {
        above.length = 0
        trees.push([])
      }
    } else {
      const [, before, written, after] = entry as unknown as [string, string, string, string]
      const name = written
        .replace(/\s{2,}.*$|\s[-#(].*$/, '')
        .trim()
        .replace(/\*\*init\*\*|^init(?=\.py$)/, '__init__')
      const depth = before.length
      while (above.length > 0 && above.at(-1)!.depth >= depth) above.pop()
      const isFolder = name.endsWith('/')
      const remark = written.slice(name.length) + after
      if (isFolder || fileName.test(name))
        trees.at(-1)!.push({
          path: [...above.map(({ folder }) => folder), name].join(''),
          index: index + before.length,
          isMade: isMade.test(remark),
        })
      if (isFolder) above.push({ depth, folder: name })
    }
    index += line.length + 1
  }
  return trees
}

const isMade =
  /generat|creat|auto|runtime|built?\b|output|cache|local|ignored|download|your|optional|log|train/i
const fileName =
  /^[\w.@()[\]-]{1,80}\.(?:py|ipynb|m?[jt]sx?|cjs|vue|svelte|html?|css|scss|php|jsp|java|kt|cs|vb|dart|go|rb|sql|csv|xlsx?|json|xml|ya?ml|toml|ini|cfg|txt|md|pkl|h5|joblib|onnx|pt|png|jpe?g|gif|svg|pdf|docx?|pptx?|sh|bat|ejs|hbs|cshtml|aspx|db|sqlite3?)$/i

/** True for what an installation, a build or a person brings, and for what no buyer misses. */
const isGiven = (sources: Sources, path: string) =>
  isExcluded(path.endsWith('/') ? `${path}x` : path) ||
  /(?:^|\/)\.?env(?:\.\w+)?$|(?:^|\/)(?:licen[cs]e|contributing|code_of_conduct|changelog|security)(?:\.\w+)?$|(?:^|\/)(?:uploads?|logs?|tmp|temp|cache|migrations|instance|outputs?|results|static(?:files)?|media|env|\.\w+)(?:\/|$)|\.{3}|…/i.test(
    path,
  ) ||
  sources.texts.some(
    ({ path: one, text }) =>
      nameOf(one) === '.gitignore' &&
      text
        .split('\n', 500)
        .some((line) => line.trim().replace(/^\/|\/$/g, '') === nameOf(path.replace(/\/$/, ''))),
  )

/** True for a path from the README's folder or the top, and for a name that is anywhere. */
function isThere(sources: Sources, readme: SourceFile, written: string): boolean {
  const path = decoded(written).replace(/^\//, '')
  const at = resolved(parentOf(readme.path), path)
  if (at === undefined) return true
  if (path.endsWith('/')) return sources.hasFolder(path.replace(/\/+$/, '').split('/').slice(-2).join('/'))
  return sources.hasEnding(at) || sources.hasEnding(nameOf(path)) || sources.hasFolder(nameOf(path))
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
