import { categories, difficulties, priceRanges } from '#contract/projects/categories.ts'
import { needs } from '#contract/projects/needs.ts'

import { choiceIn } from '../../../../web/catalogue/list-query.ts'
import type { ProjectListProps } from '../../../../web/catalogue/project-list.tsx'
import { projectOf } from '../../../catalogue/project.ts'
import { technologies } from '../../../catalogue/words.ts'

const catalogue = { projects: 10_000, seed: 1 }

/** The data that the app's loader returns for the first page of its list: 12 cards, and counts beside every filter. */
export const list: ProjectListProps = {
  choice: choiceIn(new URLSearchParams()),
  projects: Array.from({ length: 12 }, (_, row) => cardOf(row)),
  pagination: { page: 1, pages: 809, total: 9_700 },
  facets: {
    categories: counted(categories),
    technologies: counted(technologies.slice(0, 50)),
    needs: needs.map((name, n) => ({ name, count: 300 * (n + 1) })),
    difficulties: counted(difficulties),
    prices: priceRanges.map((range, n) => ({ ...range, count: 400 * (n + 1) })),
  },
  isBeyond: false,
  popular: [],
}

function cardOf(row: number): ProjectListProps['projects'][number] {
  const {
    id,
    description,
    price_paise,
    rating_sum,
    rating_count,
    download_count,
    file_tree: _,
    ...rest
  } = projectOf(catalogue, row)
  return {
    ...rest,
    _id: id,
    description: `${description.slice(0, 180)}…`,
    price: price_paise / 100,
    rating: rating_count === 0 ? 0 : rating_sum / rating_count,
    reviews: rating_count,
    downloadCount: download_count,
    isFeatured: false,
    runs: null,
    images: [],
    technologiesShown: 3,
    facts: '420 kB · 3,000 lines · verified 1 Jan 2026',
  }
}

function counted<Name extends string>(names: readonly Name[]) {
  return names.map((name, n) => ({ name, count: 9_700 - 150 * n }))
}
