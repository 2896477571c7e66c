/** What became of emails lately, for staff. */
export { mailFigures } from './queries.ts'
