import { Rupees } from '../kit/amounts.ts'
import { Id, line, prose, text, WebLink, words } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { categories, difficulties, licences } from './categories.ts'
import { CodeQuestions } from './code-questions.ts'
import { DemoSignIns } from './demo-sign-ins.ts'
import { verificationStatuses } from './verification.ts'

/** The message of each required field of a project that is empty. */
export const fillIn = 'Please fill in all required fields'
const Title = line(120, fillIn).min(1, fillIn)
const Description = prose(20_000, fillIn).min(1, fillIn)
const Category = z.enum(categories, {
  error: ({ input }) =>
    typeof input === 'string' && input.trim() ? 'Choose a category from the list' : fillIn,
})
const Difficulty = text(20, { tooLong: 'Choose a difficulty from the list' })
  .transform((name) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase())
  .pipe(z.enum(difficulties, { error: 'Choose a difficulty from the list' }))
const Price = z
  .any()
  .refine((value) => value !== undefined && value !== null && value !== '', { error: fillIn, abort: true })
  .pipe(Rupees)

/** Null when it is empty. */
const BundlePrice = z
  .union([z.literal(''), Rupees], { error: 'Enter a price in rupees' })
  .nullable()
  .transform((price) => (price === '' ? null : price))

const details = {
  technologies: words(20, 40),
  features: words(40, 200),
  requirements: words(40, 200),
  tags: words(20, 40),
  difficulty: Difficulty,
  demoUrl: WebLink,
  githubUrl: WebLink,
  licence: z.enum(licences, 'Choose which licence holds'),
  allowsCustomization: z.boolean(),
  includesInstallationSupport: z.boolean(),
  demoSignIns: DemoSignIns,
  demoSignInsPublic: z.boolean(),
  codeQuestions: CodeQuestions,
}

/** The updatedAt of the project that the caller saw; one that has changed since is neither edited nor decided on. */
export const BasedOn = z.iso.datetime().max(40, { abort: true })

const edits = {
  title: Title,
  description: Description,
  category: Category,
  price: Price,
  bundlePrice: BundlePrice,
  ...details,
  allowsSeats: z.boolean(),
  isActive: z.boolean(),
}

/**
 * The fields that an owner writes about a project, without prices: each is a column of the record, and is copied into a
 * duplicate.
 */
export const writtenFields = ['title', 'description', 'category', ...keysOf(details)] as const

/**
 * The version of the owner's licence that stood above the button (`ownerLicence`); it is stored with its words and
 * time. Another than the present one is refused. Nothing without it.
 */
const OwnerLicence = line(60).optional()

/** The bytes of every text of a project at its longest, each character written as two \\u escapes. */
export const projectBytes = 1344 * 1024

/** The fields of a new project. */
export const NewProject = z.object({
  title: Title,
  description: Description,
  category: Category,
  price: Price,
  technologies: details.technologies.default([]),
  features: details.features.default([]),
  requirements: details.requirements.default([]),
  tags: details.tags.default([]),
  difficulty: Difficulty.default('Beginner'),
  demoUrl: WebLink.default(null),
  githubUrl: WebLink.default(null),
  licence: details.licence.default('readymade'),
  allowsCustomization: z.boolean().default(true),
  includesInstallationSupport: z.boolean().default(true),
  demoSignIns: DemoSignIns.default([]),
  demoSignInsPublic: z.boolean().default(false),
  codeQuestions: CodeQuestions.default([]),
  ownerLicence: OwnerLicence,
})
schemaNames.add(NewProject, { id: 'NewProject' })

/**
 * The changes of a project by its owner or staff, or the counts that finalise an upload. Only the fields allowed to the
 * caller are applied.
 */
export const ProjectEdit = z
  .object({
    ...edits,
    hasFiles: z.literal(true),
    fileCount: z.int().min(0),
    totalFileSize: z.int().min(0),
    isFeatured: z.boolean(),
    verificationStatus: z.enum(verificationStatuses),
    verificationNotes: prose(2000),
    /** Read by staff alone, in the history. */
    staffNote: prose(2000),
    /**
     * Why staff approve all the same: although a finding blocks, only the owner calls a secret or personal data
     * harmless, half of the code or more is in a listing of another owner, or the files could not be checked or
     * compared. It stands in the history and the audit log.
     */
    verificationOverride: prose(1000),
    /**
     * The run record that staff saw of what they decide about, null where they saw none. An approval shows this one;
     * without it, the newest.
     */
    seenRun: Id.nullable(),
    /** With a change that staff send back: whether what they approved before leaves the lists too. */
    takesOffSale: z.boolean(),
    basedOn: BasedOn,
    ownerLicence: OwnerLicence,
  })
  .partial()
schemaNames.add(ProjectEdit, { id: 'ProjectEdit' })

/** The changes from the owner's page. `bundlePrice` is the price of code and report together; null for none. */
export const OwnerEdit = z.object({ ...edits, basedOn: BasedOn, ownerLicence: OwnerLicence }).partial()
schemaNames.add(OwnerEdit, { id: 'OwnerEdit' })

function keysOf<Fields extends object>(fields: Fields) {
  return Object.keys(fields) as (keyof Fields)[]
}
