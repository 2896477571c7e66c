import { Rupees } from '../amounts.ts'
import { line, prose, text, WebLink, words } from '../fields.ts'
import { z } from '../zod.ts'
import { categories, difficulties, licences } from './categories.ts'
import { verificationStatuses } from './verification.ts'

const fillIn = 'Please fill in all required fields'
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

/** Nothing when it is left empty. */
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
}

const edits = {
  title: Title,
  description: Description,
  category: Category,
  price: Price,
  bundlePrice: BundlePrice,
  ...details,
  isActive: z.boolean(),
}

/** What an owner writes of a project, prices apart: each is a column of its record, and goes into a copy of the project. */
export const writtenFields = ['title', 'description', 'category', ...keysOf(details)] as const

/** What an owner says of a new project. */
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
})

/** What the owner or staff change of a project, or the counts that finalise an upload. Each caller's own fields only are heard. */
export const ProjectEdit = z
  .object({
    ...edits,
    hasFiles: z.literal(true),
    fileCount: z.int().min(0),
    totalFileSize: z.int().min(0),
    isFeatured: z.boolean(),
    verificationStatus: z.enum(verificationStatuses),
    verificationNotes: prose(2000),
    /** Staff know that the files could not be checked by machine, and approve them all the same. */
    approveUnchecked: z.boolean(),
    /** The updatedAt of what the staff member looked at; a project that has changed since is neither edited nor decided on. */
    basedOn: z.iso.datetime().max(40, { abort: true }),
  })
  .partial()

/** What the owner's page changes. `bundlePrice` is what code and report cost together; null for no price of its own. */
export const OwnerEdit = z.object(edits).partial()

function keysOf<Fields extends object>(fields: Fields) {
  return Object.keys(fields) as (keyof Fields)[]
}
