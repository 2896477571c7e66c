import type { ReplyFields } from '#contract/kit/endpoint.ts'
import type { projectPage } from '#contract/orders/project-page.ts'
import { languageShares } from '#contract/projects/pictures.ts'
import { readmeIn } from '#contract/projects/readme.ts'
import type { Sample } from '#contract/projects/samples.ts'

import { shownSamples } from '../../projects/source/code-html.ts'
import { sampleAddress, treeOf } from '../../projects/source/file-tree.ts'

/** Converts the API's answer about a project's page to the props of its view. */
export const toProjectView = ({ project, contents, opinions, facts, samples }: Page) => ({
  project,
  tree: treeOf(contents.folders),
  addresses: addressesOf(project._id, contents, samples),
  languages: languageShares(contents.languages),
  lines: contents.lines,
  readme: contents.readmeHtml ?? '',
  opinions,
  facts,
  samples: shownSamples(samples),
})

/** Where files can be read before paying, by their path: the samples on their pages, the README on the project's own. */
function addressesOf(
  projectId: string,
  { folders, readmeHtml }: Page['contents'],
  samples: readonly Sample[],
) {
  const files = folders.flatMap(({ entries }) => entries).filter((entry) => entry.files === null)
  const readme = readmeHtml === null ? undefined : readmeIn(files)
  return new Map([
    ...(readme ? [[readme.path, '#readme'] as const] : []),
    ...samples
      .filter(({ state }) => state === 'shown')
      .map(({ path, number }) => [path, sampleAddress(projectId, number)] as const),
  ])
}

type Page = ReplyFields<typeof projectPage.get>
