import { Link, useSearchParams } from 'react-router'

import { day, rupees } from '#contract/kit/format.ts'
import { categories } from '#contract/projects/categories.ts'
import { drawnCover } from '#contract/projects/cover.ts'
import type { ProjectCard } from '#contract/projects/project.ts'
import { projects } from '#contract/projects/projects.ts'
import { verificationStatuses } from '#contract/projects/verification.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import {
  queryIn,
  type Selection,
  type StaffColumn,
  StaffList,
  useSelection,
} from '../../shell/staff-list.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pictureUrl, ProjectCover } from '../project-picture.tsx'
import { VerificationStatus, verificationLabels } from '../verification-status.tsx'
import type { Route } from './+types/projects-page'
import { bulkActions, listActions, DeleteProject } from './project-actions.tsx'

export const handle: PageHandle = {
  title: 'Projects',
  failure: 'Failed to load projects',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).projects.list({ query: listQuery(new URL(request.url).searchParams) })
}

/** The query in an address; by default the newest projects are first. */
function listQuery(params: URLSearchParams) {
  const query = queryIn(projects.list.query, params)
  return {
    ...query,
    waitsFor: waitsFor.find(({ value }) => value === params.get('status'))?.who,
    orderBy: query.orderBy ?? ('created' as const),
    order: query.order ?? ('desc' as const),
    limit: 20,
  }
}

/** The filters for pending projects by who has to act next. */
const waitsFor = [
  { value: 'ready', label: 'To verify', who: 'staff' },
  { value: 'waiting', label: 'With the owner', who: 'owner' },
] as const

export const clientAction = listActions

export default function AdminProjectsPage({ loaderData }: Route.ComponentProps) {
  const { projects, pagination, waitingForOwner, recalled, archived } = loaderData
  const [params] = useSearchParams()
  const { orderBy, order } = listQuery(params)
  const selection = useSelection()
  const isQueue = ['ready', 'pending'].includes(params.get('status') ?? '')
  return (
    <StaffList
      title="Projects"
      action={
        <ButtonLink to="/admin/projects/new" icon={<Icon name="plus" />}>
          Add New Project
        </ButtonLink>
      }
      search={{ label: 'Search projects', placeholder: 'Title or description' }}
      filters={filters}
      rows={projects.map((card) => ({
        ...card,
        isOwnersTurn: waitingForOwner?.includes(card._id) === true,
        isRecalled: recalled?.includes(card._id) === true,
        isArchived: archived?.includes(card._id) === true,
      }))}
      columns={[...columns, actionsFor(selection)]}
      orderedBy={{ column: orderBy, way: order }}
      bulk={{ selection, selectLabel: ({ title }) => `Select ${title}`, actions: bulkActions }}
      pagination={pagination}
      empty={{
        ...(isQueue
          ? { title: 'Nothing is waiting' }
          : { title: 'No projects found', text: 'Try fewer filters or another word.' }),
        show: { label: 'Show All Projects', to: '/admin/projects' },
      }}
    />
  )
}

const filters = [
  { name: 'category', label: 'Category', placeholder: 'All categories', options: categories },
  {
    name: 'status',
    label: 'Status',
    placeholder: 'All statuses',
    options: [
      ...waitsFor,
      ...verificationStatuses.map((value) => ({ value, label: verificationLabels[value] })),
    ],
  },
]

/** A row of the list. */
type ListRow = ProjectCard & { isOwnersTurn: boolean; isRecalled: boolean; isArchived: boolean }

const actionsFor = ({ select }: Selection): StaffColumn<ListRow> => ({
  key: 'actions',
  head: <span className="sr-only">Actions</span>,
  cell: (row) => <Actions row={row} select={select} />,
})

const Actions = ({ row: { _id, title }, select }: { row: ListRow; select: Selection['select'] }) => (
  <span className="flex items-center justify-end gap-4">
    <ButtonLink to={`/admin/projects/${_id}`} tone="quiet" size="small" aria-label={`Review ${title}`}>
      Review
    </ButtonLink>
    <ButtonLink
      to={`/admin/projects/edit/${_id}`}
      tone="link"
      size="small"
      className="text-quiet! hover:text-ink! font-normal no-underline! hover:underline!"
      aria-label={`Edit ${title}`}
    >
      Edit
    </ButtonLink>
    <DeleteProject _id={_id} title={title} select={select} />
  </span>
)

const Title = ({ row, row: { _id, title, category, images } }: { row: ListRow }) => (
  <span className="unfolded:items-center flex items-start gap-3">
    <span className="cover-close border-rule bg-sunk rounded-small unfolded:max-[85rem]:hidden aspect-16/10 w-14 shrink-0 overflow-hidden border">
      {images[0] ? (
        <img
          src={pictureUrl(images[0].url, 320)}
          alt=""
          width={56}
          height={35}
          loading="lazy"
          className="picture-whole"
        />
      ) : (
        <ProjectCover category={category} src={drawnCover(row)} />
      )}
    </span>
    <Link to={`/admin/projects/${_id}`} className="min-w-0 font-semibold break-words hover:underline">
      {title}
    </Link>
  </span>
)

const StatusCell = ({ row }: { row: ListRow }) => (
  <>
    <VerificationStatus status={row.verificationStatus} isRecalled={row.isRecalled} isActive={row.isActive} />
    {row.isArchived && <span className="text-13 text-quiet mt-1 block">Archived by its owner</span>}
    {row.isOwnersTurn && <span className="text-13 text-quiet mt-1 block">Waiting for the owner</span>}
  </>
)

const columns: StaffColumn<ListRow>[] = [
  {
    key: 'title',
    head: 'Title',
    orderBy: 'title',
    className: 'min-w-32',
    cell: (row) => <Title row={row} />,
  },
  {
    key: 'category',
    head: 'Category',
    orderBy: 'category',
    folded: 'inline',
    className: 'min-w-22 xl:whitespace-nowrap',
    cell: ({ category }) => category,
  },
  {
    key: 'price',
    head: 'Price',
    orderBy: 'price',
    folded: 'inline',
    figures: true,
    cell: ({ price }) => rupees(price),
  },
  {
    key: 'status',
    head: 'Status',
    orderBy: 'status',
    folded: 'inline',
    cell: (row) => <StatusCell row={row} />,
  },
  {
    key: 'created',
    head: 'Created',
    orderBy: 'created',
    folded: 'inline',
    figures: true,
    cell: ({ createdAt }) => day(createdAt),
  },
]
