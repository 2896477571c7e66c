import { categories, difficulties } from '#contract/projects/categories.ts'

import { type Random, randomFor, zipf } from './random.ts'
import { domains, kinds, technologies, vocabulary } from './words.ts'

export interface Catalogue {
  projects: number
  seed: number
}

/**
 * Generates the project of one row of a catalogue: skewed as in a real marketplace, created in the three years before 1
 * November 2026, 97 % published.
 */
export function projectOf({ projects, seed }: Catalogue, row: number) {
  const random = randomFor(seed, row)
  const created = new Date(lastDay - Math.floor(((projects - row - random.next()) / projects) * threeYears))
  const domain = oneDomain(random)
  const technologies = severalOf(random, oneTechnology, 1 + random.below(4))
  const extra = random.next() < 0.6 ? ` ${random.pick(joints)} ${oneWord(random)}` : ''
  const title = capitalised(
    `${domain} ${random.pick(kinds)} ${random.pick(joints)} ${technologies[0]}${extra}`,
  )
  const description = `${sentence(random, 11, domain)} ${sentence(random, 17)} ${sentence(random, 18)} ${sentence(random, 15)}`
  const sales = Math.floor(random.next() ** 6 * 2000)
  const ratings = Math.floor(sales * random.next() * 0.4)
  return {
    id: idAt(created, random),
    owner_id: ownerOf({ seed }, random.below(ownersOf(projects))).id,
    title,
    description,
    category: oneCategory(random),
    price_paise: priceOf(random),
    technologies,
    tags: severalOf(random, (random) => (random.next() < 0.3 ? domain : oneWord(random)), 3),
    difficulty: oneDifficulty(random),
    repository: `bench-${row}`,
    ...statusOf(random),
    is_featured: random.below(1000) < 2,
    release_id: idAt(created, random),
    rating_sum: Math.round(ratings * (3 + random.next() * 2)),
    rating_count: ratings,
    sales_count: sales,
    download_count: sales * 2,
    created_at: created.toISOString(),
    ...cardFieldsOf(row),
  }
}

/** The fields that lists draw on a card, as large as a typical release leaves them in the row of its project. */
function cardFieldsOf(row: number) {
  const names = ['src/', 'app.py', 'models.py', 'routes.py', 'templates/', 'static/', 'README.md']
  return {
    languages: ['Python', 'HTML', 'CSS', 'SQL'].map((name, n) => ({ name, percent: [52, 31, 12, 5][n]! })),
    file_tree: names.map((name, n) => ({
      name,
      depth: n > 0 && n < 4 ? 1 : 0,
      size: 900 + ((row * 37 + n * 991) % 40_000),
      isEntry: n === 1,
    })),
  }
}

/** The number of members who sell the projects of a catalogue. */
export const ownersOf = (projects: number) => Math.max(1, Math.ceil(projects / 50))

export function ownerOf({ seed }: Pick<Catalogue, 'seed'>, row: number) {
  const id = idAt(new Date(lastDay - threeYears), randomFor(seed + 1, row))
  return { id, email: `owner${row}@bench.example`, name: `Owner ${row}`, referral_code: `BENCH${row}` }
}

const threeYears = 3 * 365 * 86_400_000
const lastDay = Date.UTC(2026, 10, 1)
const joints = ['with', 'using', 'in', 'and', 'on']

const oneDomain = zipf(domains, 15)
const oneTechnology = zipf(technologies, 2)
const oneCategory = zipf(categories)
const oneDifficulty = zipf(difficulties, 2)
const oneWord = zipf(vocabulary, 8)

/**
 * The status of a project: 97 % are approved and on sale; the others are pending, switched off by their owner, or
 * rejected.
 */
function statusOf(random: Random) {
  const mark = random.next()
  return {
    is_active: mark >= 0.01,
    verification_status: mark < 0.97 + 0.01 ? 'approved' : mark < 0.99 ? 'pending' : 'rejected',
  }
}

/**
 * A price in paise: free, or typical of sellers in India, up to ₹4,999 and ending in 49 or 99, low prices more often.
 */
function priceOf(random: Random): number {
  if (random.next() < 0.03) return 0
  const hundreds = Math.floor(random.next() ** 2 * 50)
  return (hundreds * 100 + (random.next() < 0.7 ? 99 : 49)) * 100
}

function sentence(random: Random, words: number, about?: string): string {
  const text = Array.from({ length: words }, () => oneWord(random)).join(' ')
  return `${capitalised(about ? `${about} ${text}` : text)}.`
}

function severalOf(random: Random, one: (random: Random) => string, count: number): string[] {
  return [...new Set(Array.from({ length: count }, () => one(random)))]
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A UUID of version 7, which begins with the time, as the app makes them. */
function idAt(time: Date, random: Random): string {
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const stamp = time.getTime().toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(3)}-${(8 + random.below(4)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`
}
