import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { rupees } from '../ui/rupees.ts'

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
    <li className="flex items-center gap-4 py-4">
      <div className="border-rule bg-sunk rounded-field aspect-16/10 w-24 shrink-0 overflow-hidden border max-sm:w-18">
        {image && (
          <img src={image} alt="" width={96} height={60} className="size-full object-cover object-top" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        {forSale ? (
          <Link to={`/projects/${projectId}`} className="font-semibold hover:underline">
            {title}
          </Link>
        ) : (
          <span className="font-semibold">{title}</span>
        )}
        <p className="text-13 text-quiet mt-0.5 flex flex-wrap items-center gap-2 font-mono">
          {kind === 'report' ? 'project report' : 'source code'}
          {note}
        </p>
      </div>
      <span className="text-14 font-mono tabular-nums">{forSale && rupees(price)}</span>
      {children}
    </li>
  )
}

export interface QuotedItem {
  projectId: string
  kind: 'source' | 'report'
  title: string
  price: number
  forSale: boolean
  owned: boolean
  image: string | null
}
