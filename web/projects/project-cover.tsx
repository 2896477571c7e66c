import { barsFrom, type CoverRow } from '#contract/drawing/cover.ts'
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
      {rows.map(({ name, x, y, bar, isEntry, isFolder }) => (
        <g key={y} className={isEntry ? 'cover-entry' : isFolder ? 'cover-folder' : undefined}>
          {isEntry && <path d={`M${x} ${y - 3.5}l6 3.5-6 3.5z`} />}
          <text x={isEntry ? x + 10 : x} y={y}>
            {name}
          </text>
          <rect x={barsFrom} y={y - 1.5} width={bar} height="3" />
        </g>
      ))}
    </svg>
  )
}

/** The ground that a category's things have in their colour. */
export const groundOf = (category: string) => `bg-tint-${tintOf(category)}`
