import { clsx } from 'clsx'
import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import type { FeaturedProject } from '#contract/staff/listings.ts'

import { Status } from '../../../ui/feedback/status.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** A featured project at its place, with the buttons that move it. */
export function FeaturedRow({ project, place, of, look, disabled, onMove }: FeaturedRowProps) {
  const { _id, title, category, salesCount, isListed } = project
  const isFirst = place === 1
  return (
    <li
      draggable={!disabled && of > 1}
      className={clsx(
        'flex items-center gap-3 px-4 py-2 sm:px-5',
        of > 1 && 'cursor-grab',
        look === 'dragged' && 'opacity-50',
        look === 'over' && 'outline-ink -outline-offset-2 outline-2',
      )}
    >
      <span className="text-13 text-quiet w-7 shrink-0 text-right font-mono tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">
        <Link
          to={`/admin/projects/${_id}`}
          draggable={false}
          className="font-semibold break-words hover:underline"
        >
          {title}
        </Link>
        <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3">
          <span>
            {category}, {counted(salesCount, 'sale')}
          </span>
          {!isListed && (
            <Status tone="waiting" className="text-13!">
              Not listed now
            </Status>
          )}
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={`Move ${title} to the top`}
          disabled={isFirst || disabled}
          onClick={() => onMove(1)}
          className="max-sm:hidden"
        >
          <Icon name="arrow-right" className="-rotate-90" />
        </IconButton>
        <IconButton
          label={`Move ${title} up`}
          disabled={isFirst || disabled}
          onClick={() => onMove(place - 1)}
        >
          <Icon name="chevron-down" className="rotate-180" />
        </IconButton>
        <IconButton
          label={`Move ${title} down`}
          disabled={place === of || disabled}
          onClick={() => onMove(place + 1)}
        >
          <Icon name="chevron-down" />
        </IconButton>
      </div>
    </li>
  )
}

interface FeaturedRowProps {
  project: FeaturedProject
  /** From 1. */
  place: number
  of: number
  look: 'dragged' | 'over' | undefined
  disabled: boolean
  onMove: (place: number) => void
}
