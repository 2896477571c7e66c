import type { FeaturedProject } from '#contract/staff/listings.ts'

import type { Found } from '../../database/connection.ts'
import type { readFeaturedInOrder } from './queries.ts'

/** A featured project as staff put it in its place. */
export const toFeatured = (
  { id, featuredPlace, ...project }: Found<typeof readFeaturedInOrder>[number],
  isListed: boolean,
): FeaturedProject => ({ ...project, _id: id, isPlaced: featuredPlace !== null, isListed })
