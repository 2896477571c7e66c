import type { Project } from '#contract/projects.ts'

/** Whether everybody can find and buy it now. */
export const isListed = ({ hasFiles, verificationStatus, isActive, archivedAt }: Project): boolean =>
  hasFiles && verificationStatus === 'approved' && isActive && !archivedAt
