import type { CategorySummary } from '#contract/content.ts'
import { grouped } from '#contract/kit/counted.ts'
import { rupees } from '#contract/kit/rupees.ts'

import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Rating } from '../../ui/rating.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { averagePrice, listOf } from './category-figures.ts'

/** The categories side by side, in figures. */
export function CategoryTable({ categories }: { categories: readonly CategorySummary[] }) {
  return (
    <Sheet className="overflow-hidden">
      <DataTable
        caption="Categories compared"
        columns={columns}
        rows={categories}
        rowKey={({ name }) => name}
        className="max-h-none!"
      />
    </Sheet>
  )
}

const priced = (price: (category: CategorySummary) => string) => (category: CategorySummary) =>
  category.count === 0 ? '–' : price(category)

const columns: readonly Column<CategorySummary>[] = [
  {
    key: 'name',
    head: 'Category',
    cell: ({ name }) => (
      <TextLink to={listOf(name)} className="font-semibold whitespace-nowrap">
        {name}
      </TextLink>
    ),
  },
  { key: 'count', head: 'Projects', figures: true, cell: ({ count }) => grouped(count) },
  { key: 'min', head: 'Lowest', figures: true, cell: priced(({ minPrice }) => rupees(minPrice)) },
  { key: 'average', head: 'Average', figures: true, cell: priced(averagePrice) },
  { key: 'max', head: 'Highest', figures: true, cell: priced(({ maxPrice }) => rupees(maxPrice)) },
  {
    key: 'rating',
    head: 'Rating',
    figures: true,
    cell: ({ avgRating, reviews }) => <Rating value={avgRating} count={reviews} />,
  },
  {
    key: 'technologies',
    head: 'Most used',
    className: 'font-mono text-13 text-quiet min-w-28',
    cell: ({ technologies }) => technologies.slice(0, 2).join(', ') || '–',
  },
]
