import type { Transitions } from '../kit/transitions.ts'

/** The verification statuses of a project. Only 'approved' may be on a public list. */
export const verificationStatuses = [
  'pending',
  'approved',
  'rejected',
  'under_review',
  'needs_changes',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** The message for a decision without notes, which only an approval may lack. */
export const notesMissing = 'Tell the owner in the notes what to change or why.'

/** The changes that staff ask for in their notes: one on each line, without the sign or number of a list. */
export const changesAskedIn = (notes: string): string[] => [
  ...new Set(
    notes
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
      .filter(Boolean),
  ),
]

/**
 * Whether a change of what staff verified sends a project with this status back to them: one that needs changes is sent
 * back by its owner when all are made.
 */
export const isSentBackByChange = (status: VerificationStatus): boolean =>
  status !== 'pending' && status !== 'needs_changes'

/**
 * The allowed transitions of each status, and who makes them. An owner's edit of a verified project moves it back to
 * pending; one that needs changes is pending again when its owner sends it back for checking. An owner who takes a change
 * back has the project approved as it was before.
 */
export const verificationTransitions: Transitions<VerificationStatus, 'staff' | 'owner'> = {
  pending: {
    under_review: ['staff'],
    approved: ['staff', 'owner'],
    rejected: ['staff'],
    needs_changes: ['staff'],
  },
  under_review: {
    pending: ['staff', 'owner'],
    approved: ['staff', 'owner'],
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
    approved: ['staff', 'owner'],
    rejected: ['staff'],
  },
  rejected: {
    pending: ['owner', 'staff'],
    under_review: ['staff'],
    approved: ['staff', 'owner'],
    needs_changes: ['staff'],
  },
}

/**
 * The changes that an owner can make, and whether each sends the project back to review: everything that the public
 * reads and staff verified does. Staff cannot verify the help that an owner promises, but they can verify in the files
 * which licence applies. Who sees the demo sign-ins is the owner's choice: everybody sees none but what staff approved. Seats
 * are licensed by the owner, who accepts the licence that names them.
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
  demoSignIns: true,
  demoSignInsPublic: false,
  allowsSeats: false,
  codeQuestions: true,
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
