import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import { groundOf } from '../projects/project-cover.tsx'

/** A category as an entry of an index, with a picture of its best project: a row on phones, a tile where four stand side by side. */
export function CategoryTile({ name, count, minPrice, thumbnail }: CategoryTileProps) {
  return (
    <li>
      <Link
        to={`/projects?category=${encodeURIComponent(name)}`}
        className="rounded-sheet border-rule bg-sheet hover:border-edge group flex h-full overflow-hidden border lg:flex-col"
      >
        <span className={`block aspect-16/10 w-30 shrink-0 lg:w-full ${groundOf(name)}`}>
          {thumbnail && (
            <img
              src={thumbnail}
              srcSet={`${thumbnail} 320w, ${thumbnail.replace('320.', '640.')} 640w`}
              sizes="(min-width: 1024px) 18rem, 8rem"
              alt=""
              width={320}
              height={200}
              loading="lazy"
              decoding="async"
              className="picture-whole"
            />
          )}
        </span>
        <span className="border-rule flex min-w-0 flex-1 flex-col justify-center gap-1 border-l px-4 py-2 lg:justify-between lg:gap-3 lg:border-t lg:border-l-0 lg:py-4">
          <span className="font-head text-18 leading-tight! font-semibold decoration-2 underline-offset-4 group-hover:underline">
            {name}
          </span>
          <span className="text-13 text-quiet flex flex-wrap justify-between gap-x-3 font-mono tabular-nums">
            <span>{count === 0 ? 'No projects yet' : counted(count, 'project')}</span>
            {minPrice !== null && (
              <span>{minPrice === 0 ? 'free and up' : `from ${inRupees(minPrice)}`}</span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

export type CategoryTileProps = {
  name: string
  count: number
  /** In rupees. */
  minPrice: number | null
  /** The address of a picture 320 px wide. */
  thumbnail: string | null
}
