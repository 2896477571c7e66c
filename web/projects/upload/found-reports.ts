import { limits } from '#contract/kit/limits.ts'
import { canBeReport, isDocument, readsLikeReport, reportByName } from '#contract/projects/reports.ts'

import type { PickedFile, Sized } from './checked-files.ts'

/** The request to the worker: the documents whose beginnings are read. */
export type OpeningRequest = Pick<PickedFile, 'path' | 'file'>[]

/** The messages of the worker, one for each document. */
export interface OpeningAnswer {
  path: string
  opening: string
}

/** Documents whose text is read, and the milliseconds for all of them; the others are judged by their names. */
const max = { documents: 12, ms: 10_000 }

/**
 * Returns the paths of the picked files that read like a report. `openings` are the beginnings of documents that were
 * read before, by their paths; those read now are added.
 */
export async function reportsIn(
  files: readonly PickedFile[],
  openings: Map<string, string>,
): Promise<string[]> {
  const documents = files.filter(({ path }) => isDocument(path))
  const unclear = documents.filter(
    ({ path, file }) =>
      reportByName(path) === undefined &&
      !openings.has(path) &&
      file.size > 0 &&
      file.size <= limits.fileBytes,
  )
  const asked = unclear.slice(0, Math.max(0, max.documents - openings.size))
  await readOpenings(asked, openings)
  // What was not read in time is judged by its name from then on.
  for (const { path } of asked) if (!openings.has(path)) openings.set(path, '')
  return documents.map(({ path }) => path).filter((path) => readsLikeReport(path, openings.get(path)))
}

/** Whether a document can be sold as the Project Report, which the server takes up to a size. */
export const canBeSold = ({ path, size }: Sized): boolean => canBeReport(path) && size <= limits.reportBytes

async function readOpenings(documents: readonly PickedFile[], openings: Map<string, string>): Promise<void> {
  if (documents.length === 0) return
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' })
  try {
    await new Promise<void>((resolve) => {
      let left = documents.length
      setTimeout(resolve, max.ms)
      worker.addEventListener('error', () => resolve())
      worker.addEventListener('message', ({ data }: MessageEvent<Partial<OpeningAnswer>>) => {
        // The reader of PDFs takes the page for its own, and says that it is ready.
        if (data.path === undefined) return
        openings.set(data.path, data.opening ?? '')
        if (--left === 0) resolve()
      })
      worker.postMessage(documents.map(({ path, file }) => ({ path, file })) satisfies OpeningRequest)
    })
  } finally {
    worker.terminate()
  }
}

/**
 * Returns those of the found reports that are the same as one of them in another format: a PDF beside the Word document.
 */
export const copiesOf = (report: string, found: readonly string[]): string[] =>
  found.filter((path) => path !== report && stemOf(path) === stemOf(report))

const stemOf = (path: string) =>
  path
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, '')
