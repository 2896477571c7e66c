import { rupeesOf } from '#contract/kit/money.ts'
import type { Project } from '#contract/projects.ts'

import { avatarAddress } from '../accounts/service.ts'
import { toCard } from '../catalogue/service.ts'
import type { DetailRow } from './detail-queries.ts'

/** Who looks at a project. A buyer owns its source. */
export type Viewer = 'owner' | 'staff' | 'buyer' | 'visitor'

/** A whole project as this viewer may see it. What staff noted is for the owner and staff. */
export function toProject(row: DetailRow, { as }: { as: Viewer }): Project {
  const hasFiles = row.releaseNumber !== null
  const insider = as === 'owner' || as === 'staff'
  return {
    ...toCard(row),
    description: row.description,
    features: row.features,
    requirements: row.requirements,
    demoUrl: row.demoUrl,
    githubUrl: row.githubUrl,
    githubRepo: hasFiles ? row.repository : null,
    cdnBaseUrl: '/media',
    fileSize: row.totalSize === null ? null : sizeInWords(row.totalSize),
    verificationNotes: insider ? row.verificationNotes : null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    archivedAt: (insider && row.archivedAt?.toISOString()) || null,
    reportPrice: row.reportPricePaise === null ? null : rupeesOf(row.reportPricePaise),
    bundlePrice: row.bundlePricePaise === null ? null : rupeesOf(row.bundlePricePaise),
    reportFileName: row.reportName,
    reportPages: row.reportPages,
    // As server/releases/reports/document/outline.ts wrote them.
    reportHeadings: (row.reportHeadings ?? []) as Project['reportHeadings'],
    hasFiles,
    fileCount: row.fileCount ?? 0,
    totalFileSize: row.totalSize ?? 0,
    releaseNumber: row.releaseNumber,
    releasedAt: row.releasedAt?.toISOString() ?? null,
    allowsCustomization: row.allowsCustomization,
    includesInstallationSupport: row.includesInstallationSupport,
    downloads: row.downloadCount,
    runs: { ran: row.ranCount, of: row.runCount, freeRan: row.freeRanCount, freeOf: row.freeRunCount },
    projectOwner: {
      _id: row.ownerId,
      name: row.ownerName,
      isPublic: row.ownerIsPublic,
      profilePicture: avatarAddress(row.ownerPicture),
    },
    recall: row.recall && { ...row.recall, recalledAt: new Date(row.recall.recalledAt).toISOString() },
    allowed: allowedTo(as, row, hasFiles),
  }
}

function allowedTo(as: Viewer, { archivedAt }: DetailRow, hasFiles: boolean): Project['allowed'] {
  const download = hasFiles ? (['download'] as const) : []
  if (as === 'owner')
    return ['edit', 'upload', 'delete', archivedAt ? 'restore' : 'archive', 'duplicate', ...download]
  if (as === 'staff') return ['verify', ...download]
  return as === 'buyer' ? [...download] : ['buy']
}

/** A size for people, in the units that file managers use. */
function sizeInWords(bytes: number): string {
  const [unit, size] = bytes < 1024 ** 2 ? ['KB', bytes / 1024] : ['MB', bytes / 1024 ** 2]
  return `${Math.round(size * 10) / 10} ${unit}`
}
