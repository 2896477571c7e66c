import { day, formatCount, rupees, sizeText } from '#contract/kit/format.ts'
import { licenceText } from '#contract/projects/categories.ts'
import { needText } from '#contract/projects/needs.ts'
import type { Project } from '#contract/projects/project.ts'

import { extrasText, ranFreeText, ranText, reportText } from './listing/label-facts.ts'

/** Converts projects to the data of their comparison: the head of each column, and the rows of their labels' facts. */
export const toComparison = (projects: readonly Project[]) => ({
  columns: projects.map(({ _id, title, category, price, images, languages }) => ({
    _id,
    title,
    category,
    price,
    images: images.slice(0, 1),
    languages,
  })),
  rows: facts
    // Where we ran none of them there is nothing to compare.
    .filter(({ term }) => term !== 'runs' || projects.some(({ ranAt }) => ranAt))
    .map(({ term, value }) => ({ term, values: projects.map(value) })),
})

export type Comparison = ReturnType<typeof toComparison>

/** Each fact with its term on the labels. A value says in words what a project does not have. */
const facts: readonly { term: string; value: (project: Project) => string | string[] }[] = [
  { term: 'level', value: ({ difficulty }) => difficulty },
  { term: 'stack', value: ({ technologies }) => technologies.join(', ') || 'not said' },
  { term: 'needs', value: ({ needs }) => needs.map(needText).join(', ') || 'not known' },
  { term: 'lines', value: ({ lines }) => formatCount(lines) },
  { term: 'files', value: ({ fileCount }) => formatCount(fileCount) },
  { term: 'size', value: ({ totalFileSize }) => sizeText(totalFileSize) },
  { term: 'runs', value: ({ ranAt }) => (ranAt ? `seen ${day(ranAt)}` : 'not seen by us') },
  {
    term: 'ran',
    value: ({ runs, freeRuns }) =>
      [runs && ranText(runs), freeRuns && ranFreeText(freeRuns)].filter((text) => text !== null).join(', ') ||
      'fewer than 5 answers',
  },
  {
    term: 'report',
    value: ({ reportPrice, ...report }) =>
      reportPrice === null ? 'none' : `${rupees(reportPrice)}, ${reportText(report)}`,
  },
  {
    term: 'licence',
    value: ({ licence, licenceFile, licenceName }) =>
      licenceText(licence === 'own' ? licenceFile : null, licenceName),
  },
  { term: 'extras', value: (project) => extrasText(project) || 'none' },
  {
    term: 'verified',
    value: ({ verifiedAt, releaseNumber }) =>
      [verifiedAt ? day(verifiedAt) : 'no', releaseNumber && `release ${releaseNumber}`]
        .filter(Boolean)
        .join(', '),
  },
]
