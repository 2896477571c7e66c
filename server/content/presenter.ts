import type { CategorySummary, CategoryText } from '#contract/content.ts'
import { rupeesOf } from '#contract/kit/money.ts'

import type { figuresByCategory } from '../catalogue/service.ts'

type FiguresRow = Awaited<ReturnType<typeof figuresByCategory>>[number]

/** A category with its figures, in rupees; zeros when nothing is published in it. */
export function toCategory(
  text: CategoryText,
  { category: _, ...figures }: FiguresRow = none,
  technologies: string[] = [],
): CategorySummary {
  return {
    ...text,
    ...figures,
    avgPrice: rupeesOf(figures.avgPrice),
    minPrice: rupeesOf(figures.minPrice),
    maxPrice: rupeesOf(figures.maxPrice),
    technologies,
  }
}

const none = { category: '', count: 0, avgPrice: 0, minPrice: 0, maxPrice: 0, avgRating: 0, reviews: 0 }
