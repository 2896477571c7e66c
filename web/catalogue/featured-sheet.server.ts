import type { Api } from '#contract/client.ts'
import { sizeText } from '#contract/kit/format.ts'
import type { ProjectCard } from '#contract/projects/project.ts'

import { rowsOf } from '../projects/source/file-tree.ts'
import { toCard } from './card.server.ts'

/**
 * Loads the data of a project's open sheet, of its file tree only the top, because the rest may be long. Returns
 * undefined when the project was taken off the list in the meantime.
 */
export async function loadOpenSheet(api: Api, card: ProjectCard) {
  const id = card._id
  try {
    const [{ folder }, { project }] = await Promise.all([
      api.releases.folder({ params: { id }, query: {} }),
      api.projects.get({ params: { id } }),
    ])
    const rows = rowsOf(folder).children.slice(0, 3)
    return {
      project: toCard(card),
      files: folder.files,
      size: sizeText(folder.size),
      verifiedAt: project.verifiedAt,
      release: project.releaseNumber,
      top: rows.map(({ name, note, folder }) => ({ name, note, folder })),
    }
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 404) return undefined
    throw thrown
  }
}
