import type { Need } from '#contract/projects/needs.ts'

import { dataLanguages, languageOf, type LanguageSize } from '../releases/languages.ts'
import type { Sources } from './files/sources.ts'

/** What a check finds out about the making of a release. */
export interface Making {
  /** The file that starts it; null when none was found. */
  entry: string | null
  technologies: readonly string[]
  /** Of what its owner wrote. */
  languages: readonly LanguageSize[]
  /** Whether a browser refuses its pages from a folder; not known of checks by earlier versions. */
  isServed?: boolean | undefined
}

/**
 * Tells what a buyer has to have before a release runs: what the file that starts it is written in needs, or the largest
 * language where none was found, and what else a tenth of the code needs. None when that is not among the needs, such as
 * .NET or Flutter, because the rest would not be all that it needs.
 */
export function needsOf({ entry, technologies, languages, isServed }: Making): Need[] {
  const sizes = sizesByKind(languages)
  const first = kindOf(languageOf(entry ?? '')) ?? largestOf(sizes)
  if (first === undefined || first === 'other') return []
  const sizeOf = (some: readonly Kind[]) => some.reduce((sum, kind) => sum + (sizes.get(kind) ?? 0), 0)
  const all = sizeOf([...sizes.keys()])
  const has = (...names: string[]) => names.some((name) => technologies.includes(name))
  // A page without a server needs nothing else, so that beside it any code of one counts.
  const least = first === 'page' ? Number.EPSILON : 0.1
  const counts = (...some: Kind[]) => some.includes(first) || sizeOf(some) / (all || 1) >= least
  const isForBrowsers = first === 'page' || first === 'script'
  const isBuilt =
    first === 'built' ||
    (first === 'script' && entry !== null) ||
    (counts('script', 'built') && has(...nodeFrameworks)) ||
    // Laravel brings Vite to every project.
    (isForBrowsers && has('Vite'))
  const isAndroid = has('Android') && (counts('java') || has('React Native'))
  const found: Need[] = [
    ...(counts('php') ? ['XAMPP' as const] : []),
    ...(isBuilt ? ['Node.js' as const] : []),
    ...(counts('python') ? ['Python' as const] : []),
    ...(counts('java') && (!isAndroid || has('Spring Boot', 'Servlets', 'JSP')) ? ['Java' as const] : []),
    ...(isAndroid ? ['Android' as const] : []),
  ]
  const isPlain = [...sizes.keys()].every((kind) => kind === 'page' || kind === 'script')
  return found.length === 0 && first === 'page' && isPlain && !isServed ? ['Browser'] : found
}

/** Tells whether pages load modules or files of their folder, which browsers allow to a server's pages alone. */
export const isServed = (sources: Sources): boolean =>
  sources
    .written('html', 'htm', 'js', 'mjs')
    .some(({ text }) => moduleScript.test(text) || fetchedFile.test(text))

const moduleScript = /<script\b[^>]{0,300}\btype\s{0,4}=\s{0,4}["']?module\b/i
/** A path without an origin, as in `fetch('data.json')`. */
const fetchedFile = /\bfetch\s{0,4}\(\s{0,20}["'`](?:\.{0,2}\/(?!\/)|[\w-]{1,80}(?=[./"'`]))/

/** The technologies of packages that run on Node.js or are built with it. */
const nodeFrameworks = [
  'React',
  'React Native',
  'Next.js',
  'Vue',
  'Angular',
  'Svelte',
  'Express',
  'Fastify',
  'NestJS',
]

/** What a language runs in. `built`: it becomes JavaScript first. `other`: in nothing that is among the needs. */
type Kind = 'php' | 'python' | 'java' | 'script' | 'built' | 'page' | 'other'

const languagesOf: Record<Exclude<Kind, 'other'>, string[]> = {
  php: ['PHP'],
  python: ['Python', 'Jupyter Notebook'],
  java: ['Java', 'JSP', 'Kotlin'],
  script: ['JavaScript'],
  built: ['TypeScript', 'Vue', 'Svelte', 'Astro', 'EJS', 'Handlebars', 'Pug'],
  page: ['HTML', 'CSS', 'Sass', 'Less'],
}
const kinds = new Map(
  Object.entries(languagesOf).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
)

/** Languages of data, and of what installs or builds a program in another language. */
const besides = new Set([
  ...dataLanguages,
  'Shell',
  'PowerShell',
  'Batch',
  'Dockerfile',
  'Makefile',
  'Groovy',
  'GraphQL',
  'Terraform',
])

const kindOf = (language: string | null): Kind | undefined =>
  language === null || besides.has(language) ? undefined : (kinds.get(language) ?? 'other')

function sizesByKind(languages: Making['languages']): Map<Kind, number> {
  const sizes = new Map<Kind, number>()
  for (const { name, size } of languages) {
    const kind = kindOf(name)
    if (kind) sizes.set(kind, (sizes.get(kind) ?? 0) + size)
  }
  return sizes
}

const largestOf = (sizes: Map<Kind, number>): Kind | undefined =>
  [...sizes].toSorted(([, one], [, other]) => other - one)[0]?.[0]
