/** How much of a project's known source each language has, in whole percent, the largest first; at most five, the others together. */
export function languagesIn(sizes: readonly { name: string; size: number }[]): Language[] {
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const ranked = sizes
    .map(({ name, size }) => ({ name, percent: Math.round((100 * size) / total) }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent)
  if (ranked.length <= 5) return ranked
  const first = ranked.slice(0, 4)
  // What is left of the whole: shares that are rounded one by one may add up to more.
  const rest = 100 - first.reduce((sum, { percent }) => sum + percent, 0)
  return [...first, { name: 'Others', percent: Math.max(1, rest) }]
}

export type Language = { name: string; percent: number }
