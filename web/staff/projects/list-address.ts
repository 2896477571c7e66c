import type { Call } from '#contract/kit/endpoint.ts'
import type { projects } from '#contract/projects.ts'
import { staffOrders } from '#contract/projects/list-query.ts'
import { verificationStatuses } from '#contract/projects/verification.ts'

/** Of the pending ones: who has to act next. */
export const waitsFor = [
  { value: 'ready', label: 'To verify', who: 'staff' },
  { value: 'waiting', label: 'With the owner', who: 'owner' },
] as const

/** What the address of the staff's list asks for; what it does not know counts as absent. */
export function queryIn(params: URLSearchParams): NonNullable<Call<typeof projects.list>['query']> {
  const text = (name: string) => params.get(name) || undefined
  const wanted = params.get('status')
  return {
    search: text('search'),
    category: text('category'),
    status: verificationStatuses.find((known) => known === wanted),
    waitsFor: waitsFor.find(({ value }) => value === wanted)?.who,
    orderBy: staffOrders.find((known) => known === params.get('orderBy')) ?? 'created',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
    limit: 20,
  }
}

/** The same address with some of it changed; an empty text takes a parameter out. */
export function addressWith(params: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  const query = next.toString()
  return query ? `/admin/projects?${query}` : '/admin/projects'
}

/** What is found, whatever its order and page: a selection lasts as long as this stays. */
export const filterIn = (params: URLSearchParams): string =>
  ['search', 'category', 'status'].map((name) => params.get(name) ?? '').join('\n')
