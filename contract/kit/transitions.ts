/** The allowed transitions of each status, and who makes them. A status without any is final. */
export type Transitions<Status extends string, Actor extends string> = Record<
  Status,
  Partial<Record<Status, readonly Actor[]>>
>

/** Returns whether one party may move something from a status to another. */
export const mayMove = <Status extends string, Actor extends string>(
  transitions: Transitions<Status, Actor>,
  { from, to, by }: { from: Status; to: Status; by: Actor },
): boolean => transitions[from][to]?.includes(by) ?? false

/** The statuses from which one party may move something to a status. */
export const statusesBefore = <Status extends string, Actor extends string>(
  transitions: Transitions<Status, Actor>,
  to: Status,
  by: Actor,
): Status[] => (Object.keys(transitions) as Status[]).filter((from) => mayMove(transitions, { from, to, by }))

/** Returns whether a status is final. */
export const isFinal = <Status extends string>(
  transitions: Transitions<Status, string>,
  status: Status,
): boolean => Object.keys(transitions[status]).length === 0
