/** The letters before the number of a complaint, a message to us, a refund request and a help request. */
export const requestSeries = ['RP', 'CM', 'RF', 'HP'] as const
export type RequestSeries = (typeof requestSeries)[number]

/** Returns the number by which people refer to a request, such as RP-000012. */
export const requestNumber = (series: RequestSeries, number: number): string =>
  `${series}-${String(number).padStart(6, '0')}`

/** Reads a number as people write it; undefined when it is none. */
export function parseRequestNumber(written: string): { series: RequestSeries; number: number } | undefined {
  const [, letters, digits] = /^(RP|CM|RF|HP)-?(\d{1,9})$/i.exec(written.trim()) ?? []
  if (!letters || !digits) return undefined
  return { series: letters.toUpperCase() as RequestSeries, number: Number(digits) }
}
