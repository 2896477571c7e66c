import { rupees } from '#contract/kit/rupees.ts'

import { grouped } from '../../ui/grouped.ts'

/** The head of the list (specification section 2); '1,000+' when a text search found more than it counts. */
export const foundText = (found: Found): string => `${counted(found)} Projects Found`

/** The button that leads from the filters on a phone to their results. */
export const showText = (found: Found): string =>
  found.total === 1 ? 'Show 1 project' : `Show ${counted(found)} projects`

/** A price range in words, its limits in rupees, both included. */
export function priceText(min?: number, max?: number): string {
  if (!min) {
    if (max === undefined) return 'Any price'
    return max === 0 ? rupees(0) : `Up to ${rupees(max)}`
  }
  if (max === undefined) return `${rupees(min)} and above`
  return min === max ? rupees(min) : `${rupees(min)}–${rupees(max)}`
}

const counted = ({ total, capped }: Found) => `${grouped(total)}${capped ? '+' : ''}`

/** How many a list has; `capped` when there are more than were counted. */
export type Found = { total: number; capped?: true | undefined }
