/** The states of a project's verification. Only 'approved' may be on a public list. */
export const verificationStatuses = [
  'pending',
  'approved',
  'rejected',
  'under_review',
  'needs_changes',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** What staff read who decide without notes; an approval alone needs none. */
export const notesMissing = 'Tell the owner in the notes what to change or why.'

type Move = Partial<Record<VerificationStatus, readonly ('staff' | 'owner')[]>>

/** State → allowed moves → who. An owner's edit of what was verified moves the project back to pending. */
export const verificationMoves: Record<VerificationStatus, Move> = {
  pending: { under_review: ['staff'], approved: ['staff'], rejected: ['staff'], needs_changes: ['staff'] },
  under_review: {
    pending: ['staff', 'owner'],
    approved: ['staff'],
    rejected: ['staff'],
    needs_changes: ['staff'],
  },
  approved: {
    pending: ['owner', 'staff'],
    under_review: ['staff'],
    rejected: ['staff'],
    needs_changes: ['staff'],
  },
  needs_changes: {
    pending: ['owner', 'staff'],
    under_review: ['staff'],
    approved: ['staff'],
    rejected: ['staff'],
  },
  rejected: {
    pending: ['owner', 'staff'],
    under_review: ['staff'],
    approved: ['staff'],
    needs_changes: ['staff'],
  },
}

/**
 * What an owner can change, and whether it sends the project back to review: all that the public reads and staff looked at does.
 * What help an owner promises beside the files is nothing that staff can look at; which licence holds is, in the files.
 */
export const sendsToReview = {
  title: true,
  description: true,
  category: true,
  features: true,
  requirements: true,
  demoUrl: true,
  githubUrl: true,
  licence: true,
  allowsCustomization: false,
  includesInstallationSupport: false,
  files: true,
  images: true,
  report: true,
  price: false,
  reportPrice: false,
  bundlePrice: false,
  difficulty: false,
  tags: false,
  technologies: false,
  isActive: false,
} as const
export type OwnerChange = keyof typeof sendsToReview
