import { schemaNames, z } from '../kit/zod.ts'
import { categories, difficulties, licences } from './categories.ts'
import { CodeQuestion } from './code-questions.ts'
import { DemoSignIn } from './demo-sign-ins.ts'
import { needs } from './needs.ts'
import { verificationStatuses } from './verification.ts'

/** How far something lies from an edge, in percent of what lies beyond it on both sides together. */
const share = z.int().min(0).max(100).multipleOf(10)

/**
 * The part of a picture that lists show: how far it lies from the left and from the top, and how much larger it is than
 * when it fills its place, in percent.
 */
export const Thumbnail = z.object({ x: share, y: share, zoom: z.int().min(100).max(300).multipleOf(50) })
schemaNames.add(Thumbnail, { id: 'Thumbnail' })
export type Thumbnail = z.infer<typeof Thumbnail>

export const Image = z.object({
  /** Ends with a signature that works for an hour at most when the project is not published. */
  url: z.string(),
  filePath: z.string(),
  alt: z.string(),
  /** Null while its owner has chosen none: lists show the whole picture. */
  thumbnail: Thumbnail.nullable(),
  width: z.int(),
  height: z.int(),
})
schemaNames.add(Image, { id: 'Image' })
export type Image = z.infer<typeof Image>

/** How buyers of a project, or of all of an owner's, were helped; all null before five of their requests are closed. */
export const helpFigures = {
  /** The help requests that were closed within the last half year. */
  helpRequests: z.int().nullable(),
  /** How many of them their buyers marked as solved. */
  helpSolved: z.int().nullable(),
  /** The median of the whole hours from a request to the first answer, at least 1. */
  medianAnswerHours: z.int().nullable(),
}
export type HelpFigures = z.infer<z.ZodObject<typeof helpFigures>>

/** The figures before there are any. */
export const noHelpFigures: HelpFigures = { helpRequests: null, helpSolved: null, medianAnswerHours: null }

/** A project in a list. Prices in rupees. */
export const ProjectCard = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  price: z.number(),
  technologies: z.array(z.string()),
  tags: z.array(z.string()),
  difficulty: z.enum(difficulties),
  images: z.array(Image),
  /** The shares of languages in its source in percent, the largest first. */
  languages: z.array(z.object({ name: z.string(), percent: z.int() })),
  /**
   * The top of its file tree with sizes in bytes, a folder's name ending in a slash, when it has no image; otherwise
   * empty.
   */
  fileTree: z.array(z.object({ name: z.string(), depth: z.int(), size: z.int(), isEntry: z.boolean() })),
  rating: z.number(),
  reviews: z.int(),
  salesCount: z.int(),
  downloadCount: z.int(),
  /**
   * For how many of the paying buyers who answered it ran; null before five have answered. `isStamped`: for enough of
   * them to be shown in the stamp.
   */
  runs: z.object({ ran: z.int(), of: z.int(), isStamped: z.boolean() }).nullable(),
  isFeatured: z.boolean(),
  isActive: z.boolean(),
  verificationStatus: z.enum(verificationStatuses),
  hasReport: z.boolean(),
  /** The bytes and lines of its newest release; 0 without one. */
  totalFileSize: z.int(),
  lines: z.int(),
  verifiedAt: z.string().nullable(),
  /** When we ran it, by a record that everybody may see; null where none says that it ran. Absent of an older server. */
  ranAt: z.string().nullable().optional(),
  createdAt: z.string(),
})
schemaNames.add(ProjectCard, { id: 'ProjectCard' })
export type ProjectCard = z.infer<typeof ProjectCard>

/** A recalled release, which can no longer be downloaded. */
export const Recall = z.object({ release: z.int(), recalledAt: z.string(), reason: z.string() })
schemaNames.add(Recall, { id: 'Recall' })
export type Recall = z.infer<typeof Recall>

/** A whole project. `fileSize` is a text for people; `totalFileSize` is in bytes. */
export const Project = ProjectCard.extend({
  features: z.array(z.string()),
  requirements: z.array(z.string()),
  /** What has to be there before it runs, by the check of its files; empty when that is none of these, or not known. */
  needs: z.array(z.enum(needs)),
  demoUrl: z.string().nullable(),
  githubUrl: z.string().nullable(),
  githubRepo: z.string().nullable(),
  cdnBaseUrl: z.string(),
  fileSize: z.string().nullable(),
  verificationNotes: z.string().nullable(),
  /** The time of the last change by its owner or staff. */
  updatedAt: z.string(),
  /** The time when its owner archived it; null when it is not archived. */
  archivedAt: z.string().nullable(),
  reportPrice: z.number().nullable(),
  /** The price of code and report together; null when there is none. */
  bundlePrice: z.number().nullable(),
  reportFileName: z.string().nullable(),
  /** The pages as Word last counted them; null when the file does not say. */
  reportPages: z.int().nullable(),
  /** The headings of the report, only the upper levels (1 is the top) when there are many. */
  reportHeadings: z.array(z.object({ level: z.int(), text: z.string() })),
  hasFiles: z.boolean(),
  fileCount: z.int(),
  releaseNumber: z.int().nullable(),
  releasedAt: z.string().nullable(),
  licence: z.enum(licences),
  /** The LICENSE or COPYING at the top of its files, whichever licence applies; null when there is none. */
  licenceFile: z.string().nullable(),
  /** The name of the licence in that file, such as 'MIT', when it applies and the check of the files recognized it. */
  licenceName: z.string().nullable(),
  allowsCustomization: z.boolean(),
  includesInstallationSupport: z.boolean(),
  /** For its owner and staff, and for everybody while `demoSignInsPublic`; otherwise empty. Buyers have them in their order. */
  demoSignIns: z.array(DemoSignIn),
  demoSignInsPublic: z.boolean(),
  /** Whether who buys the source now may invite three others; its owner and staff read the switch, whichever licence holds. */
  allowsSeats: z.boolean(),
  /** For its owner and staff; otherwise empty. Buyers have them in their order. */
  codeQuestions: z.array(CodeQuestion),
  /** The number of the questions about its code that the owner has answered for buyers. */
  codeQuestionCount: z.int(),
  downloads: z.int(),
  /** The same for buyers who got it for free, from five answers on; it is never shown in the stamp. */
  freeRuns: z.object({ ran: z.int(), of: z.int() }).nullable(),
  ...helpFigures,
  /** The owner; with a public profile there are a picture and the page `/members/{_id}`. */
  projectOwner: z.object({
    _id: z.string(),
    name: z.string(),
    isPublic: z.boolean(),
    profilePicture: z.string().nullable(),
  }),
  recall: Recall.nullable(),
  /** For its owner: whether they changed what staff sent back, and have not sent it back for checking yet. */
  hasUnsentChanges: z.boolean(),
  /** For its owner and staff: whether a change of it waits, which stands in the fields here. */
  hasWaitingChanges: z.boolean(),
  /**
   * For its owner and staff: what staff approved last; null when there is nothing to go back to. `staysOnSale`: while a
   * change of it waits, as the settings say.
   */
  edition: z
    .object({ number: z.int(), since: z.string(), isOnSale: z.boolean(), staysOnSale: z.boolean() })
    .nullable(),
  /** For its owner: whether the present owner's licence has not been accepted for it yet. */
  needsOwnerLicence: z.boolean(),
  /** For its owner: whether somebody has it, also for nothing, and keeps it when it is deleted. */
  hasBuyers: z.boolean(),
  /** The actions that this caller may take next. */
  allowed: z.array(
    z.enum([
      'edit',
      'upload',
      'delete',
      'archive',
      'restore',
      'duplicate',
      'take_back',
      'download',
      'buy',
      'verify',
    ]),
  ),
})
schemaNames.add(Project, { id: 'Project' })
export type Project = z.infer<typeof Project>

/**
 * A project in its owner's list, with the files of its newest release: none before the first upload and after a recall.
 * `totalFileSize` is in bytes.
 */
export const OwnProjectCard = ProjectCard.extend({
  hasFiles: z.boolean(),
  fileCount: z.int(),
  /** Whether a change of it waits or was sent back, beside what staff approved. */
  hasWaitingChanges: z.boolean(),
  /** Whether everybody can find and buy what staff approved. */
  isOnSale: z.boolean(),
  /** Whether somebody has it, also for nothing, and keeps it when it is deleted. */
  hasBuyers: z.boolean(),
  /** Whether staff wait until the owner removes or explains what was found in the files. */
  waitsForOwner: z.boolean(),
})
schemaNames.add(OwnProjectCard, { id: 'OwnProjectCard' })
export type OwnProjectCard = z.infer<typeof OwnProjectCard>
