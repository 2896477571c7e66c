import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { Api } from '#contract/client.ts'
import type { Call } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { isExcluded } from '#contract/projects/files.ts'
import type { projects } from '#contract/projects/projects.ts'

type Listing = Call<typeof projects.create>['body'] & {
  images: { file: string; alt: string }[]
  report?: { file: string; price: number }
  /** Paths of the files that are public samples. */
  samples?: string[]
}

/**
 * Creates the project of one folder of the catalogue as its owner would with the form. Returns its id and `fill`, which
 * adds the pictures, the report, the source in chunks, and then the samples.
 */
export async function createProject(api: Api, folder: string) {
  const { images, report, samples, ...body } = JSON.parse(
    readFileSync(join(folder, 'listing.json'), 'utf8'),
  ) as Listing
  const { _id: id } = await api.projects.create({ body })
  return { id, fill: () => fillProject(api, id, folder, { images, report, samples }) }
}

async function fillProject(
  api: Api,
  id: string,
  folder: string,
  { images, report, samples = [] }: Pick<Listing, 'images' | 'report' | 'samples'>,
) {
  const params = { id }
  if (images.length > 0) {
    const form = new FormData()
    for (const { file } of images)
      form.append('images', blobOf(join(folder, file), 'image/webp'), basename(file))
    await api.releases.addImages({ params, form })
  }
  if (report) {
    const form = new FormData()
    form.set('price', String(report.price))
    form.set('report', blobOf(join(folder, report.file), docx), `${basename(folder)}-report.docx`)
    await api.releases.addReport({ params, form })
  }
  await sendSource(api, id, join(folder, 'source'))
  for (const path of samples) await api.samples.add({ params, body: { path } })
}

async function sendSource(api: Api, id: string, source: string) {
  const paths = globSync('**/*', { cwd: source, withFileTypes: false })
    .concat(globSync('**/.*', { cwd: source }))
    .filter((path) => statSync(join(source, path)).isFile() && !isExcluded(path))
    .toSorted()
  const unique = [...new Set(paths)]
  const totalChunks = Math.ceil(unique.length / limits.chunkFiles)
  for (let index = 0; index < totalChunks; index++) {
    const chunk = unique.slice(index * limits.chunkFiles, (index + 1) * limits.chunkFiles)
    const form = new FormData()
    const fields = {
      relativePaths: JSON.stringify(chunk),
      uploadType: 'folder',
      projectId: id,
      chunkIndex: index,
      totalChunks,
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    form.set('isFirstChunk', String(index === 0))
    form.set('isLastChunk', String(index === totalChunks - 1))
    for (const path of chunk) form.append('files', blobOf(join(source, path)), basename(path))
    await api.releases.upload({ form })
  }
  const totalFileSize = unique.reduce((sum, path) => sum + statSync(join(source, path)).size, 0)
  await api.projects.update({
    params: { id },
    body: { hasFiles: true, fileCount: unique.length, totalFileSize },
  })
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const blobOf = (file: string, type?: string) => new Blob([readFileSync(file)], type ? { type } : {})
