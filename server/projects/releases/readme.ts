import type { Dependencies } from '../../dependencies.ts'
import type { Picture } from '../../platform/markdown/markup.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { readBlob } from './blobs.ts'
import { upsertReadme, readmeSource, releasesToRender } from './content-queries.ts'
import { readmePictures } from './readme-pictures.ts'

/**
 * Renders and saves the README of a release, once for each version of the renderer; as plain text when rendering is
 * refused. Throws when its bytes are lost or damaged.
 */
export async function renderReadme(dependencies: Dependencies, releaseId: string): Promise<void> {
  const { db, storage } = dependencies
  const source = await readmeSource(db, releaseId)
  if (!source || source.renderer === rendererVersion) return
  const bytes = await readBlob(storage, source)
  const html = await renderedReadme(bytes, (names) =>
    readmePictures(
      dependencies,
      { releaseId, ownerId: source.ownerId, readme: source.readmePath ?? '' },
      names,
    ),
  )
  await upsertReadme(db, { releaseId, renderer: rendererVersion, html })
}

/**
 * The HTML of a README's bytes with the pictures that are found by their names; plain text when rendering is refused.
 */
export async function renderedReadme(
  bytes: Buffer,
  findPictures: (names: string[]) => Promise<ReadonlyMap<string, Picture>>,
): Promise<string> {
  const markdown = textOf(bytes)
  const plain = await renderMarkdown({ markdown })
  if (!plain) return plainReadme(bytes)
  const pictures = plain.pictures.length > 0 ? await findPictures(plain.pictures) : new Map<string, Picture>()
  if (pictures.size === 0) return plain.html
  return (await renderMarkdown({ markdown, pictures }))?.html ?? plain.html
}

/** Enqueues the rendering of every present release's README that this version of the renderer has not rendered. */
export async function renderStaleReadmes({ db, jobs }: Dependencies): Promise<void> {
  for (const { releaseId, ownerId } of await releasesToRender(db, rendererVersion)) {
    await jobs.enqueue(db, 'render-readme', { releaseId }, { ownerId })
  }
}

/**
 * The README of a release that the job has not rendered yet, as plain text in HTML. Null when there is none, and when
 * its bytes are lost or damaged, which `report` gets as an error.
 */
export async function unrenderedReadme(
  { db, storage }: Dependencies,
  releaseId: string,
  report: (error: unknown) => void,
): Promise<string | null> {
  const source = await readmeSource(db, releaseId)
  if (!source) return null
  try {
    return plainReadme(await readBlob(storage, source))
  } catch (error) {
    report(error)
    return null
  }
}

/** Bytes of a README that are shown as plain text. */
const maxBytes = 64 * 1024

/** A README as plain text in HTML, with a note when it is longer than `maxBytes`. */
function plainReadme(bytes: Buffer): string {
  const text = textOf(bytes.subarray(0, maxBytes))
  const note =
    bytes.length > maxBytes
      ? '<p>The README is longer than what is shown here. The download has all of it.</p>'
      : ''
  return `<pre tabindex="0" data-plain="">${text.replace(/[&<>]/g, (sign) => entities[sign]!)}</pre>${note}`
}

/**
 * Decodes a file's bytes as UTF-8, or as UTF-16 when they begin with its byte order mark. Leaves out a character cut at
 * the end, and replaces NUL, which the database cannot store.
 */
export function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8')
  return decoder.decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
