import { rupeesOf } from '#contract/money.ts'
import type { Image, Project, ProjectCard } from '#contract/projects.ts'

import type { CardRow, DetailRow } from './card-queries.ts'

/** What a list shows of a project, in rupees. */
export function cardFrom(row: CardRow): ProjectCard {
  const { id, pricePaise, ratingSum, ratingCount, createdAt, images, ...rest } = row
  return {
    ...rest,
    ...(rest as Pick<ProjectCard, 'category' | 'difficulty' | 'verificationStatus'>),
    _id: id,
    price: rupeesOf(pricePaise),
    rating: averageOf(ratingSum, ratingCount),
    reviews: ratingCount,
    images: images.map((image, index) =>
      imageFrom({ ...image, alt: image.alt || `${rest.title}, image ${index + 1}` }),
    ),
    createdAt: createdAt.toISOString(),
  }
}

/** Who looks at a project. A buyer owns its source. */
export type Viewer = 'owner' | 'staff' | 'buyer' | 'visitor'

/** A whole project as this viewer may see it. What staff noted is for the owner and staff. */
export function projectFrom(row: DetailRow, { as }: { as: Viewer }): Project {
  const hasFiles = row.releaseNumber !== null
  const insider = as === 'owner' || as === 'staff'
  return {
    ...cardFrom(row),
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
    reportPrice: row.reportPricePaise === null ? null : rupeesOf(row.reportPricePaise),
    reportFileName: row.reportName,
    hasFiles,
    fileCount: row.fileCount ?? 0,
    totalFileSize: row.totalSize ?? 0,
    releaseNumber: row.releaseNumber,
    releasedAt: row.releasedAt?.toISOString() ?? null,
    allowsCustomization: row.allowsCustomization,
    includesInstallationSupport: row.includesInstallationSupport,
    downloads: row.downloadCount,
    projectOwner: { _id: row.ownerId, name: row.ownerName },
    allowed: allowedTo(as, hasFiles),
  }
}

/** An image as the API names it: its largest form. `/media/{id}/{width}.webp` (or .avif) serves 320, 640 and 1280. */
export const imageFrom = ({
  id,
  alt,
  width,
  height,
}: { id: string } & Pick<Image, 'alt' | 'width' | 'height'>): Image => ({
  url: `/media/${id}/1280.webp`,
  filePath: `images/${id}`,
  alt,
  width,
  height,
})

function allowedTo(as: Viewer, hasFiles: boolean): Project['allowed'] {
  const download = hasFiles ? (['download'] as const) : []
  if (as === 'owner') return ['edit', 'upload', 'delete', ...download]
  if (as === 'staff') return ['verify', ...download]
  return as === 'buyer' ? [...download] : ['buy']
}

const averageOf = (sum: number, count: number) => (count === 0 ? 0 : Math.round((sum / count) * 100) / 100)

/** A size for people, in the units that file managers use. */
function sizeInWords(bytes: number): string {
  const [unit, size] = bytes < 1024 ** 2 ? ['KB', bytes / 1024] : ['MB', bytes / 1024 ** 2]
  return `${oneDecimal.format(size)} ${unit}`
}

const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
