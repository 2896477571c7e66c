import { rupeesOf } from '#contract/kit/amounts.ts'
import { limits } from '#contract/kit/limits.ts'
import { categories, difficulties, priceRanges } from '#contract/projects/categories.ts'
import type { Facets } from '#contract/projects/list.ts'
import { needs } from '#contract/projects/needs.ts'
import { defaultAlt } from '#contract/projects/pictures.ts'
import type { Image, ProjectCard } from '#contract/projects/project.ts'

import { pictureAddress } from '../platform/images/variants.ts'
import type { CardRow } from './card-queries.ts'
import { type FacetRow, totalOf } from './facet-queries.ts'
import type { countCategories } from './figures/queries.ts'
import type { SuggestedTitle } from './search/suggestion-queries.ts'

/** Presents a project as a card as the public sees it: it sees only what is approved, whatever waits besides. */
export const toCard = (row: Pick<CardRow, 'card'>): ProjectCard => ({
  ...toOwnCard(row),
  verificationStatus: 'approved',
})

/** Presents a project as a card, with its price in rupees, as its owner and staff see it. */
export function toOwnCard({ card }: Pick<CardRow, 'card'>): ProjectCard {
  return {
    _id: card.id,
    title: card.title,
    description: card.description,
    category: card.category as ProjectCard['category'],
    price: rupeesOf(card.pricePaise),
    technologies: card.technologies,
    tags: card.tags,
    difficulty: card.difficulty as ProjectCard['difficulty'],
    images: card.images.map((image, index) =>
      toImage({ ...image, alt: image.alt || defaultAlt(card.title, index) }),
    ),
    // Written by server/projects/releases/tree.ts.
    languages: card.languages as ProjectCard['languages'],
    fileTree: card.images.length > 0 ? [] : (card.fileTree as ProjectCard['fileTree']),
    rating: averageOf(card.ratingSum, card.ratingCount),
    reviews: card.ratingCount,
    salesCount: card.salesCount,
    downloadCount: card.downloadCount,
    runs: shownRuns(card.ranCount, card.runCount),
    isFeatured: card.isFeatured,
    isActive: card.isActive,
    verificationStatus: card.verificationStatus as ProjectCard['verificationStatus'],
    hasReport: card.hasReport,
    totalFileSize: card.contents?.size ?? 0,
    lines: card.contents?.lines ?? 0,
    verifiedAt: card.verifiedAt && new Date(card.verifiedAt).toISOString(),
    ranAt: card.ranAt && new Date(card.ranAt).toISOString(),
    createdAt: new Date(card.createdAt).toISOString(),
  }
}

/** Presents a project that is suggested while somebody types, with a small picture, null when it has none. */
export const toSuggestion = ({ id, title, picture }: SuggestedTitle) => ({
  _id: id,
  title,
  thumbnail: picture && pictureAddress(picture, '320.webp'),
})

/**
 * Presents for how many of the buyers who answered a project ran: null with fewer than five answers, and stamped when
 * it ran for at least four of five. Nothing else decides where the figure is shown.
 */
export function shownRuns(ran: number, of: number): ProjectCard['runs'] {
  return of < 5 ? null : { ran, of, isStamped: ran / of >= 0.8 }
}

/** Presents an image by its largest variant, with the pass that one needs which is not public. */
export const toImage = (
  { id, ...rest }: { id: string } & Pick<Image, 'alt' | 'thumbnail' | 'width' | 'height'>,
  pass = '',
): Image => ({
  url: pictureAddress(id, '1280.webp') + pass,
  filePath: `images/${id}`,
  ...rest,
})

/**
 * Presents counted facets: every category, difficulty, need and price range, and the technologies that were counted.
 */
export function toFacets(rows: FacetRow[]): Facets {
  const counts = (facet: FacetRow['facet']) =>
    new Map(rows.filter((row) => row.facet === facet).map(({ name, projects }) => [name, projects]))
  const named = (facet: FacetRow['facet'], names: readonly string[]) => {
    const counted = counts(facet)
    return names.map((name) => ({ name, count: counted.get(name) ?? 0 }))
  }
  const prices = counts('price')
  const needed = counts('needs')
  const areNeedsCounted = needed.size > 0 || totalOf('total', rows) <= limits.countedMatches
  return {
    categories: named('category', categories),
    difficulties: named('difficulty', difficulties),
    technologies: [...counts('technology')]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count),
    needs: needs.map((name) => ({ name, count: areNeedsCounted ? (needed.get(name) ?? 0) : null })),
    prices: priceRanges.map((range, place) => ({ ...range, count: prices.get(String(place)) ?? 0 })),
  }
}

/**
 * Presents every category in its order, with its number of projects, the lowest price in rupees and a picture, null
 * when it has none.
 */
export function toCategories(rows: Awaited<ReturnType<typeof countCategories>>) {
  const counted = new Map(rows.map((row) => [row.category, row]))
  return categories.map((name) => {
    const { count = 0, minPricePaise = null, picture = null } = counted.get(name) ?? {}
    return {
      name,
      count,
      minPrice: minPricePaise === null ? null : rupeesOf(minPricePaise),
      thumbnail: picture && pictureAddress(picture, '320.webp'),
    }
  })
}

/** Returns the facets without the counts that are 0. */
export const withoutZeros = (facets: Facets) => withCounts(facets, (count) => count || null)

/** Returns the facets without their counts. */
export const withoutCounts = (facets: Facets) => withCounts(facets, () => null)

const withCounts = (facets: Facets, shown: (count: number | null) => number | null) =>
  Object.fromEntries(
    Object.entries(facets).map(([name, values]) => [
      name,
      values.map((value) => ({ ...value, count: shown(value.count) })),
    ]),
  ) as Facets

/** Averages to two decimals; 0 when the count is 0. */
export const averageOf = (sum: number, count: number) =>
  count === 0 ? 0 : Math.round((sum / count) * 100) / 100
