import { Link } from 'react-router'

import { counted, formatCount, inRupees } from '#contract/kit/format.ts'

import { groundOf } from '../projects/project-picture.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext, siteContext } from '../shell/session/api.ts'
import { categoryAddress, useSite } from '../shell/site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection.ts'
import { StatRow } from '../ui/facts.tsx'
import { Page, Section, SectionHeading } from '../ui/page.tsx'
import { EmptyState, ErrorState } from '../ui/placeholders.tsx'
import type { Route } from './+types/home-page'
import { toCard } from './card.server.ts'
import { loadOpenSheet } from './featured-sheet.server.ts'
import { FeaturedSheet } from './featured-sheet.tsx'
import { homeHead } from './page-heads.server.ts'
import { cardGrid, ProjectCard } from './project-card.tsx'
import { SearchBox } from './search-box.tsx'

export const handle: PageHandle = {
  failure: () => <Home categories={[]} />,
  sitemap: ['/'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ projects }, { categories }, { figures }, site] = await Promise.all([
    api.catalogue.featured(),
    api.catalogue.categories(),
    api.content.figures(),
    context.get(siteContext)(),
  ])
  // Take the seventh project when there is one, so that the open sheet does not repeat the first card.
  const first = projects[featuredShown] ?? projects[0]
  const open = first && (await loadOpenSheet(api, first))
  return {
    head: homeHead(url.origin, categories, site.operator),
    projects: projects.slice(0, featuredShown).map(toCard),
    hasMore: projects.length > featuredShown,
    categories: categories.slice(0, 4),
    figures,
    open,
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <Home {...loaderData} />
}

function Home({ projects, hasMore, categories, figures, open }: HomeProps) {
  return (
    <>
      <Page className="grid items-center gap-x-12 gap-y-6 pt-5 pb-10 md:gap-y-12 md:pt-14 md:pb-16 lg:grid-cols-12">
        <div className="lg:col-span-6">
          <h1 className="text-36 md:text-48 xl:text-64 leading-[1.05] tracking-[-0.025em] text-balance">
            Ready-made code for your college project
          </h1>
          <p className="md:text-18 text-quiet mt-3 max-w-(--container-text) max-md:leading-6 md:mt-5 md:text-balance">
            Every project has a label: what is inside, what it is built with, how large it is. Our staff check
            it, and you read it before you pay.
          </p>
          <form action="/projects" className="mt-4 md:mt-8">
            <SearchBox placeholder="Try hospital" size="large" />
          </form>
          <div className="mt-3 grid grid-cols-2 gap-3 sm:flex md:mt-5">
            <ButtonLink to="/projects" size="large" className="max-sm:text-16 max-sm:px-2">
              Browse Projects
            </ButtonLink>
            <ButtonLink to="#categories" tone="quiet" size="large" className="max-sm:text-16 max-sm:px-2">
              How It Works
            </ButtonLink>
          </div>
        </div>
        {open && <FeaturedSheet {...open} eager className="lg:col-span-6" />}
      </Page>
      {figures && (
        <Page>
          <StatRow stats={statsOf(figures)} />
        </Page>
      )}
      <Section id="categories" labelledBy="categories-title">
        <Page>
          <SectionHeading
            id="categories-title"
            title="How it works"
            lead="Pick a category, read the label, pay by UPI or card, download."
          />
          <Steps />
          <div className="mt-10 flex flex-wrap items-baseline justify-between gap-x-6">
            <h3 className="text-18">Pick a category</h3>
            <ButtonLink to="/categories" tone="link">
              All Categories
            </ButtonLink>
          </div>
          <ul className="mt-3 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
            {categories.map((category) => (
              <CategoryTile key={category.name} {...category} />
            ))}
          </ul>
        </Page>
      </Section>
      <Section labelledBy="featured-title" className="pt-0! md:pt-0! xl:pt-0!">
        <Page>
          <SectionHeading
            id="featured-title"
            heavy
            title="Featured projects"
            action={
              hasMore && (
                <ButtonLink to="/projects" tone="link" className="max-sm:text-14">
                  View All Projects
                </ButtonLink>
              )
            }
          />
          {!projects ? (
            <ErrorState as="h3" title="Failed to load featured projects" onRetry={reload} />
          ) : projects.length === 0 ? (
            <EmptyState as="h3" title="No projects yet">
              Approved projects appear here.
            </EmptyState>
          ) : (
            <div className={cardGrid}>
              {projects.map((project) => (
                <ProjectCard key={project._id} project={project} />
              ))}
            </div>
          )}
        </Page>
      </Section>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type HomeProps = Partial<Loaded> & Pick<Loaded, 'categories'>

function Steps() {
  const { refundDays } = useSite()
  return (
    <ol className="grid gap-6 md:grid-cols-3">
      {stepsWith(counted(refundDays, 'day')).map(({ title, text }, index) => (
        <li key={title} className="flex gap-4">
          <span className="text-14 text-quiet pt-1 tabular-nums">{index + 1}</span>
          <div>
            <h3 className="text-18">{title}</h3>
            <p className="text-quiet mt-1">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const stepsWith = (refundDays: string) => [
  { title: 'Read the label', text: 'Files, sizes, languages, README and reviews are there before you pay.' },
  {
    title: 'Pay once',
    text: `UPI or card. Ask for your money back within ${refundDays} if it is not as described.`,
  },
  {
    title: 'Download and learn',
    text: 'Get the source as a ZIP at once, and every later approved release of it.',
  },
]

const featuredShown = 6

/** The figures of the home page: counted, or in the words of staff. */
const statsOf = ({ projects, students, technologies, words }: Loaded['figures']) => [
  stat(projects, words.projects, 'project'),
  stat(students, words.students, 'student'),
  stat(technologies, words.technologies, 'technology', 'technologies'),
  { value: '24/7', label: 'download access' },
]

const stat = (count: number | null, promised: string, one: string, many = `${one}s`) =>
  count === null
    ? { value: promised, label: many }
    : { value: formatCount(count), label: count === 1 ? one : many }

/** A link to a category with a picture of its best project: a row on phones, a tile on wide screens. */
function CategoryTile({ name, count, minPrice, thumbnail }: CategoryTileProps) {
  return (
    <li>
      <Link
        to={categoryAddress(name)}
        className="rounded-sheet border-rule bg-sheet hover:border-edge group flex h-full overflow-hidden border lg:flex-col"
      >
        <span
          className={`block aspect-16/10 w-30 max-w-2/5 shrink-0 lg:w-full lg:max-w-none ${groundOf(name)}`}
        >
          {thumbnail && (
            <img
              src={thumbnail}
              srcSet={`${thumbnail} 320w, ${thumbnail.replace('320.', '640.')} 640w`}
              sizes="(min-width: 1024px) 18rem, 8rem"
              alt=""
              width={320}
              height={200}
              loading="lazy"
              decoding="async"
              className="picture-whole"
            />
          )}
        </span>
        <span className="border-rule flex min-w-0 flex-1 flex-col justify-center gap-1 border-l px-4 py-2 lg:justify-between lg:gap-3 lg:border-t lg:border-l-0 lg:py-4">
          <span className="font-head text-18 leading-tight! font-semibold wrap-anywhere decoration-2 underline-offset-4 group-hover:underline">
            {name}
          </span>
          <span className="text-13 text-quiet flex flex-wrap justify-between gap-x-3 tabular-nums">
            <span>{count === 0 ? 'No projects yet' : counted(count, 'project')}</span>
            {minPrice !== null && (
              <span>{minPrice === 0 ? 'free and up' : `from ${inRupees(minPrice)}`}</span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

type CategoryTileProps = {
  name: string
  count: number
  /** The lowest price in rupees. */
  minPrice: number | null
  /** The address of a picture 320 px wide. */
  thumbnail: string | null
}
