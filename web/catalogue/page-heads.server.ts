import { hash } from 'node:crypto'

import type { Operator, Site } from '#contract/content/content.ts'
import { counted, formatCount, pluralOf, rupees } from '#contract/kit/format.ts'
import type { PublicMember } from '#contract/members/members.ts'
import type { Review } from '#contract/orders/reviews.ts'
import type { Project, ProjectCard } from '#contract/projects/project.ts'

import { breadcrumbs, summary } from '../shell/head.server.ts'
import type { Head, Thing } from '../shell/page-handle.tsx'
import { listAddress, type ListChoice } from './list-query.ts'

/** The head of a project's page, for search engines and link previews. */
export function projectHead(
  origin: string,
  project: HeadProject,
  reviews: Review[],
  { sellsAs, operator }: Pick<Site, 'sellsAs' | 'operator'>,
): Head & { image: string } {
  const { _id, title, category, difficulty, description, price } = project
  const path = `/projects/${_id}`
  const image = imageOf(project)
  const seller =
    sellsAs === 'own_name'
      ? { '@type': 'Organization', name: operator.legalName ?? 'Readymade', url: `${origin}/` }
      : { '@type': 'Person', name: project.projectOwner.name }
  return {
    origin,
    path,
    title: `${title}: ${category} project, ${rupees(price)} | Readymade`,
    description: `${rupees(price)}, ${category}, ${difficulty}. ${summary(description, 120)}`,
    image,
    type: 'product',
    about: [
      productOf(origin, project, reviews, seller),
      breadcrumbs(origin, [
        { name: category, path: `/projects?${new URLSearchParams({ category })}` },
        { name: title, path },
      ]),
    ],
  }
}

type HeadProject = Pick<
  Project,
  | '_id'
  | 'title'
  | 'category'
  | 'difficulty'
  | 'description'
  | 'price'
  | 'images'
  | 'languages'
  | 'fileTree'
  | 'technologies'
  | 'fileCount'
  | 'lines'
  | 'runs'
  | 'reportPrice'
  | 'licence'
  | 'verifiedAt'
  | 'rating'
  | 'reviews'
  | 'projectOwner'
>

/** Converts a project to schema.org's Product, with ratings and reviews only where there are some. */
function productOf(origin: string, project: HeadProject, reviews: Review[], seller: Thing): Thing {
  const { _id, title, category, description, price, images, rating, reviews: count } = project
  return {
    '@type': 'Product',
    name: title,
    description: summary(description, 500),
    sku: _id,
    category,
    url: `${origin}/projects/${_id}`,
    image: [...images.map(({ url }) => origin + url), origin + imageOf(project)],
    brand: { '@type': 'Brand', name: project.projectOwner.name },
    offers: {
      '@type': 'Offer',
      url: `${origin}/projects/${_id}`,
      price: price.toFixed(2),
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      seller,
    },
    aggregateRating:
      count > 0
        ? {
            '@type': 'AggregateRating',
            ratingValue: rating,
            reviewCount: count,
            bestRating: 5,
            worstRating: 1,
          }
        : undefined,
    review: reviews.length > 0 ? reviews.slice(0, maxReviews).map(reviewOf) : undefined,
  }
}

/**
 * Returns the path of the preview image, with a hash of what it shows, because preview services cache an image by its
 * address.
 */
const imageOf = ({ _id, images, ...facts }: HeadProject) => {
  const { title, category, price, languages, fileTree, technologies } = facts
  const { fileCount, lines, runs, reportPrice, licence, verifiedAt } = facts
  const drawn = [
    title,
    category,
    price,
    images[0]?.url,
    images[0]?.thumbnail,
    languages,
    fileTree,
    technologies,
  ]
  const shown = JSON.stringify([...drawn, fileCount, lines, runs, reportPrice, licence, verifiedAt])
  return `/og/${_id}.jpg?v=${hash('sha256', shown, 'hex').slice(0, 8)}`
}

const reviewOf = ({ name, rating, text, createdAt }: Review): Thing => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  datePublished: createdAt.slice(0, 10),
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  reviewBody: text ? summary(text, 500) : undefined,
})

const maxReviews = 5

/** The head of the home page, which tells search engines who runs Readymade and how to search it. */
export function homeHead(
  origin: string,
  categories: { name: string; count: number }[],
  { legalName, address, email, phone }: Operator,
): Head {
  const organization = `${origin}/#organization`
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  const names = categories.filter(({ count }) => count > 0).map(({ name }) => name)
  const stock =
    total === 0
      ? 'Coding projects'
      : `${counted(total, 'project')} in ${names.slice(0, 4).join(', ')} and more`
  return {
    origin,
    path: '/',
    title: 'Readymade: ready-made coding projects, checked before you pay',
    description: `${stock}. See the files, the stack and the size before you pay, then download working source code.`,
    about: [
      {
        '@type': 'Organization',
        '@id': organization,
        name: 'Readymade',
        url: `${origin}/`,
        logo: `${origin}/icon-512.png`,
        legalName: legalName ?? undefined,
        address: address?.split('\n').join(', '),
        email: email ?? undefined,
        telephone: phone ?? undefined,
      },
      {
        '@type': 'WebSite',
        name: 'Readymade',
        url: `${origin}/`,
        inLanguage: 'en-IN',
        publisher: { '@id': organization },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/projects?search={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}

/**
 * The head of a page of the list. Search engines may index the whole list and each category, page by page; searches,
 * narrower filters and other sort orders show the same projects again and are not indexed, as are empty pages.
 */
export function listHead(
  origin: string,
  { choice, projects, total }: { choice: ListChoice; projects: Pick<ProjectCard, 'title'>[]; total: number },
): Head {
  const { category, page } = choice
  const path = listAddress({ ...unfiltered, category }, { page })
  const whole = listAddress(choice, { page })
  const listed = whole === path && projects.length > 0
  const kind = category ? `${category} projects` : 'Coding projects'
  const subject = choice.search
    ? `“${choice.search}” in ${category || 'all projects'}`
    : `${kind} with source code`
  return {
    origin,
    path: listed ? path : whole,
    title: `${subject}${page > 1 ? `, page ${page}` : ''} | Readymade`,
    description: describe(category, projects, total),
    listed,
    about:
      listed && category
        ? [
            breadcrumbs(origin, [
              { name: 'Projects', path: '/projects' },
              { name: category, path: listAddress({ ...unfiltered, category }, {}) },
            ]),
          ]
        : [],
  }
}

function describe(category: string, projects: Pick<ProjectCard, 'title'>[], total: number): string {
  if (projects.length === 0) return 'No project matches. Try fewer filters or another word.'
  const count = `${formatCount(total)} ${category || 'coding'} ${pluralOf(total, 'project')}`
  const titles = summary(projects.map(({ title }) => title).join(', '), 90)
  return `${count} checked by our staff, source code and prices in rupees: ${titles}`
}

const unfiltered: ListChoice = {
  search: '',
  category: '',
  technology: '',
  difficulty: '',
  minPrice: '',
  maxPrice: '',
  needs: '',
  report: '',
  ran: '',
  sort: 'featured',
  page: 1,
}

/**
 * The head of a member's public profile, for search engines and link previews. Each page of its projects may be
 * indexed.
 */
export function memberHead(
  origin: string,
  member: Pick<PublicMember, '_id' | 'name' | 'college' | 'profilePicture' | 'rating' | 'reviews'>,
  { page, total }: { page: number; total: number },
): Head {
  const { _id, name, college, profilePicture, rating, reviews } = member
  const path = `/members/${_id}`
  const projects = counted(total, 'coding project')
  const opinion = reviews === 0 ? '' : ` Rated ${rating.toFixed(1)} of 5 by buyers.`
  return {
    origin,
    path: page > 1 ? `${path}?page=${page}` : path,
    title: `${name}${page > 1 ? `, page ${page}` : ''} | Readymade`,
    description: `${projects} by ${name}${college && `, ${college}`}, each checked by our staff.${opinion}`,
    about: [
      {
        '@type': 'ProfilePage',
        url: origin + path,
        mainEntity: {
          '@type': 'Person',
          name,
          url: origin + path,
          image: profilePicture ? origin + profilePicture : undefined,
          affiliation: college ? { '@type': 'CollegeOrUniversity', name: college } : undefined,
        },
      },
      breadcrumbs(origin, [{ name, path }]),
    ],
  }
}
