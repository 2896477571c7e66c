import { limits } from '../kit/limits.ts'

/**
 * Returns the share of each language in a project's known source, in whole percent, the largest first; at most five,
 * with the rest grouped.
 */
export function languageShares(sizes: readonly { name: string; size: number }[]): Language[] {
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const ranked = sizes
    .map(({ name, size }) => ({ name, percent: Math.round((100 * size) / total) }))
    .filter(({ percent }) => percent > 0)
    .sort((a, b) => b.percent - a.percent)
  if (ranked.length <= 5) return ranked
  const first = ranked.slice(0, 4)
  // The remainder to 100, because shares that are rounded one by one may add up to more.
  const rest = 100 - first.reduce((sum, { percent }) => sum + percent, 0)
  return [...first, { name: 'Others', percent: Math.max(1, rest) }]
}

export type Language = { name: string; percent: number }

/**
 * Returns the languages that the strip of a project shows: those in which it is written. Documents, data and the rest
 * that is grouped are left out.
 */
export const inStrip = (languages: readonly Language[]): Language[] =>
  languages.filter(({ name }) => !notInStrip.has(name))

const notInStrip = new Set(['Markdown', 'Text', 'XML', 'JSON', 'YAML', 'TOML', 'Others'])

/**
 * The commonest ten languages in the names of their tints, which are always the same, so that people learn to recognize
 * them. All others share one tint.
 */
export const languageTints: Partial<Record<string, LanguageTint>> = {
  JavaScript: 'javascript',
  TypeScript: 'typescript',
  HTML: 'html',
  CSS: 'css',
  PHP: 'php',
  Python: 'python',
  Java: 'java',
  'C#': 'csharp',
  Dart: 'dart',
  Kotlin: 'kotlin',
}

export type LanguageTint =
  | 'javascript'
  | 'typescript'
  | 'html'
  | 'css'
  | 'php'
  | 'python'
  | 'java'
  | 'csharp'
  | 'dart'
  | 'kotlin'

/** Returns the width of the file in which the part of a picture is sharp in a small place. */
export const thumbnailWidth = (part: { zoom: number } | null | undefined) =>
  part && part.zoom > 150 ? 640 : 320

/** The allowed types of pictures, as the browser names them. The server checks the content. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Returns the alternative text of a picture without a description; `index` begins at 0. */
export const defaultAlt = (title: string, index: number) => `${title}, image ${index + 1}`

export const notAnImage = 'Images must be jpeg, png or webp'

/** Says that a picture is in the format of Apple's cameras, which few browsers show. */
export const heicProblem = (name: string) =>
  `${name} is a HEIC photo, as iPhones take them. Export it as JPEG, or choose “Most Compatible” in the camera’s settings.`

/** Says that a picture is a GIF. */
export const gifProblem = (name: string) =>
  `${name} is a GIF. Save it, or one moment of it, as a jpeg, png or webp, and choose that file.`

/** Says that a picture is damaged. */
export const damagedProblem = (name: string) =>
  `${name} cannot be read as a picture. It is damaged or cut off: open it, save it again and choose that file.`

/** Returns why a selected file cannot be a picture, judged by size and type; undefined when the server decides. */
export function imageProblem({ name, size, type }: { name: string; size: number; type: string }) {
  if (size > limits.imageBytes) return `${name} exceeds 10MB limit`
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return heicProblem(name)
  if (type === 'image/gif' || /\.gif$/i.test(name)) return gifProblem(name)
  return type && !imageTypes.includes(type) ? notAnImage : undefined
}
