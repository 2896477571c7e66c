/** A count in Indian grouping, '1,49,999'. */
export const grouped = (count: number): string => grouping.format(count)

/** A count of things: '1 project', '1,200 projects'. `many` is their name where no s makes it. */
export const counted = (count: number, one: string, many?: string): string =>
  `${grouped(count)} ${nameOf(count, one, many)}`

/** What so many things are called, without the count: 'project', 'projects'. */
export const nameOf = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

const grouping = new Intl.NumberFormat('en-IN')
