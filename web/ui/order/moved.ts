/** A list with one of its entries put in another place; the others close up. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}
