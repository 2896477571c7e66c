import { publishers } from './banners.ts'
import { endingOf, type Foreign, nameOf, type UploadedFile } from './files.ts'

const serverEndings = new Set('php phtml inc jsp py java kt cs vb cshtml aspx rb js ts mjs cjs'.split(' '))
const pages = new Set(['html', 'htm'])

/**
 * The demo pages of a template: pages of a program that another language serves, which none of its code names, and
 * which say whose they are or hold filler text. Of a project that is only pages every page is the owner's.
 */
export function demoPages(files: readonly UploadedFile[]): Foreign[] {
  const found: Foreign[] = []
  const isServed = files.some(({ path }) => /\.(?:php|jsp|aspx|cshtml)$/i.test(path))
  if (!isServed) return found
  let named: Set<string> | undefined
  for (const { path, text } of files) {
    if (text === undefined || !pages.has(endingOf(path)) || /\{\{|\{%|<%|\bth:|\bng-/.test(text)) continue
    const name = templateOf(text)
    if (!name) continue
    named ??= namesIn(files)
    if (!named.has(nameOf(path).toLowerCase())) found.push({ kind: 'template', name, place: path })
  }
  return found
}

/** The template that a page is from, by its title, a comment or its footer, or because its text is filler. */
function templateOf(text: string): string | undefined {
  const publisher = publishers.find(([pattern]) => pattern.test(text))?.[1]
  if (publisher) return publisher
  return /lorem ipsum|dolor sit amet|consectetur adipi/i.test(text) ||
    /<title>[^<]{0,80}\b(?:template|dashboard|admin theme|UI kit)\b/i.test(text)
    ? 'a template'
    : undefined
}

/** The names of the pages that code names. */
function namesIn(files: readonly UploadedFile[]): Set<string> {
  const names = new Set<string>()
  for (const { path, text } of files)
    if (text !== undefined && serverEndings.has(endingOf(path)))
      for (const [name] of text.matchAll(/[\w-]{1,80}\.html?\b/gi)) names.add(name.toLowerCase())
  return names
}
