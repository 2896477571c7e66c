/** A count in Indian grouping, '1,49,999'. */
export const grouped = (count: number): string => grouping.format(count)

const grouping = new Intl.NumberFormat('en-IN')
