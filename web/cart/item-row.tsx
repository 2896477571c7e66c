import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { coverRows } from '#contract/drawing/cover.ts'
import { rupees } from '#contract/kit/rupees.ts'

import { ProjectCover } from '../projects/project-cover.tsx'
import { Icon } from '../ui/icon.tsx'
import { Breakable } from '../ui/text/breakable.tsx'
import { canBeBought, type QuotedItem } from './quoted.ts'

/** One thing to buy on a ruled list: picture, title, what it is, its price. */
export function ItemRow({
  item,
  note,
  children,
}: {
  item: QuotedItem
  note?: ReactNode
  children?: ReactNode
}) {
  const { projectId, kind, title, price, image, forSale } = item
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-4 max-sm:gap-x-2.5 sm:has-[>:nth-child(4)]:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <div className="cover-close border-rule bg-sunk rounded-field aspect-16/10 w-24 overflow-hidden border max-sm:row-span-2 max-sm:w-18 max-sm:self-start">
        {image ? (
          <img src={image} alt="" width={96} height={60} className="picture-whole" />
        ) : item.cover ? (
          <ProjectCover category={item.cover.category} rows={coverRows(item.cover)} />
        ) : (
          <Icon name="file-text" className="text-quiet mx-auto h-full w-5 stroke-[1.5] sm:w-6" />
        )}
      </div>
      <div className="min-w-0">
        {forSale ? (
          <Link to={`/projects/${projectId}`} className="font-semibold hover:underline">
            <Breakable text={title} />
          </Link>
        ) : (
          <span className="font-semibold">
            <Breakable text={title} />
          </span>
        )}
        <p className="text-13 text-quiet mt-0.5 font-mono">
          {kind === 'report' ? 'project report' : 'source code'}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">
        {canBeBought(item) && (
          <span className="text-14 font-mono tabular-nums max-sm:ml-auto">{rupees(price)}</span>
        )}
        {note}
      </div>
      {children}
    </li>
  )
}
