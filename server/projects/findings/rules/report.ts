import { canBeReport, readsLikeReport } from '#contract/projects/reports.ts'

import type { Rule, RuleFinding } from '../files/rule.ts'
import type { Sources } from '../files/sources.ts'

/** Finds documents that read like the project report, which everybody gets who gets the code. */
export const report: Rule = {
  name: 'report',
  kind: 'note',
  title: 'Report in the code',
  *find({ files, foreign }: Sources): Generator<RuleFinding> {
    for (const { path, opening } of files)
      if (!foreign.has(path) && readsLikeReport(path, opening))
        yield {
          file: path,
          line: null,
          what: path,
          message: 'This reads like a project report. Everybody who gets the code gets it too.',
          advice: canBeReport(path)
            ? 'To sell it separately, add it as the Project Report, and upload the files again without it. Or leave it, and it is given with the code.'
            : 'Reports are sold as Word documents (.docx or .doc). Leave this PDF out of the next upload, or it is given with the code.',
        }
  },
}
