import { isLong } from './long.ts'
import { seed } from './seed.ts'

/**
 * Chooses which of some values a test tries on each item of a matrix: all on the first item of each class, whose items
 * are read alike, and `few` on every other, which change with the seed. The long run tries all on every item.
 */
export function sampled<Item, Value>(
  items: readonly Item[],
  {
    classOf,
    values,
    few,
  }: {
    classOf: (item: Item) => string
    values: readonly Value[] | ((item: Item) => readonly Value[])
    few: number
  },
): (item: Item) => readonly Value[] {
  const firsts = new Set(new Map(items.toReversed().map((item) => [classOf(item), item])).values())
  return (item) => {
    const all = typeof values === 'function' ? values(item) : values
    if (isLong || firsts.has(item) || all.length <= few) return all
    const start = seed + few * items.indexOf(item)
    return Array.from({ length: few }, (_, next) => all[(start + next) % all.length]!)
  }
}
