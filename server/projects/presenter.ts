import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoTime } from '#contract/kit/format.ts'
import { noHelpFigures, type Project } from '#contract/projects/project.ts'

import { avatarAddress } from '../accounts/service.ts'
import { shownRuns, toCard, toOwnCard } from '../catalogue/presenter.ts'
import type { DetailRow } from './queries.ts'

/** The role in which somebody sees a project. A buyer owns its source. */
export type Viewer = 'owner' | 'staff' | 'buyer' | 'visitor'

/** A whole project as this viewer may see it. Only its owner and staff see the notes of staff. */
export function toProject(
  row: DetailRow,
  { as, ...ofOwner }: { as: Viewer } & Pick<Project, 'needsOwnerLicence' | 'hasBuyers'>,
): Project {
  const { card, details, ownerId } = row
  const hasFiles = details.releaseNumber !== null
  const insider = as === 'owner' || as === 'staff'
  return {
    ...(insider ? toOwnCard(row) : toCard(row)),
    features: details.features,
    requirements: details.requirements,
    needs: details.needs,
    demoUrl: details.demoUrl,
    githubUrl: details.githubUrl,
    githubRepo: hasFiles ? details.repository : null,
    cdnBaseUrl: '/media',
    fileSize: details.totalSize === null ? null : formatSize(details.totalSize),
    verificationNotes: insider ? details.verificationNotes : null,
    verifiedAt: isoTime(details.verifiedAt),
    updatedAt: new Date(details.updatedAt).toISOString(),
    archivedAt: insider ? isoTime(details.archivedAt) : null,
    reportPrice: details.reportPricePaise === null ? null : rupeesOf(details.reportPricePaise),
    bundlePrice: details.bundlePricePaise === null ? null : rupeesOf(details.bundlePricePaise),
    reportFileName: details.reportName,
    reportPages: details.reportPages,
    // As server/projects/reports/document/outline.ts wrote them.
    reportHeadings: (details.reportHeadings ?? []) as Project['reportHeadings'],
    hasFiles,
    fileCount: details.fileCount ?? 0,
    totalFileSize: details.totalSize ?? 0,
    releaseNumber: details.releaseNumber,
    releasedAt: isoTime(details.releasedAt),
    licence: details.licence as Project['licence'],
    licenceFile: details.licenceFile,
    licenceName: details.licenceName,
    allowsCustomization: details.allowsCustomization,
    includesInstallationSupport: details.includesInstallationSupport,
    demoSignIns: insider || details.demoSignInsPublic ? row.demoSignIns : [],
    demoSignInsPublic: details.demoSignInsPublic,
    // Files under the owner's own licence are shared as that one says.
    allowsSeats: details.allowsSeats && (insider || details.licence === 'readymade'),
    codeQuestions: insider ? details.codeQuestions : [],
    codeQuestionCount: details.codeQuestions.length,
    downloads: card.downloadCount,
    freeRuns: shownRuns(details.freeRanCount, details.freeRunCount),
    ...(details.help ?? noHelpFigures),
    projectOwner: {
      _id: ownerId,
      name: details.ownerName,
      isPublic: details.ownerIsPublic,
      profilePicture: avatarAddress(details.ownerPicture),
    },
    recall: details.recall && {
      ...details.recall,
      recalledAt: new Date(details.recall.recalledAt).toISOString(),
    },
    hasUnsentChanges:
      as === 'owner' && card.verificationStatus === 'needs_changes' && details.unsentSince !== null,
    hasWaitingChanges: details.hasChanges,
    edition: details.edition && {
      ...details.edition,
      since: new Date(details.edition.since).toISOString(),
      isOnSale: row.isPublished,
    },
    ...ofOwner,
    allowed: allowedTo(as, details, hasFiles),
  }
}

function allowedTo(
  as: Viewer,
  { archivedAt, keepsSale, edition }: DetailRow['details'],
  hasFiles: boolean,
): Project['allowed'] {
  const takeBack = keepsSale && edition ? (['take_back'] as const) : []
  const download = hasFiles ? (['download'] as const) : []
  if (as === 'owner')
    return [
      'edit',
      'upload',
      'delete',
      archivedAt ? 'restore' : 'archive',
      'duplicate',
      ...takeBack,
      ...download,
    ]
  if (as === 'staff') return ['verify', ...download]
  return as === 'buyer' ? [...download] : ['buy']
}

/** Formats a size in bytes, in the units that file managers use. */
function formatSize(bytes: number): string {
  const [unit, size] = bytes < 1024 ** 2 ? ['KB', bytes / 1024] : ['MB', bytes / 1024 ** 2]
  return `${Math.round(size * 10) / 10} ${unit}`
}
