import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'

import type { CategorySummary } from '#contract/content/categories.ts'
import { counted, formatCount, pluralOf, rupees } from '#contract/kit/format.ts'

import { groundOf } from '../projects/project-picture.tsx'
import { categoryAddress } from '../shell/site.ts'
import { TagList } from '../ui/badge.tsx'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'

/**
 * The data sheet of a category. A click anywhere opens its featured projects, another closes them. On phones it is
 * folded to name, number and lowest price, unless it was `open` when it came.
 */
export function CategoryCard({ category, open }: { category: CategorySummary; open: boolean }) {
  const { name, icon, description, technologies, features, count, thumbnails } = category
  const [wasOpen] = useState(open)
  return (
    <Sheet
      as="article"
      lifts
      className={clsx(
        'group relative grid grid-cols-[minmax(0,1fr)] gap-0 overflow-hidden sm:row-span-6 sm:grid-rows-subgrid',
        open && 'border-ink!',
      )}
    >
      <details open={wasOpen} className="phone-fold relative z-1 [grid-area:1/1]">
        <summary className="absolute inset-0 flex items-center justify-end px-4 -outline-offset-4!">
          <span className="sr-only">{`About ${name}`}</span>
          <Icon name="chevron-down" className="text-quiet size-5" />
        </summary>
      </details>
      <div
        className={clsx('folded border-rule flex aspect-48/10 gap-px border-y sm:border-t-0', groundOf(name))}
      >
        {thumbnails.map((src) => (
          <img
            key={src}
            src={src}
            srcSet={`${src} 320w, ${src.replace('320.', '640.')} 640w`}
            sizes="(min-width: 768px) 24rem, 100vw"
            alt=""
            width={320}
            height={200}
            loading="lazy"
            decoding="async"
            className="h-full w-0 min-w-0 flex-1 object-cover object-top"
          />
        ))}
      </div>
      <div className="flex items-center gap-3 px-4 max-sm:min-h-17 max-sm:pr-12 max-sm:[grid-area:1/1] sm:px-5 sm:pt-4">
        <span
          className={clsx('rounded-field flex size-11 shrink-0 items-center justify-center', groundOf(name))}
        >
          <Icon name={icon} className="size-5.5 stroke-[1.75]" />
        </span>
        <div className="min-w-0">
          <h3 className="text-18 md:text-22 leading-tight!">{name}</h3>
          <p className="text-13 text-quiet tabular-nums">
            {count === 0 ? 'No projects yet' : <PriceRange {...category} />}
          </p>
        </div>
      </div>
      <p className="folded text-quiet line-clamp-2 px-4 pt-3 sm:px-5">{description}</p>
      <ul className="folded text-13 grid gap-x-4 px-4 pt-3 sm:px-5 sm:max-md:grid-cols-2 xl:grid-cols-2">
        {features.slice(0, 4).map((feature) => (
          <li key={feature} className="wrap-anywhere">
            {feature}
          </li>
        ))}
      </ul>
      <div className="folded px-4 pt-2.5 sm:px-5">
        {technologies.length > 0 && (
          <TagList items={technologies} max={5} letters={32} label="Technologies" className="tags-line" />
        )}
      </div>
      <div className="folded flex min-h-14 items-center justify-between gap-3 px-4 py-1.5 sm:px-5">
        <TextLink to={categoryAddress(name)} className="text-14 relative z-1 py-2.5 font-semibold">
          View All Projects<span className="sr-only">{` in ${name}`}</span>
        </TextLink>
        {count > 0 && (
          <Link
            to={open ? '/categories' : `/categories?category=${encodeURIComponent(name)}`}
            replace
            preventScrollReset
            aria-expanded={open}
            className="text-14 flex items-center gap-1 py-2.5 font-semibold after:absolute after:inset-0"
          >
            {open ? 'Hide Featured' : 'Show Featured'}
            <span className="sr-only">{` projects in ${name}`}</span>
            <Icon
              name="chevron-down"
              className={clsx('size-4.5 transition-transform', open && 'rotate-180')}
            />
          </Link>
        )}
      </div>
    </Sheet>
  )
}

/** The number of projects, and their price range or their single price; on phones the lowest price. */
function PriceRange({ count, minPrice, maxPrice }: CategorySummary) {
  const projects = counted(count, 'project')
  if (minPrice === maxPrice) return <span>{`${projects}, ${rupees(minPrice)}`}</span>
  return (
    <>
      <span className="sm:hidden">
        {`${projects}, ${minPrice === 0 ? 'some free' : `from ${rupees(minPrice)}`}`}
      </span>
      <span className="max-sm:hidden">{`${projects}, ${rupees(minPrice)} to ${rupees(maxPrice)}`}</span>
    </>
  )
}

/** The mean price in whole rupees. */
export const averagePrice = ({ avgPrice }: Pick<CategorySummary, 'avgPrice'>) => rupees(Math.round(avgPrice))

/** Computes the figures of the whole catalogue from those of its categories. */
export function catalogueStats(categories: readonly CategorySummary[]) {
  const filled = categories.filter(({ count }) => count > 0)
  const technologies = new Set(
    filled.flatMap(({ technologies }) => technologies.map((name) => name.toLowerCase())),
  )
  const inAll = filled.reduce((sum, { count }) => sum + count, 0)
  const paid = filled.reduce((sum, { count, avgPrice }) => sum + count * avgPrice, 0)
  return [
    { value: formatCount(inAll), label: pluralOf(inAll, 'project') },
    {
      value: formatCount(filled.length),
      label: pluralOf(filled.length, 'category', 'categories'),
    },
    {
      value: formatCount(technologies.size),
      label: pluralOf(technologies.size, 'technology', 'technologies'),
    },
    { value: inAll > 0 ? averagePrice({ avgPrice: paid / inAll }) : '–', label: 'average price' },
  ]
}
