/** What can be wrong with a log, as its readers are told. */
const logProblems = {
  signature: 'The checkpoint is not signed by the key of this log.',
  key: 'The log is signed by another key than before, and no entry announced it.',
  gone: 'There was a public log here before, and now there is none.',
  other: 'This is another log than before, and its first entry does not say what it continues.',
  checkpoint: 'This is no checkpoint of this log.',
  shorter: 'The log is shorter than it was: entries were dropped.',
  history: 'The log has the same length as before and other entries: they were changed.',
  continuation: 'The log does not continue what it was before: earlier entries were changed.',
  leaf: 'The proof is not one for this statement.',
  tile: 'A part of the log is cut off or too long.',
  missing: 'A part of the log is missing.',
  statement: 'The statement says something else.',
} as const
export type LogProblemKind = keyof typeof logProblems

/** Thrown for a log that is not what it should be; `place` is the file of it, or the entry. */
export class LogProblem extends Error {
  readonly kind: LogProblemKind
  readonly place: string | undefined
  constructor(kind: LogProblemKind, place?: string) {
    super(place === undefined ? logProblems[kind] : `${logProblems[kind]} (${place})`)
    this.kind = kind
    this.place = place
  }
}
