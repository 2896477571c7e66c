import { barsFrom, coverKinds, type CoverRow } from '#contract/drawing/cover.ts'
import { tintOf } from '#contract/projects/tint.ts'

/** The cover of a project without pictures: the top of its file tree, drawn from its own data; the same every time. */
export function ProjectCover({ category, rows }: { category: string; rows: readonly CoverRow[] }) {
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMinYMin slice"
      aria-hidden="true"
      className={`cover ${groundOf(category)}`}
    >
      {coverKinds.map((kind) => {
        const own = rows.filter((row) => row.kind === kind)
        return own.length > 0 && <path key={kind} className={`cover-${kind}`} d={barsOf(own)} />
      })}
      {rows.map(({ name, x, y, kind }) => (
        <text key={y} x={kind === 'entry' ? x + 10 : x} y={y} className={`cover-${kind}`}>
          {name}
        </text>
      ))}
    </svg>
  )
}

/** The bars of rows of one kind, and before the name of an entry its mark. */
const barsOf = (rows: readonly CoverRow[]) =>
  rows
    .map(({ x, y, bar, kind }) => {
      const mark = kind === 'entry' ? `M${x} ${y - 3.5}l6 3.5-6 3.5z` : ''
      return `${mark}M${barsFrom} ${y - 1.5}h${bar}v3h-${bar}z`
    })
    .join('')

/** The ground that a category's things have in their colour. */
export const groundOf = (category: string) => `bg-tint-${tintOf(category)}`
