import { Form, Link, useNavigation, useSearchParams, useSubmit } from 'react-router'

import { rupees } from '#contract/kit/rupees.ts'
import type { ProjectCard } from '#contract/projects.ts'
import { categories } from '#contract/projects/lists.ts'
import { verificationStatuses } from '#contract/projects/verification.ts'

import type { PageHandle } from '../page-handle.ts'
import { pictureUrl } from '../projects/project-picture.tsx'
import { VerificationStatus, verificationWords } from '../projects/verification-status.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data/data-table.tsx'
import { Pagination } from '../ui/data/pagination.tsx'
import { day } from '../ui/day.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Field } from '../ui/form/field.tsx'
import { SearchField } from '../ui/form/search-field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/admin-projects-page'
import { requireStaff } from './session.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Projects | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const { searchParams } = new URL(request.url)
  const text = (name: string) => searchParams.get(name) || undefined
  const wanted = searchParams.get('status')
  const page = Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1)
  const query = {
    search: text('search'),
    category: text('category'),
    status: verificationStatuses.find((known) => known === wanted),
    waitsFor: waitsFor.find(({ value }) => value === wanted)?.who,
    page,
    limit: 20,
    sort: 'newest' as const,
  }
  return api.projects.list({ query })
}
clientLoader.hydrate = true as const

export default function AdminProjectsPage({ loaderData }: Route.ComponentProps) {
  const { projects, pagination, waitingForOwner } = loaderData
  const [params] = useSearchParams()
  const submit = useSubmit()
  const busy = useNavigation().state === 'loading'
  const isQueue = ['ready', 'pending'].includes(params.get('status') ?? '')
  const address = (page: number) => {
    const next = new URLSearchParams(params)
    next.set('page', String(page))
    return `/admin/projects?${next}`
  }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-28">Projects</h1>
        <p className="text-13 text-quiet font-mono tabular-nums">{pagination.total} found</p>
      </div>
      <Form
        className="mb-5 flex flex-wrap items-end gap-3"
        onChange={({ currentTarget, target }) => {
          if (target instanceof HTMLSelectElement) void submit(currentTarget)
        }}
      >
        <SearchField
          label="Search projects"
          placeholder="Title or description"
          defaultValue={params.get('search') ?? ''}
          submit="Search"
          className="flex-1 basis-72"
        />
        <Field label="Category" hideLabel className="max-sm:flex-1">
          <Select
            name="category"
            defaultValue={params.get('category') ?? ''}
            placeholder="All categories"
            options={categories}
          />
        </Field>
        <Field label="Status" hideLabel className="max-sm:flex-1">
          <Select
            key={params.get('status')}
            name="status"
            defaultValue={params.get('status') ?? ''}
            placeholder="All statuses"
            options={[
              ...waitsFor,
              ...verificationStatuses.map((value) => ({ value, label: verificationWords[value] })),
            ]}
          />
        </Field>
      </Form>
      <Sheet className={busy ? 'overflow-hidden opacity-60' : 'overflow-hidden'}>
        <DataTable
          caption="Projects"
          columns={columns}
          rows={projects.map((card) => ({
            ...card,
            isOwnersTurn: waitingForOwner?.includes(card._id) === true,
          }))}
          rowKey={({ _id }) => _id}
          empty={
            <EmptyState
              title={isQueue ? 'Nothing is waiting' : 'No projects found'}
              action={
                <ButtonLink to="/admin/projects" tone="quiet">
                  Show all projects
                </ButtonLink>
              }
            >
              {isQueue ? 'Every project has been looked at.' : 'Try fewer filters or another word.'}
            </EmptyState>
          }
        />
      </Sheet>
      <Pagination page={pagination.page} pages={pagination.pages} to={address} className="mt-6" />
    </>
  )
}

export function HydrateFallback() {
  return (
    <Loading text="Loading projects...">
      <Skeleton className="mb-5 h-9 w-40" />
      <Skeleton className="mb-5 h-11" />
      <Skeleton className="h-96" />
    </Loading>
  )
}

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load projects" onRetry={() => location.reload()} />
}

/** Of the pending ones: who has to act next. */
const waitsFor = [
  { value: 'ready', label: 'To verify', who: 'staff' },
  { value: 'waiting', label: 'With the owner', who: 'owner' },
] as const

const columns: Column<ProjectCard & { isOwnersTurn: boolean }>[] = [
  {
    key: 'title',
    head: 'Project',
    className: 'min-w-64',
    cell: ({ _id, title, images }) => (
      <span className="flex items-center gap-3">
        <span className="border-rule bg-sunk rounded-small aspect-16/10 w-14 shrink-0 overflow-hidden border">
          {images[0] && (
            <img
              src={pictureUrl(images[0].url, 320)}
              alt=""
              width={56}
              height={35}
              loading="lazy"
              className="size-full object-cover object-top"
            />
          )}
        </span>
        <Link to={`/admin/projects/${_id}`} className="font-semibold hover:underline">
          {title}
        </Link>
      </span>
    ),
  },
  { key: 'category', head: 'Category', className: 'whitespace-nowrap', cell: ({ category }) => category },
  { key: 'price', head: 'Price', figures: true, cell: ({ price }) => rupees(price) },
  {
    key: 'status',
    head: 'Status',
    cell: ({ verificationStatus, isActive, isOwnersTurn }) => (
      <>
        <VerificationStatus status={verificationStatus} isActive={isActive} />
        {isOwnersTurn && <span className="text-13 text-quiet mt-1 block">Waiting for the owner</span>}
      </>
    ),
  },
  { key: 'created', head: 'Created', figures: true, cell: ({ createdAt }) => day(createdAt) },
  {
    key: 'review',
    head: <span className="sr-only">Actions</span>,
    className: 'text-right',
    cell: ({ _id, title }) => (
      <ButtonLink to={`/admin/projects/${_id}`} tone="quiet" size="small" aria-label={`Review ${title}`}>
        Review
      </ButtonLink>
    ),
  },
]
