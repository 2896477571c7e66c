import { grouped, nameOf } from '#contract/kit/counted.ts'
import { rupees } from '#contract/kit/rupees.ts'

/** The head of the list (specification section 2; one is one project); '1,000+' when a text search found more than it counts. */
export const foundText = (found: Found): string =>
  `${totalOf(found)} ${found.total === 1 ? 'Project' : 'Projects'} Found`

/** The button that leads from the filters on a phone to their results. */
export const showText = (found: Found): string => `Show ${totalOf(found)} ${nameOf(found.total, 'project')}`

/** A price range in words, its limits in rupees, both included. */
export function priceText(min?: number, max?: number): string {
  if (!min) {
    if (max === undefined) return 'Any price'
    return max === 0 ? rupees(0) : `Up to ${rupees(max)}`
  }
  if (max === undefined) return `${rupees(min)} and above`
  return min === max ? rupees(min) : `${rupees(min)}–${rupees(max)}`
}

const totalOf = ({ total, capped }: Found) => `${grouped(total)}${capped ? '+' : ''}`

/** How many a list has; `capped` when there are more than were counted. */
export type Found = { total: number; capped?: true | undefined }
