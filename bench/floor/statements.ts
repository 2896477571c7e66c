/** A statement of a floor: the text of a prepared statement and its values. */
export interface Statement {
  text: string
  values: unknown[]
}

export interface FloorQuery {
  category?: string
  difficulty?: string
  technology?: string
  minPrice?: string
  maxPrice?: string
  sort?: string
  page?: string
}

/**
 * Selects the cards of one page. With `isNarrow` it reads all matches and then sorts them; otherwise it walks the index
 * of the order.
 */
export function pageStatement(query: FloorQuery, isNarrow: boolean): Statement {
  const { where, values } = conditions(query)
  const { order, columns } = orders[query.sort ?? 'featured']!
  const from = `select project_id, ${columns} from published_projects where ${where}`
  const matches = isNarrow ? `with matches as materialized (${from}) select * from matches` : from
  const text = `${cards} from (${matches} order by ${order} limit 10 offset ${offsetOf(query)}) page
    join projects on projects.id = page.project_id order by ${paged(order)}`
  return { text, values }
}

/**
 * Selects the exact total and the counts of all four facets: from the sums, and for the price steps that a price limit
 * divides, from their rows.
 */
export function facetsStatement({
  category = '',
  difficulty = '',
  technology = '',
  minPrice,
  maxPrice,
}: FloorQuery): Statement {
  const isPriced = Boolean(minPrice ?? maxPrice)
  const values: unknown[] = [category, difficulty, technology.toLowerCase()]
  if (isPriced) values.push(paise(minPrice, 0), paise(maxPrice, 2 ** 31 - 1))
  const but = (open: Record<string, string>, dimension?: string) =>
    Object.entries(open)
      .filter(([name]) => name !== dimension)
      .map(([, condition]) => condition)
      .join(' and ')
  const sums = (dimension?: string) =>
    but(isPriced ? { ...chosenSums, price: pricedSums } : chosenSums, dimension)
  const rows = (dimension?: string) => but(chosenRows, dimension)
  const text = `
    ${isPriced ? cutSteps : ''}
    select 'total' as facet, '' as name, sum(projects)::integer as projects from published_facets where ${sums()}
    union all select 'all', '', sum(projects)::integer from published_facets
      where category = '' and difficulty = '' and technology = '' and price_step = -1
    union all select 'category', category, sum(projects)::integer from published_facets
      where category <> '' and ${sums('category')} group by 2
    union all select 'difficulty', difficulty, sum(projects)::integer from published_facets
      where difficulty <> '' and ${sums('difficulty')} group by 2
    union all (select 'technology', min(spelling), sum(projects)::integer from published_facets
      where technology <> '' and ${sums('technology')} group by technology order by 3 desc limit 40)
    union all select 'price', place, (select sum(projects)::integer from published_facets
      where price_step between price_step(lowest) and price_step(highest) and ${sums('price')})
      from (values ${ranges}) price_range (place, lowest, highest)`
  const cut = `
    union all select 'total', '', count(*) from edges where ${rows()}
    union all select 'category', category, count(*) from edges where ${rows('category')} group by 2
    union all select 'difficulty', difficulty, count(*) from edges where ${rows('difficulty')} group by 2
    union all select 'technology', spelling, count(*) from edges, unnest(technologies) spelling
      where ${rows('technology')} group by 2`
  return { text: isPriced ? text + cut : text, values }
}

const chosenSums = {
  category: 'category = $1',
  difficulty: 'difficulty = $2',
  technology: 'technology = $3',
  price: 'price_step = -1',
}
const pricedSums =
  'price_step between (select low + low % 2 from steps) and (select high - high % 2 from steps)'
const chosenRows = {
  category: "($1 = '' or category = $1)",
  difficulty: "($2 = '' or difficulty = $2)",
  technology: "($3 = '' or technology_keys @> array[$3])",
}
const cutSteps = `
  with steps (low, high) as materialized (select price_step($4), price_step($5)), edges as materialized (
    select category, difficulty, technologies, technology_keys from published_projects
    where price_step(price_paise) in ((select low from steps where low % 2 = 1), (select high from steps where high % 2 = 1))
      and price_paise between $4 and $5
  )`

export const detailStatement = (id: string): Statement => ({
  text: `select projects.*, members.name as owner_name, releases.number, releases.file_count, releases.total_size,
      releases.created_at as released_at, ${images}
    from projects join members on members.id = owner_id left join releases on releases.id = release_id
    where projects.id = $1 and deleted_at is null
      and exists (select from published_projects where project_id = projects.id)`,
  values: [id],
})

const images = `(select coalesce(json_agg(image order by position), '[]') from (
    select id, alt, width, height, position from project_images where project_id = projects.id
  ) image) as images`

const cards = `select projects.id, title, left(description, 300) as description, projects.category, projects.price_paise,
  projects.technologies, tags, projects.difficulty, rating_sum, projects.rating_count, projects.sales_count, download_count,
  run_count, ran_count, languages, file_tree,
  projects.is_featured, is_active, verification_status, report_key is not null as has_report, projects.created_at, ${images}`

const orders: Record<string, { order: string; columns: string }> = {
  featured: {
    order: 'featured_rank desc, sales_count desc, project_id desc',
    columns: 'featured_rank, sales_count',
  },
  newest: { order: 'created_at desc, project_id desc', columns: 'created_at' },
  'price-low': { order: 'price_paise, project_id', columns: 'price_paise' },
  'price-high': { order: 'price_paise desc, project_id desc', columns: 'price_paise' },
  rating: { order: 'rating desc, rating_count desc, project_id desc', columns: 'rating, rating_count' },
}
const paged = (order: string) => order.replaceAll(/(\w+)( desc)?(,|$)/g, 'page.$1$2$3')

const ranges = `('0', 0, 0), ('1', 0, 50000), ('2', 50000, 100000), ('3', 100000, 200000), ('4', 200000, 2147483647)`

const offsetOf = ({ page = '1' }: FloorQuery) => (Number(page) - 1) * 10
const paise = (rupees: string | undefined, without: number) =>
  rupees === undefined ? without : Number(rupees) * 100

function conditions(query: FloorQuery) {
  const given: unknown[] = []
  const place = (value: unknown) => `$${given.push(value)}`
  const { category, difficulty, technology, minPrice, maxPrice } = query
  const where = [
    category && `category = ${place(category)}`,
    difficulty && `difficulty = ${place(difficulty)}`,
    technology && `technology_keys @> array[${place(technology.toLowerCase())}::text]`,
    minPrice && `price_paise >= ${place(paise(minPrice, 0))}`,
    maxPrice && `price_paise <= ${place(paise(maxPrice, 0))}`,
  ].filter(Boolean)
  return { where: where.join(' and ') || 'true', values: given }
}
