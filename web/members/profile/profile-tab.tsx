import type { ComponentProps } from 'react'
import {
  replace,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useOutletContext,
  useRevalidator,
  useRouteError,
} from 'react-router'

import type { User } from '#contract/accounts/accounts.ts'
import type { Api } from '#contract/client.ts'
import type { OwnProjectCard } from '#contract/projects/project.ts'

import { loadAccount } from '../../accounts/settings/settings-actions.ts'
import { SettingsTab } from '../../accounts/settings/settings-tab.tsx'
import { ReferralsTab } from '../../money/referrals-tab.tsx'
import { OrdersTab } from '../../orders/orders-tab.tsx'
import { ArchivedProjects, MyProjects } from '../../projects/owner/my-projects.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { tabAddress, tabFailure, tabIn } from '../../shell/site.ts'
import { TextLink } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ErrorState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Route } from './+types/profile-tab'
import { OverviewTab } from './overview-tab.tsx'

/** Loads the tab that the address names. A tab that fails does not affect the page around it. */
export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  const shown = await load(context.get(apiContext), searchParams, tabIn(search))
  // The page may no longer exist, after a deletion or with another filter.
  const last = 'pagination' in shown ? Math.max(1, shown.pagination.pages) : Infinity
  if ('pagination' in shown && shown.pagination.page > last) {
    searchParams.set('page', String(last))
    throw replace(`/profile?${searchParams}`)
  }
  return shown
}

async function load(api: Api, params: URLSearchParams, tab: ReturnType<typeof tabIn>) {
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? asked : 1
  switch (tab) {
    case 'projects':
      return { tab, ...(await loadProjects(api, page)) }
    case 'orders': {
      const search = searchIn(params)
      const [{ seats }, found] = await Promise.all([
        // The orders are shown without them too: a process of the release before has no such call.
        api.seats.mine().catch(() => ({ seats: [] })),
        api.orders.mine({ query: { page, search } }),
      ])
      return { tab, search, seats, ...found }
    }
    case 'referrals': {
      const mine = await api.referrals.mine({ query: { page, limit: 20 } })
      const agentSales = mine.isAgent
        ? await api.referrals.sales({ query: { page: params.get('sales') ?? '1', limit: 20 } })
        : undefined
      return { tab, ...mine, agentSales }
    }
    case 'settings':
      return { tab, account: await loadAccount(api) }
    default: {
      const [overview, recent] = await Promise.all([
        api.profile.overview(),
        api.projects.mine({ query: { limit: 3 } }),
      ])
      const { projects, recalled } = recent
      // Who has never sold has come for what they bought.
      const hasSold = overview.stats.totalDownloads > 0 || projects.some(({ hasBuyers }) => hasBuyers)
      const [newest] = !hasSold ? (await api.orders.mine({ query: { limit: 1 } })).orders : []
      const last = newest && (await api.orders.get({ params: { id: newest._id } })).order
      return { tab, ...overview, projects, recalled, lastOrder: last }
    }
  }
}

/**
 * Reads the search words of the address, cut to the length that the server accepts: an address may be longer than the
 * field.
 */
const searchIn = (params: URLSearchParams) =>
  (params.get('search') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Loads a page of the member's projects, and with the first page the archived ones. */
async function loadProjects(api: Api, page: number) {
  const [shown, archived, helpToAnswer] = await Promise.all([
    api.projects.mine({ query: { page, limit: 20 } }),
    page === 1 ? api.projects.mine({ query: { archived: 'true', limit: 100 } }) : undefined,
    // The tab works without the count.
    api.help.received({ query: { limit: 1 } }).then(
      ({ waiting }) => waiting,
      () => 0,
    ),
  ])
  return { ...shown, archived: archived?.projects ?? [], helpToAnswer }
}

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs) =>
  !changesNothing(change) && change.defaultShouldRevalidate

export default function ProfileTab({ loaderData }: Route.ComponentProps) {
  const { user, counts } = useOutletContext<{ user: User; counts?: { orders: number } }>()
  switch (loaderData.tab) {
    case 'projects':
      return <ProjectsTab {...loaderData} />
    case 'orders':
      return <OrdersTab {...loaderData} isSearchable={(counts?.orders ?? 0) > 10} />
    case 'referrals':
      return <ReferralsTab {...loaderData} />
    case 'settings':
      return <SettingsTab user={user} account={loaderData.account} />
    default:
      return <OverviewTab {...loaderData} />
  }
}

export function ErrorBoundary() {
  const { revalidate, state } = useRevalidator()
  const failure = tabFailure[tabIn(useLocation().search)]
  const { message } = problemOf(useRouteError(), failure)
  return (
    <Sheet>
      <ErrorState title={failure} onRetry={() => void revalidate()} retrying={state === 'loading'}>
        {message !== failure && message}
      </ErrorState>
    </Sheet>
  )
}

/** A page of the member's projects. */
function ProjectsTab({ archived, pagination, helpToAnswer, ...shown }: ProjectsTabProps) {
  return (
    <>
      {shown.projects.length > 0 && (
        <nav aria-label="Selling" className="mb-5 flex flex-wrap gap-x-6 gap-y-2">
          <TextLink to="/owner/earnings">Earnings</TextLink>
          <TextLink to="/owner/payouts">Payouts</TextLink>
          <TextLink to="/owner/coupons">Coupons</TextLink>
          <TextLink to="/owner/refunds">Refund requests</TextLink>
          <TextLink to="/owner/help">
            <span>Help requests</span>
            {helpToAnswer > 0 && <span>{` (${helpToAnswer} to answer)`}</span>}
          </TextLink>
        </nav>
      )}
      <MyProjects {...shown} />
      <Pagination
        {...pagination}
        to={(page) => `${tabAddress('projects')}&page=${page}`}
        label="Pages of projects"
        className="mt-6"
      />
      <ArchivedProjects projects={archived} />
    </>
  )
}

type ProjectsTabProps = ComponentProps<typeof MyProjects> & {
  archived: readonly OwnProjectCard[]
  /** The number of help requests that wait for the member's answer. */
  helpToAnswer: number
  pagination: { page: number; pages: number }
}

/**
 * Returns whether an action left the loaded data as it was: one of Settings, which stores what it saved in the
 * session, or one that failed. Nothing is reloaded then, so that a call that fails afterwards does not replace the
 * message or the page.
 */
export const changesNothing = ({ formMethod, formAction, actionResult }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' && (formAction?.split('?')[0] === '/profile' || hasFailed(actionResult))

const hasFailed = (result: unknown) =>
  typeof result === 'object' && result !== null && 'message' in result && !('done' in result)
