import type { SoldListing } from '#contract/orders/bought-listing.ts'
import { drawnCover } from '#contract/projects/cover.ts'

import { ProjectCover } from '../projects/project-picture.tsx'
import { Icon } from '../ui/icon.tsx'

/** The cover of a bought project without a picture, drawn from its listing at the purchase; without one, an icon. */
export const BoughtCover = ({ listing }: { listing: SoldListing | null | undefined }) =>
  listing ? (
    <ProjectCover category={listing.category} src={drawnCover(boughtTree(listing))} />
  ) : (
    <Icon name="file-text" className="size-10 stroke-[1.5]" />
  )

/**
 * The rows of the cover. Orders store no file tree, so the rows show the largest languages with their shares, and below
 * them the other technologies.
 */
function boughtTree({ languages, technologies }: SoldListing) {
  const shares = languages.slice(0, 4).map(({ name, percent }) => ({ name, size: percent }))
  const others = technologies
    .filter((technology) => shares.every(({ name }) => name !== technology))
    .map((name) => ({ name, size: 0 }))
  const rows = [...shares, ...others].slice(0, 6)
  return { fileTree: rows.map((row) => ({ ...row, depth: 0, isEntry: false })), technologies: [] }
}
