import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { limits } from '#contract/kit/limits.ts'
import { categories, difficulties, priceRanges } from '#contract/projects/categories.ts'
import type { ListQuery } from '#contract/projects/list.ts'
import { type Need, needs } from '#contract/projects/needs.ts'
import type { Sort } from '#contract/projects/sorts.ts'

import { startApp } from '../../../test/app.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { aMember } from '../../../test/makers.ts'
import { seed } from '../../../test/seed.ts'
import { sumCatalogue } from '../facet-queries.ts'
import { levelsOf } from '../search/levels.ts'
import { findCommon } from '../search/search-queries.ts'
import { readSearch } from '../search/search-terms.ts'

interface Row {
  id: string
  category: string
  difficulty: string
  pricePaise: number
  technologies: string[]
  needs: Need[]
  ratingSum: number
  ratingCount: number
  salesCount: number
  isFeatured: boolean
  featuredPlace: number | null
  createdAt: Date
}

const app = await startApp()
const owner = await aMember(app)
// More than are collected before sorting, so that both ways of reading a page are used.
const projectCount = isLong ? 7000 : 3000
const neededBy: Need[][] = [
  ['XAMPP'],
  ['XAMPP'],
  ['Node.js', 'Python'],
  ['Node.js'],
  [],
  ['XAMPP', 'Node.js'],
]
const rows: Row[] = Array.from({ length: projectCount }, (_, index) => ({
  id: randomUUID(),
  category: index % 10 < 8 ? 'Web Development' : categories[index % categories.length]!,
  difficulty: difficulties[index % 7 === 0 ? 1 : index % 3]!,
  pricePaise: ((index * 7919) % 500) * (index % 13 === 0 ? 2500 : 25),
  technologies: [['React', 'Node.js'], ['react'], ['PHP', 'MySQL'], []][index % 4]!,
  needs: neededBy[index % neededBy.length]!,
  ratingSum: (index % 5) * 4,
  ratingCount: index % 5,
  salesCount: index % 40,
  isFeatured: index % 50 === 0,
  // Some are ordered by hand; one that is no longer featured still has its place.
  featuredPlace: index % 350 === 0 ? 1 + index / 350 : index === 1 ? 7 : null,
  createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 300))),
}))

beforeAll(async () => {
  const batch = 1000
  for (let start = 0; start < projectCount; start += batch) {
    const batched = rows.slice(start, start + batch)
    const values = batched.map(({ needs: _needs, ...row }) => ({
      ...row,
      ownerId: owner.id,
      title: 'A library',
      description: 'Of many',
      repository: row.id,
    }))
    await app.db.insertInto('projects').values(values).execute()
    await list(batched)
  }
  await sql`analyze published_projects`.execute(app.db)
})

const list = (listed: Row[]) =>
  sql`
    insert into published_projects (
      project_id, category, difficulty, price_paise, technologies,
      rating, rating_count, sales_count, featured_rank, created_at, words, needs
    )
    select id, category, difficulty, price_paise, technologies,
      case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2) end,
      rating_count, sales_count, featured_rank(is_featured, featured_place), created_at,
      project_words(projects) || array_to_tsvector(array(select '=needs=' || need from unnest(needs) need)), needs
    from projects join json_to_recordset(${JSON.stringify(listed)}) listed (id uuid, needs text[]) using (id)`.execute(
    app.db,
  )

const queries = repetitions(1000, 40)
test(`every page of every filter and sort is exactly what a plain filter and sort of all rows gives, in ${queries} queries`, async () => {
  const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
  const anyQuery = fc.record({
    search: option(fc.constantFrom('library', 'many', 'libr')),
    category: option(fc.constantFrom(...categories, 'web development', 'Gardening')),
    needs: option(fc.constantFrom(...needs)),
    technology: option(fc.constantFrom('React', 'REACT', 'node.js', 'php', 'Cobol', 'a"b\\{}', "it's")),
    difficulty: option(fc.constantFrom(...difficulties, 'beginner', 'ADVANCED', 'Expert')),
    minPrice: option(fc.constantFrom(0, 0.25, 19.99, 60, 4999, 7250, 1e6)),
    maxPrice: option(fc.constantFrom(0, 10.5, 62.25, 62.24, 5000, 8125, 1e9)),
    sort: fc.constantFrom(...sorts()),
    page: fc.constantFrom(1, 2, 3, 50, 700),
    limit: fc.constantFrom(1, 10, 100),
  })
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const { projects, pagination, facets } = await app.api.projects.list({ query })
      const matching = rows.filter(matches(query)).toSorted(by(query.sort))
      const start = (query.page - 1) * query.limit
      const isSearched = query.search !== undefined || query.needs !== undefined
      const capped = isSearched && matching.length > limits.countedMatches
      const total = capped ? limits.countedMatches : matching.length
      // Where nothing matches a search, popular projects stand in.
      if (query.search === undefined || total > 0)
        expect(projects.map(({ _id }) => _id)).toEqual(
          start < total ? matching.slice(start, start + query.limit).map(({ id }) => id) : [],
        )
      const { page, limit } = query
      const pages = Math.ceil(total / limit)
      expect(pagination).toEqual({ page, limit, total, pages, ...(capped && { capped }) })
      expect(facets).toEqual(expectedFacets(query))
    }),
    { numRuns: queries },
  )
})

test('a page of common matches is the same whether they are read in order or all collected', async () => {
  const [wanted] = levelsOf(await readSearch(app.db, 'library'))
  const choices = [
    [{}, {}],
    [{ technology: 'react' }, { technology: 'react' }],
    [{ lowest: 5000 }, { minPrice: 50 }],
    [{ highest: 8000 }, { maxPrice: 80 }],
  ] as const
  for (const sort of sorts())
    for (const [choice, query] of choices)
      for (const page of isLong ? [1, 3, 100] : [1, 100]) {
        const window = { sort, page, limit: 10 }
        const expected = rows
          .filter(matches(query))
          .toSorted(by(sort))
          .slice((page - 1) * 10, page * 10)
        for (const published of [Infinity, 0])
          expect(await findCommon(app.db, wanted!, choice, window, published)).toEqual(
            expected.map(({ id }) => id),
          )
      }
})

test('summing what was added to the counts changes none of them, at any moment, however often at once', async () => {
  const counted = async () => {
    const { pagination, facets } = await app.api.projects.list({
      query: { technology: 'react', minPrice: 10.5 },
    })
    return [pagination, facets, (await app.api.catalogue.categories()).categories]
  }
  const before = await counted()
  for (const change of [1, -1])
    await sql`update published_projects set price_paise = price_paise + ${change}::integer`.execute(app.db)
  expect(await counted()).toEqual(before)
  const size = async () =>
    (await sql<{ n: number }>`select count(*) as n from published_facets`.execute(app.db)).rows[0]!.n
  const rowsBefore = await size()
  await Promise.all([
    ...[1, 2, 3].map(() => sumCatalogue(app.db)),
    ...Array.from({ length: 10 }, async () => expect(await counted()).toEqual(before)),
  ])
  await sumCatalogue(app.db)
  expect(await counted()).toEqual(before)
  expect(await size()).toBeLessThan(rowsBefore)
})

test('a word that the last published project has lost leaves the vocabulary with the next sum, and others stay', async () => {
  const known = async () => {
    const { rows } = await sql<{ word: string }>`
      select word from vocabulary where word in ('zqtaken', 'zqstays') order by word`.execute(app.db)
    return rows.map(({ word }) => word)
  }
  const { rows } = await sql<{ id: string; words: string }>`
    select project_id as id, words::text as words from published_projects order by project_id limit 2`.execute(
    app.db,
  )
  const [one, two] = rows.map((row) => row.id)
  const add = (id: string, words: string) =>
    sql`update published_projects set words = words || to_tsvector('simple', ${words}) where project_id = ${id}`.execute(
      app.db,
    )
  await add(one!, 'zqtaken zqstays')
  await add(two!, 'zqstays')
  await sumCatalogue(app.db)
  expect(await known()).toEqual(['zqstays', 'zqtaken'])
  await sql`update published_projects set words = ${rows[0]!.words}::tsvector where project_id = ${one}`.execute(
    app.db,
  )
  await sumCatalogue(app.db)
  expect(await known()).toEqual(['zqstays'])
  await sql`update published_projects set words = ${rows[1]!.words}::tsvector where project_id = ${two}`.execute(
    app.db,
  )
  await sumCatalogue(app.db)
})

test('a walk through all pages meets every project once, however many are equal', async () => {
  const walk = async (pages: number, query: Query & { sort: Sort; limit: number }) => {
    const seen: string[] = []
    const left = Array.from({ length: pages }, (_, index) => index + 1).values()
    const readOn = async () => {
      for (const page of left) {
        const { projects } = await app.api.projects.list({ query: { ...query, page } })
        seen.push(...projects.map(({ _id }) => _id))
      }
    }
    await Promise.all([readOn(), readOn(), readOn()])
    return [seen.length, new Set(seen).size]
  }
  for (const sort of isLong ? sorts() : [sorts()[seed % sorts().length]!]) {
    expect(await walk(projectCount / 100, { sort, limit: 100 })).toEqual([projectCount, projectCount])
    expect(await walk(20, { search: 'project', sort, limit: 48 })).toEqual([960, 960])
  }
})

test('featured are those put in order by hand, then the other featured ones, at most 24', async () => {
  const { projects } = await app.api.catalogue.featured()
  const expected = rows
    .filter(({ isFeatured }) => isFeatured)
    .toSorted(by('featured'))
    .slice(0, 24)
  expect(projects.map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id))
})

test('categories and technologies are counted exactly, technologies in their usual spelling', async () => {
  const { categories: counted } = await app.api.catalogue.categories()
  const expected = categories.map((name) => {
    const inCategory = rows.filter(({ category }) => category === name)
    const minPrice = Math.min(...inCategory.map(({ pricePaise }) => pricePaise)) / 100
    return {
      name,
      count: inCategory.length,
      minPrice: inCategory.length > 0 ? minPrice : null,
      thumbnail: null,
    }
  })
  expect(counted).toEqual(expected)
  const quarter = projectCount / 4
  const { technologies } = await app.api.catalogue.technologies()
  expect(technologies).toEqual([
    { name: expect.stringMatching(/^react$/i), count: 2 * quarter },
    { name: 'MySQL', count: quarter },
    { name: 'Node.js', count: quarter },
    { name: 'PHP', count: quarter },
  ])
})

test('empty fields of a form count as absent', async () => {
  const url =
    '/api/projects?search=&category=&technology=&difficulty=&minPrice=&maxPrice=&sort=&page=&limit=&status='
  const { projects, pagination } = JSON.parse(
    await (await app.send({ method: 'GET', url })).text(),
  ) as Awaited<ReturnType<typeof app.api.projects.list>>
  expect([projects.length, pagination]).toEqual([
    10,
    { page: 1, limit: 10, total: projectCount, pages: projectCount / 10 },
  ])
})

type Query = Partial<Omit<ListQuery, 'sort'>>

const matches = (query: Query) => (row: Row) =>
  (!query.category || same(row.category, query.category)) &&
  (!query.difficulty || same(row.difficulty, query.difficulty)) &&
  (!query.needs || row.needs.includes(query.needs)) &&
  (!query.technology || row.technologies.some((technology) => same(technology, query.technology!))) &&
  (query.minPrice === undefined || row.pricePaise >= Math.round(query.minPrice * 100)) &&
  (query.maxPrice === undefined || row.pricePaise <= Math.round(query.maxPrice * 100))

/**
 * The expected counts of every facet, without its own filter; only the values when a search, or what is needed, has too
 * many matches to count.
 */
function expectedFacets(query: Query) {
  const collected = rows.filter(
    (row) => query.search !== undefined || !query.needs || row.needs.includes(query.needs),
  )
  const isCounted =
    (query.search === undefined && query.needs === undefined) || collected.length <= limits.countedMatches
  const of = (change: Query) => rows.filter(matches({ ...query, ...change })).length
  const facet = (change: Query) => ({ count: isCounted ? of(change) : null })
  const technologies = ['mysql', 'node.js', 'php', 'react']
    .filter((technology) => of({ technology, ...(!isCounted && { needs: undefined }) }) > 0)
    .map((technology) => ({ name: technology, ...facet({ technology }) }))
  return {
    categories: categories.map((name) => ({ name, ...facet({ category: name }) })),
    difficulties: difficulties.map((name) => ({ name, ...facet({ difficulty: name }) })),
    prices: priceRanges.map((range) => ({
      ...range,
      ...facet({ minPrice: range.min, maxPrice: range.max }),
    })),
    needs: expectedNeeds(query),
    technologies: expect.toSatisfy(
      (counted: typeof technologies) =>
        counted.length === technologies.length &&
        technologies.every((one) =>
          counted.some(({ name, count }) => same(name, one.name) && count === one.count),
        ),
    ) as unknown,
  }
}

/** What is needed is counted of all projects, or of few. */
function expectedNeeds({ search, category, technology, difficulty, minPrice, maxPrice }: Query) {
  const others = { search, category, technology, difficulty, minPrice, maxPrice }
  const left = rows.filter(matches(others))
  const isCounted =
    Object.values(others).every((value) => value === undefined) ||
    (search === undefined ? left : rows).length <= limits.countedMatches
  return needs.map((name) => ({
    name,
    count: isCounted ? left.filter((row) => row.needs.includes(name)).length : null,
  }))
}

/** Compares the lengths first, because most of the many pairs differ there. */
const same = (one: string, other: string) =>
  one.length === other.length && one.toLowerCase() === other.toLowerCase()

/** The keys of each sort, each descending. */
const keys: Record<Sort, (row: Row) => number[]> = {
  featured: ({ isFeatured, featuredPlace, salesCount }) => [
    Number(isFeatured),
    isFeatured && featuredPlace ? 1000 - featuredPlace : 0,
    salesCount,
  ],
  newest: ({ createdAt }) => [createdAt.getTime()],
  'price-low': ({ pricePaise }) => [-pricePaise],
  'price-high': ({ pricePaise }) => [pricePaise],
  rating: ({ ratingSum, ratingCount }) => [ratingCount && ratingSum / ratingCount, ratingCount],
}
const sorts = () => Object.keys(keys) as Sort[]

const by = (sort: Sort) => (one: Row, other: Row) => {
  const [ones, others] = [keys[sort](one), keys[sort](other)]
  const first = ones.findIndex((key, index) => key !== others[index])
  if (first >= 0) return others[first]! - ones[first]!
  return (one.id < other.id ? 1 : -1) * (sort === 'price-low' ? -1 : 1)
}
