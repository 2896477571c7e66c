/** Jobs that wait, and those that were tried for the last time: counted for staff. */
export { countGivenUp, countOpenJobs, noteGivenUp } from './given-up-queries.ts'
