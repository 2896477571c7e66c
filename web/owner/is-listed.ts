import type { Project } from '#contract/projects.ts'

/** Whether everybody can find and buy it now. */
export const isListed = ({ hasFiles, verificationStatus, isActive, archivedAt }: Listed): boolean =>
  hasFiles && verificationStatus === 'approved' && isActive && !archivedAt

type Listed = Pick<Project, 'hasFiles' | 'verificationStatus' | 'isActive'> & { archivedAt?: string | null }
