import { isDocument, reportByName } from '#contract/projects/reports.ts'

/** Limits of what a check reads of a release, in bytes and files, because a stranger's upload may be all text. */
export const checkLimits = {
  fileBytes: 512 * 1024,
  sqlBytes: 2 * 1024 * 1024,
  databaseBytes: 4 * 1024 * 1024,
  totalBytes: 24 * 1024 * 1024,
  files: 5000,
  /** The documents whose names do not tell whether they are the report. */
  documents: {
    isWanted: (path: string) => isDocument(path) && reportByName(path) === undefined,
    files: 12,
    fileBytes: 10 * 1024 * 1024,
  },
}
