import { counted } from '../kit/format.ts'

/** The categories that the public pages link to, in their order there. */
export const publicCategories = [
  'Web Development',
  'Mobile Development',
  'AI/ML',
  'Database',
  'SaaS',
  'E-commerce',
] as const
/** Every category a project may be listed in. */
export const categories = [...publicCategories, 'Desktop App', 'Game Development', 'Security Tools'] as const
/** The categories that staff choose from (specification section 5). */
export const staffCategories = ['Web Development', 'Mobile Development', 'AI/ML', 'SaaS'] as const
export const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const
/** Price ranges to choose from, in rupees, both ends included. */
export const priceRanges: readonly { min?: number; max?: number }[] = [
  { min: 0, max: 0 },
  { max: 500 },
  { min: 500, max: 1000 },
  { min: 1000, max: 2000 },
  { min: 2000 },
]

/** The licences of a project's source: ours (contract/orders/terms.ts), or the owner's own, a file in the project. */
export const licences = ['readymade', 'own'] as const
export type Licence = (typeof licences)[number]

/** Returns the label of the licence; `name` if it is known. */
export const licenceText = (file: string | null, name?: string | null): string =>
  file === null ? 'Readymade' : name ? `${name}, in ${file}` : `the owner’s own, in ${file}`

/** What the page of a listing says of the questions about its code. */
export const questionsForBuyers = (count: number): string =>
  `${counted(count, 'question')} with answers for buyers`

/** The message when the owner's choice needs a licence file that is missing. */
export const licenceFileMissing =
  'Your own licence can hold only when a LICENSE or COPYING file lies at the top of the files'

/** The message when an upload without a licence file ended the owner's own licence. */
export const ownLicenceDropped =
  'These files hold no LICENSE or COPYING at their top, so the Readymade licence holds now. Upload one and choose your own licence again on the project’s page.'

/** Returns the tint of a category, 1 to 6, all of equal lightness; categories beyond the public six share them. */
export const tintOf = (category: string): Tint => tints.get(category) ?? 1

type Tint = 1 | 2 | 3 | 4 | 5 | 6

const tints = new Map<string, Tint>([
  ['Mobile Development', 2],
  ['Game Development', 2],
  ['AI/ML', 3],
  ['Database', 4],
  ['Security Tools', 4],
  ['SaaS', 5],
  ['E-commerce', 6],
])
