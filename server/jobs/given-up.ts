/** Jobs that were tried for the last time: noted by whoever works, counted for staff. */
export { countGivenUp, noteGivenUp } from './given-up-queries.ts'
