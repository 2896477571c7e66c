import type { ReplyFields } from '#contract/kit/endpoint.ts'
import type { projectPage } from '#contract/orders/project-page.ts'
import { languageShares } from '#contract/projects/pictures.ts'

import { shownSamples } from '../../projects/source/code-html.ts'
import { treeOf } from '../../projects/source/file-tree.ts'

/** Converts the API's answer about a project's page to the props of its view. */
export const toProjectView = ({
  project,
  contents,
  opinions,
  facts,
  samples,
}: ReplyFields<typeof projectPage.get>) => ({
  project,
  tree: treeOf(contents.folders),
  languages: languageShares(contents.languages),
  lines: contents.lines,
  readme: contents.readmeHtml ?? '',
  opinions,
  facts,
  samples: shownSamples(samples),
})
