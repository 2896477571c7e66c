import type { ChangeEvent } from 'react'
import { Link, useSearchParams } from 'react-router'

import { coverRows } from '#contract/drawing/cover.ts'
import { day } from '#contract/kit/day.ts'
import { rupees } from '#contract/kit/rupees.ts'
import type { ProjectCard } from '#contract/projects.ts'
import type { StaffOrder } from '#contract/projects/list-query.ts'

import { ProjectCover } from '../../projects/project-cover.tsx'
import { pictureUrl } from '../../projects/project-picture.tsx'
import { VerificationStatus } from '../../projects/verification-status.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { DeleteListing } from './delete-listing.tsx'
import { addressWith, queryIn } from './list-address.ts'

/** A project in the staff's list. */
export type ListRow = ProjectCard & { isOwnersTurn: boolean; isRecalled: boolean; isArchived: boolean }

/** The projects of one page: a table where it has room, else cards. */
export function ListRows({ rows, selected, onSelect, onDone, className }: ListRowsProps) {
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
