import { type ChangeEvent, useCallback, useState } from 'react'
import { Link, redirect, useNavigation, useSearchParams } from 'react-router'

import type { StaffOrder } from '#contract/catalogue/catalogue.ts'
import { day, grouped, rupees } from '#contract/format.ts'
import { coverRows } from '#contract/projects/pictures.ts'
import type { ProjectCard } from '#contract/projects/projects.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { pictureUrl, ProjectCover } from '../project-picture.tsx'
import { VerificationStatus } from '../verification-status.tsx'
import type { Route } from './+types/projects-page'
import { addressWith, filterIn, ListFilters, queryIn } from './list-filters.tsx'
import { BulkActions, changeList, DeleteListing } from './listing-actions.tsx'

export const handle: PageHandle = {
  title: 'Projects',
  failure: 'Failed to load projects',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const found = await api.catalogue.list({ query: queryIn(searchParams) })
  const { page, pages } = found.pagination
  // The last rows of the last page were deleted.
  if (page > 1 && page > pages)
    throw redirect(addressWith(searchParams, { page: String(Math.max(1, pages)) }))
  return found
}

export async function clientAction({ context, request }: Route.ClientActionArgs) {
  return changeList(context.get(apiContext), await request.formData())
}

export default function AdminProjectsPage({ loaderData }: Route.ComponentProps) {
  const { projects, pagination, waitingForOwner, recalled, archived } = loaderData
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const [selected, select, deselect] = useSelection(filterIn(params))
  const rows = projects.map((card) => ({
    ...card,
    isOwnersTurn: waitingForOwner?.includes(card._id) === true,
    isRecalled: recalled?.includes(card._id) === true,
    isArchived: archived?.includes(card._id) === true,
  }))
  const isQueue = ['ready', 'pending'].includes(params.get('status') ?? '')
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="text-28">Projects</h1>
          <p className="text-13 text-quiet font-mono tabular-nums">
            {grouped(pagination.total)}
            {pagination.capped && '+'} found
          </p>
        </div>
        <ButtonLink to="/admin/projects/new" icon={<Icon name="plus" />}>
          Add New Project
        </ButtonLink>
      </div>
      <ListFilters />
      <BulkActions
        selected={[...selected]}
        onPage={rows.filter(({ _id }) => selected.has(_id)).length}
        onClear={() => deselect()}
        onDone={deselect}
      />
      {rows.length === 0 ? (
        <Sheet>
          <EmptyState
            title={isQueue ? 'Nothing is waiting' : 'No projects found'}
            action={
              <ButtonLink to="/admin/projects" tone="quiet">
                Show All Projects
              </ButtonLink>
            }
          >
            {isQueue ? 'Every project has been looked at.' : 'Try fewer filters or another word.'}
          </EmptyState>
        </Sheet>
      ) : (
        <ListRows
          rows={rows}
          selected={selected}
          onSelect={select}
          onDone={deselect}
          className={busy ? 'overflow-hidden opacity-60' : 'overflow-hidden'}
        />
      )}
      <Pagination {...pagination} className="mt-6" />
      {pagination.capped && (
        <p className="text-14 text-quiet mt-3 text-center">
          The first {grouped(pagination.total)} are listed. Search or filter to find others.
        </p>
      )}
    </>
  )
}

/** The selected ids: kept from page to page, forgotten when something else is looked for. */
function useSelection(filter: string) {
  const [{ of, ids }, set] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: filter, ids: none })
  const select = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      set((before) => {
        const next = new Set(before.of === filter ? before.ids : none)
        for (const id of changed) {
          if (isSelected) next.add(id)
          else next.delete(id)
        }
        return { of: filter, ids: next }
      }),
    [filter],
  )
  /** Without ids all of them. */
  const deselect = useCallback(
    (gone?: readonly string[]) => (gone ? select(gone, false) : set({ of: filter, ids: none })),
    [filter, select],
  )
  return [of === filter ? ids : none, select, deselect] as const
}

const none: ReadonlySet<string> = new Set()

/** A project in the staff's list. */
type ListRow = ProjectCard & { isOwnersTurn: boolean; isRecalled: boolean; isArchived: boolean }

/** The projects of one page: a table where it has room, else cards. */
function ListRows({ rows, selected, onSelect, onDone, className }: ListRowsProps) {
  const [params] = useSearchParams()
  const { orderBy, order } = queryIn(params)
  const sorted = (column: StaffOrder, text: string) => {
    const isThis = orderBy === column
    const next = isThis && order === 'asc' ? 'desc' : 'asc'
    return {
      key: column,
      sort: isThis ? (order === 'asc' ? ('ascending' as const) : ('descending' as const)) : ('none' as const),
      head: (
        <Link
          to={addressWith(params, { orderBy: column, order: next, page: '' })}
          preventScrollReset
          className="hover:text-ink relative inline-flex h-11 items-center"
        >
          {text}
          {isThis && (
            <span aria-hidden="true" className="absolute left-full pl-0.5">
              {order === 'asc' ? '↑' : '↓'}
            </span>
          )}
        </Link>
      ),
    }
  }
  const isChosen = ({ _id }: ListRow) => selected.has(_id)
  const tick = (row: ListRow) => (
    <Checkbox
      hideLabel
      label={`Select ${row.title}`}
      checked={isChosen(row)}
      onChange={({ target }) => onSelect([row._id], target.checked)}
    />
  )
  const actions = (row: ListRow) => (
    <span className="flex items-center justify-end gap-2">
      <ButtonLink
        to={`/admin/projects/${row._id}`}
        tone="quiet"
        size="small"
        aria-label={`Review ${row.title}`}
      >
        Review
      </ButtonLink>
      <ButtonLink
        to={`/admin/projects/edit/${row._id}`}
        tone="quiet"
        size="small"
        aria-label={`Edit ${row.title}`}
      >
        Edit
      </ButtonLink>
      <DeleteListing _id={row._id} title={row.title} onDone={onDone} />
    </span>
  )
  const ids = rows.map(({ _id }) => _id)
  const ofAll = {
    checked: rows.every(isChosen),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onSelect(ids, target.checked),
  }
  const columns: Column<ListRow>[] = [
    {
      key: 'select',
      className: 'w-px',
      head: <Checkbox hideLabel label="Select all on this page" {...ofAll} />,
      cell: tick,
    },
    { ...sorted('title', 'Title'), className: 'min-w-32', cell: titleCell },
    {
      ...sorted('category', 'Category'),
      className: 'min-w-22 xl:whitespace-nowrap',
      cell: ({ category }) => category,
    },
    { ...sorted('price', 'Price'), figures: true, cell: ({ price }) => rupees(price) },
    { ...sorted('status', 'Status'), cell: standingCell },
    { ...sorted('created', 'Created'), figures: true, cell: ({ createdAt }) => day(createdAt) },
    { key: 'actions', head: <span className="sr-only">Actions</span>, cell: actions },
  ]
  return (
    <Sheet className={className}>
      <div className="max-xl:hidden">
        <DataTable
          caption="Projects"
          className="max-h-none!"
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          chosen={isChosen}
        />
      </div>
      <Checkbox
        className="border-edge text-13 text-quiet gap-4! border-b pr-4 pl-5 font-mono xl:hidden"
        label="Select all on this page"
        {...ofAll}
      />
      <ul aria-label="Projects" className="divide-rule divide-y xl:hidden">
        {rows.map((row) => (
          <li key={row._id} className={`flex gap-2 py-3 pr-4 pl-3 ${isChosen(row) ? 'bg-sunk' : ''}`}>
            <div className="w-9 shrink-0">{tick(row)}</div>
            <div className="flex min-w-0 flex-1 flex-col gap-2 pt-2 sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
              <div className="col-span-2">
                <Title row={row} />
              </div>
              <p className="text-14 text-quiet">
                {row.category} · <span className="text-ink">{rupees(row.price)}</span> · {day(row.createdAt)}
              </p>
              <Standing row={row} />
              <div className="col-start-2 row-span-2 row-start-2 flex justify-start self-end">
                {actions(row)}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

const Title = ({ row, row: { _id, title, category, images } }: { row: ListRow }) => (
  <span className="flex items-start gap-3 xl:items-center">
    <span className="cover-close border-rule bg-sunk rounded-small aspect-16/10 w-14 shrink-0 overflow-hidden border xl:max-[85rem]:hidden">
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
        <ProjectCover category={category} rows={coverRows(row)} />
      )}
    </span>
    <Link to={`/admin/projects/${_id}`} className="min-w-0 font-semibold break-words hover:underline">
      {title}
    </Link>
  </span>
)

const Standing = ({ row }: { row: ListRow }) => (
  <>
    <VerificationStatus status={row.verificationStatus} isRecalled={row.isRecalled} isActive={row.isActive} />
    {row.isArchived && <span className="text-13 text-quiet mt-1 block">Archived by its owner</span>}
    {row.isOwnersTurn && <span className="text-13 text-quiet mt-1 block">Waiting for the owner</span>}
  </>
)

const titleCell = (row: ListRow) => <Title row={row} />
const standingCell = (row: ListRow) => <Standing row={row} />

interface ListRowsProps {
  rows: readonly ListRow[]
  selected: ReadonlySet<string>
  onSelect: (ids: readonly string[], isSelected: boolean) => void
  /** Of projects that were deleted. */
  onDone: (ids: readonly string[]) => void
  className?: string
}
