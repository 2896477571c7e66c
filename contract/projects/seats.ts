/** The seats of an order: how many, and how often each of them is accepted. */
export const seatLimits = { count: 3, acceptances: 2, days: 14 } as const

/** The seats in words, as the label of a project has them. */
export const seatsForTeam = `${seatLimits.count} seats for a team`
