import type { Parts } from '../../parts.ts'
import { readBlob } from '../blobs/read.ts'
import { plainReadme, textOf } from './plain.ts'
import { keepReadme, readmeSource, releasesToRender, renderedReadme } from './queries.ts'
import { rendererVersion, renderMarkdown } from './render.ts'

type Stores = Pick<Parts, 'db' | 'storage'>

/** Renders and keeps the README of a release, once for each version of the renderer; as plain text when it is too much. Throws when its bytes are lost or damaged. */
export async function renderReadme({ db, storage }: Stores, releaseId: string): Promise<void> {
  const source = await readmeSource(db, releaseId)
  if (!source || source.renderer === rendererVersion) return
  const bytes = await readBlob(storage, source)
  const html = (await renderMarkdown(textOf(bytes))) ?? plainReadme(bytes)
  await keepReadme(db, { releaseId, renderer: rendererVersion, html })
}

/** Asks for the README of every present release that this version of the renderer has not rendered. */
export async function renderStaleReadmes({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  for (const releaseId of await releasesToRender(db, rendererVersion)) {
    await jobs.enqueue(db, 'render-readme', { releaseId })
  }
}

/** The README of a release as HTML for a page, never rendered here: as plain text until the job has come to it. Null when there is none, and when its bytes are lost or damaged, which `report` hears of. */
export async function readmeOf(
  { db, storage }: Stores,
  releaseId: string,
  report: (error: unknown) => void,
): Promise<string | null> {
  const rendered = await renderedReadme(db, releaseId)
  if (rendered !== undefined) return rendered
  const source = await readmeSource(db, releaseId)
  if (!source) return null
  try {
    return plainReadme(await readBlob(storage, source))
  } catch (error) {
    report(error)
    return null
  }
}
