import { useEffect } from 'react'
import { data, Link } from 'react-router'

import type { Api } from '#contract/client.ts'
import { counted } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { AddToCart, addToCartLabel, CartIcon } from '../orders/add-to-cart.tsx'
import { LanguageStrip, ListedPicture } from '../projects/project-picture.tsx'
import type { Head, PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Frame } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import { Breakable } from '../ui/text.tsx'
import type { Route } from './+types/compare-page'
import { toCard } from './card.server.ts'
import { compareAddress, comparedIn, compareFormId, removeCompared, setCompared } from './compared.ts'
import { type Comparison, toComparison } from './comparison.server.ts'
import { cardGrid, ProjectCard } from './project-card.tsx'
import { WhatsAppLink } from './whatsapp-link.tsx'

export const handle: PageHandle = {
  reads: ['ids'],
  failure: { title: 'Failed to load projects', text: 'Something went wrong on the way. Please try again.' },
}

/**
 * Loads the projects that the address names, at most four of them. What is not on sale, or no project at all, is left
 * out.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const ids = comparedIn(url.searchParams)
  const asked = ids.slice(0, limits.compared)
  const answers = await Promise.all(asked.map((id) => listedProject(api, id)))
  const projects = answers.filter((project) => project !== undefined)
  const shown = projects.map(({ _id }) => _id)
  const titles = projects.map(({ title }) => title)
  return data(
    {
      head: {
        origin: url.origin,
        path: compareAddress(shown),
        title: `${titles.length > 0 ? `Compare ${titles.join(', ')}` : 'Compare projects'} | Readymade`,
        description: 'Price, stack, size, report and licence of coding projects, side by side.',
        listed: false,
      } satisfies Head,
      ids: shown,
      comparison: toComparison(projects),
      note: leftOut(asked.length - shown.length, ids.length - asked.length),
      similar: (await similarTo(api, shown)).map(toCard),
    },
    { status: asked.length > 0 && shown.length === 0 ? 404 : 200 },
  )
}

/** Returns a published project; undefined for any other, and for what is no id. */
async function listedProject(api: Api, id: string) {
  try {
    return (await api.projects.get({ params: { id } })).project
  } catch (answer) {
    if (answer instanceof Response && [400, 404].includes(answer.status)) return undefined
    throw answer
  }
}

/** Returns projects like the first one, while there is room for another. */
async function similarTo(api: Api, [first, ...others]: readonly string[]) {
  if (!first || others.length + 1 >= limits.compared) return []
  const { projects } = await api.projects.related({ params: { id: first } })
  return projects.filter(({ _id }) => !others.includes(_id))
}

/** Says how many of the named projects are not shown, and why; empty when all are. */
const leftOut = (unlisted: number, beyond: number): string =>
  [
    unlisted > 0 && `${counted(unlisted, 'project')} left out: not on sale now.`,
    beyond > 0 && `${counted(beyond, 'project')} left out: ${limits.compared} can be compared at once.`,
  ]
    .filter(Boolean)
    .join(' ')

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { head, ids, comparison, note, similar } = loaderData
  const address = ids.join()
  // What is compared is what is chosen, so that a tick elsewhere adds to it.
  useEffect(() => {
    if (address) setCompared(address.split(','))
  }, [address])
  return (
    <>
      {/* Without scripts the ticks of the page are added to what is compared. */}
      <input type="hidden" name="ids" value={address} form={compareFormId} />
      <Page className="pb-10">
        <PageHead
          title="Compare projects"
          lead={leads[Math.min(ids.length, 2)]}
          actions={
            ids.length > 1 && <WhatsAppLink words={`Which one? ${head.origin}${head.path}`} tone="quiet" />
          }
        />
        {note && <Callout className="mb-5">{note}</Callout>}
        {ids.length === 0 ? (
          <EmptyState
            title="Nothing to compare yet"
            action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}
          >
            Tick the box on the picture of two to four projects, then press Compare at the foot of the page.
          </EmptyState>
        ) : (
          <ComparisonTable {...comparison} />
        )}
      </Page>
      {similar.length > 0 && (
        <Page as="section" labelledBy="similar" className="pb-12">
          <h2 id="similar" className="text-22 pb-4">
            Add another
          </h2>
          <div className={cardGrid}>
            {similar.map((project) => (
              <ProjectCard key={project._id} project={project} />
            ))}
          </div>
        </Page>
      )}
    </>
  )
}

/** What the page says below its heading, by the number of projects that it shows. */
const leads = [undefined, 'Tick another to see them side by side.', 'What their labels say, side by side.']

/** The projects as columns below their names, which stay in view as the names of the rows do. */
function ComparisonTable({ columns, rows }: Comparison) {
  const ids = columns.map(({ _id }) => _id)
  return (
    // A scrolling element must be reachable by keyboard.
    <section aria-label="Projects compared" tabIndex={0} className="side-by-side scroll-cue">
      <table>
        <thead>
          <tr>
            <td>
              <span className="sr-only">Fact</span>
            </td>
            {columns.map(({ _id, title }) => (
              <th key={_id} scope="col">
                <Link to={`/projects/${_id}`} className="link-rule">
                  <Breakable text={title} />
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">picture</th>
            {columns.map((column) => (
              <td key={column._id}>
                <Frame>
                  <ListedPicture project={column} sizes="(min-width: 640px) 17rem, 10rem" />
                </Frame>
                <LanguageStrip languages={column.languages} names="largest" className="mt-2" />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">price</th>
            {columns.map(({ _id, price }) => (
              <td key={_id}>
                <PriceTag amount={price} label="" />
              </td>
            ))}
          </tr>
          {rows.map(({ term, values }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              {values.map((value, index) => (
                <td key={ids[index]}>
                  {typeof value === 'string' ? (
                    value
                  ) : (
                    <ul>
                      {value.map((item) => (
                        <li key={item}>{item}</li>
                      ))}
                    </ul>
                  )}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">
              <span className="sr-only">actions</span>
            </th>
            {columns.map(({ _id, title }) => (
              <td key={_id}>
                <AddToCart item={{ projectId: _id, kind: 'source', title }}>
                  {(isIn) => (
                    <Button type="submit" tone="quiet" size="small" icon={<CartIcon isIn={isIn} />}>
                      <span>{addToCartLabel(isIn)}</span>
                      <span className="sr-only">{`: ${title}`}</span>
                    </Button>
                  )}
                </AddToCart>
                <ButtonLink
                  to={compareAddress(ids.filter((id) => id !== _id))}
                  tone="link"
                  size="small"
                  rel="nofollow"
                  preventScrollReset
                  onClick={() => removeCompared(_id)}
                >
                  Remove
                  <span className="sr-only">{`: ${title}`}</span>
                </ButtonLink>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
