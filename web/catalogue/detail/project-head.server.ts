import { hash } from 'node:crypto'

import { rupees } from '#contract/kit/rupees.ts'
import type { Project } from '#contract/projects.ts'
import type { Review } from '#contract/reviews.ts'

import { breadcrumbs, headTags, summary, type Thing } from '../../shell/head.server.ts'

/** What search engines and link previews read about a project. */
export function projectHead(origin: string, project: HeadProject, reviews: Review[]) {
  const { _id, title, category, difficulty, description, price } = project
  const path = `/projects/${_id}`
  const image = imageOf(project)
  return headTags({
    origin,
    path,
    title: `${title}: ${category} project, ${rupees(price)} | Readymade`,
    description: `${rupees(price)}, ${category}, ${difficulty}. ${summary(description, 120)}`,
    image,
    type: 'product',
    about: [
      productOf(origin, project, reviews),
      breadcrumbs(origin, [
        { name: category, path: `/projects?${new URLSearchParams({ category })}` },
        { name: title, path },
      ]),
    ],
  })
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
  | 'rating'
  | 'reviews'
  | 'projectOwner'
>

/** The project as schema.org's Product: ratings and reviews only where there are some. */
function productOf(origin: string, project: HeadProject, reviews: Review[]): Thing {
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
      seller: { '@type': 'Organization', name: 'Readymade', url: `${origin}/` },
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

/** Named after what it shows, because those who make previews keep an image for as long as its address. */
const imageOf = ({ _id, title, category, price, images, languages, fileTree }: HeadProject) => {
  const shown = JSON.stringify([title, category, price, images[0]?.url, languages, fileTree])
  return `/og/${_id}.jpg?v=${hash('sha256', shown, 'hex').slice(0, 8)}`
}

const reviewOf = ({ name, rating, text, createdAt }: Review): Thing => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  datePublished: createdAt.slice(0, 10),
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  reviewBody: summary(text, 500),
})

const maxReviews = 5
