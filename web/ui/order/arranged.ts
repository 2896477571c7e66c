/** Entries in the order that their ids were put in; what was not there then stands at the end, what is gone is left out. */
export function arranged<Entry extends { _id: string }>(
  entries: readonly Entry[],
  ids: readonly string[] = [],
): readonly Entry[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return entries.toSorted(
    (one, other) => (places.get(one._id) ?? Infinity) - (places.get(other._id) ?? Infinity) || 0,
  )
}
