import type { Readable } from 'node:stream'

import type { Connection } from '../../database/connection.ts'
import { imageFiles } from '../../images/variants.ts'
import type { Parts } from '../../parts.ts'
import { provenStream } from '../../storage/proven.ts'
import { archiveKey, readyArchive } from '../archives/archive.ts'
import { keyOf } from '../images/service.ts'
import { deletePictures, deleteReleases, filesOf } from './queries.ts'

export { deleteDownloadsOf } from './queries.ts'

/** A stored file, with the path it has in a download of all of them. */
export interface OwnedFile {
  path: string
  open(): Promise<Readable>
}

const largest = '1280.webp'

/** The files of an owner's projects: the present source and report of each, and its pictures. */
export async function ownedFiles(
  stores: Pick<Parts, 'db' | 'storage'>,
  ownerId: string,
  report: (error: unknown) => void,
): Promise<OwnedFile[]> {
  const { storage } = stores
  const { releases, reports, images } = await filesOf(stores.db, ownerId)
  return [
    ...releases.map(({ repository, releaseId }) => ({
      path: `projects/${repository}/source.zip`,
      open: async () => provenStream(storage, await readyArchive(stores, releaseId, report)),
    })),
    ...reports.map(({ repository, key, name }) => ({
      path: `projects/${repository}/report.${name.split('.').at(-1)}`,
      open: () => storage.stream(key),
    })),
    ...images.map(({ repository, imageId, position }) => ({
      path: `projects/${repository}/picture-${position + 1}.webp`,
      open: () => storage.stream(keyOf(imageId, largest)),
    })),
  ]
}

/**
 * Deletes the pictures of an owner's projects, and all files of those that nobody ordered; of the others the buyers keep
 * the releases and reports that were approved. Answers the keys of what is to be deleted in the store; blobs are swept.
 */
export async function eraseFiles(
  trx: Connection,
  { all, unordered }: { all: string[]; unordered: string[] },
): Promise<string[]> {
  const pictures = await deletePictures(trx, all)
  const { releaseIds, reportKeys } = await deleteReleases(trx, { all, unordered })
  return [
    ...pictures.flatMap((id) => imageFiles.picture.map((file) => keyOf(id, file))),
    ...releaseIds.map(archiveKey),
    ...reportKeys,
  ]
}
