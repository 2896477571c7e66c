import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'

import { listAddress, type ListChoice } from './list-query.ts'
import { priceText } from './list-words.ts'
import { listFormId } from './use-list-form.ts'

/** Price ranges as links with their counts; the chosen one is marked. Limits in rupees. */
export function PriceRanges({ choice, ranges }: PriceRangesProps) {
  return (
    <ul onClickCapture={follow}>
      {[{}, ...ranges].map(({ min, max, count }: PriceRange) => {
        const change = { minPrice: String(min ?? ''), maxPrice: String(max ?? '') }
        const isChosen = choice.minPrice === change.minPrice && choice.maxPrice === change.maxPrice
        return (
          <li key={`${min}-${max}`}>
            <Link
              to={listAddress(choice, change)}
              rel="nofollow"
              aria-current={isChosen || undefined}
              className={clsx('option option-link', count === 0 && !isChosen && 'text-quiet')}
            >
              <span className="tick" aria-hidden="true" />
              <span>{priceText(min, max)}</span>
              {typeof count === 'number' && <span className="count">{grouped(count)}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Sends the form with the range instead of following the link, so that what else was just typed or chosen counts. The sheet
 * around the filters, which closes for every link, stays open for more.
 */
function follow(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  const form = document.forms.namedItem(listFormId)
  if (!link || !form || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const range = new URLSearchParams(link.search)
  for (const name of ['minPrice', 'maxPrice']) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = range.get(name) ?? ''
  }
  form.requestSubmit()
}

export type PriceRange = { min?: number | undefined; max?: number | undefined; count?: number | null }
export type PriceRangesProps = { choice: ListChoice; ranges: readonly PriceRange[] }
