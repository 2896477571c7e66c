import { type RunTrouble, runTroubles } from '#contract/orders/run-answers.ts'

/** Why something did not run, in words. */
export const troubleWords: Record<RunTrouble, string> = {
  setup: 'The setup is unclear',
  missing_files: 'Files are missing',
  errors: 'Errors at the start',
  database: 'A problem with the database',
  other: 'Something else',
}

export const troubleOptions = runTroubles.map((value) => ({ value, label: troubleWords[value] }))
