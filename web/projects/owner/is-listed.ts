import type { Project } from '#contract/projects/project.ts'

/** Returns whether everybody can find and buy the project now, as staff approved it last. */
export const isListed = ({ edition, hasFiles, verificationStatus, isActive, archivedAt }: Listed): boolean =>
  edition?.isOnSale ?? (hasFiles && verificationStatus === 'approved' && isActive && !archivedAt)

type Listed = Pick<Project, 'edition' | 'hasFiles' | 'verificationStatus' | 'isActive' | 'archivedAt'>
