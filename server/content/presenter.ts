import type { CategorySummary, CategoryText } from '#contract/content.ts'
import { rupeesOf } from '#contract/kit/money.ts'

import type { figuresByCategory } from '../catalogue/service.ts'
import { pictureAddress } from '../images/variants.ts'

type FiguresRow = Awaited<ReturnType<typeof figuresByCategory>>[number]

/** A category with its figures, in rupees; zeros when nothing is published in it. */
export function toCategory(
  text: CategoryText,
  figures: FiguresRow | undefined,
  technologies: string[] = [],
  pictures: string[] = [],
): CategorySummary {
  const { category: _, avgPrice, minPrice, maxPrice, ...counts } = figures ?? none
  return {
    ...text,
    ...counts,
    avgPrice: rupeesOf(avgPrice),
    minPrice: rupeesOf(minPrice),
    maxPrice: rupeesOf(maxPrice),
    technologies,
    thumbnails: pictures.map((id) => pictureAddress(id, '320.webp')),
  }
}

const none = { category: '', count: 0, avgPrice: 0, minPrice: 0, maxPrice: 0, avgRating: 0, reviews: 0 }
