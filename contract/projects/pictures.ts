import { limits } from '../limits.ts'

/**
 * The drawing of a project's file tree in a box of 320 by 200, from its data alone: names in a mono letter 0.6 em wide, to the
 * right of each a bar as long as its size. The catalogue draws it as SVG, the sharing image in pixels. In whole numbers: twelve
 * drawings are a third of what a list sends of its projects.
 */
export function coverRows({ fileTree, technologies }: Drawn): CoverRow[] {
  const all = fileTree?.length
    ? fileTree
    : technologies.map((name) => ({ name, depth: 0, size: 0, isEntry: false }))
  const rows = all.slice(0, 9)
  const largest = Math.max(...rows.map(({ size }) => size))
  const step = Math.min(24, Math.floor(156 / rows.length))
  return rows.map(({ name, depth, size, isEntry }, index) => {
    const x = 20 + 14 * depth
    return {
      name: fitted(name, Math.floor((barsFrom - 8 - x - 10) / letter)),
      x,
      y: 20 + Math.round(step * (index + 0.5)),
      bar: size === 0 ? 0 : Math.max(2, Math.round((barsTo - barsFrom) * (size / largest))),
      kind: isEntry ? 'entry' : name.endsWith('/') ? 'folder' : 'file',
    }
  })
}

/** A row's left end, its middle, and the length of its bar, which begins at `barsFrom`. */
export interface CoverRow {
  name: string
  x: number
  y: number
  bar: number
  kind: (typeof coverKinds)[number]
}

/** 'entry': the start of the program. */
export const coverKinds = ['file', 'folder', 'entry'] as const

export const barsFrom = 174
/** Left of the button that a card lays over its corner. */
const barsTo = 248
/** The size of the names, and how wide a letter of it is. */
export const coverText = 11
const letter = coverText * 0.6

const fitted = (name: string, max: number) => (name.length > max ? `${name.slice(0, max - 1)}…` : name)

type Drawn = { fileTree?: readonly Row[]; technologies: readonly string[] }
/** As a project's card has them. */
type Row = { name: string; depth: number; size: number; isEntry: boolean }

/** How much of a project's known source each language has, in whole percent, the largest first; at most five, the others together. */
export function languagesIn(sizes: readonly { name: string; size: number }[]): Language[] {
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const ranked = sizes
    .map(({ name, size }) => ({ name, percent: Math.round((100 * size) / total) }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent)
  if (ranked.length <= 5) return ranked
  const first = ranked.slice(0, 4)
  // What is left of the whole: shares that are rounded one by one may add up to more.
  const rest = 100 - first.reduce((sum, { percent }) => sum + percent, 0)
  return [...first, { name: 'Others', percent: Math.max(1, rest) }]
}

export type Language = { name: string; percent: number }

/** What a picture may be, by the name the browser has for it. The server looks at the content. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** What is said of a picture that nobody has described; `index` begins at 0. */
export const altWithoutWords = (title: string, index: number) => `${title}, image ${index + 1}`

export const notAnImage = 'Images must be jpeg, png or webp'

/** Why a chosen file is not sent as a picture, as far as its size and type tell; undefined when the server decides. */
export function imageProblem({ name, size, type }: { name: string; size: number; type: string }) {
  if (size > limits.imageBytes) return `${name} exceeds 10MB limit`
  return type && !imageTypes.includes(type) ? notAnImage : undefined
}
