import { useCallback, useState } from 'react'
import { redirect, useNavigation, useSearchParams } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'

import type { PageHandle } from '../page-handle.ts'
import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { Pagination } from '../ui/data/pagination.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/admin-projects-page'
import { BulkActions } from './projects/bulk-actions.tsx'
import { addressWith, filterIn, queryIn } from './projects/list-address.ts'
import { changeList } from './projects/list-changes.ts'
import { ListFilters } from './projects/list-filters.tsx'
import { ListRows } from './projects/list-rows.tsx'
import { requireStaff } from './session.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Projects | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const { searchParams } = new URL(request.url)
  const found = await api.projects.list({ query: queryIn(searchParams) })
  const { page, pages } = found.pagination
  // The last rows of the last page were deleted.
  if (page > 1 && page > pages)
    throw redirect(addressWith(searchParams, { page: String(Math.max(1, pages)) }))
  return found
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  return changeList(await requireStaff(), await request.formData())
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

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load projects" onRetry={reload} />
}
