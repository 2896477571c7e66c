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
