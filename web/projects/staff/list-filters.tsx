import { useEffect, useRef } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'

import { type catalogue, staffOrders } from '#contract/catalogue/catalogue.ts'
import type { Call } from '#contract/endpoint.ts'
import { categories } from '#contract/projects/categories.ts'
import { verificationStatuses } from '#contract/projects/verification.ts'

import { filled } from '../../shell/staff-list.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/inputs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { verificationWords } from '../verification-status.tsx'

/** Search, category and status of the staff's list. A choice counts at once, the search 300 ms after the last key. */
export function ListFilters() {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (form: HTMLFormElement, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void submit(filled(form), { replace: true, preventScrollReset: true }),
      wait,
    )
  }
  const status = params.get('status') ?? ''
  const category = params.get('category') ?? ''
  return (
    <Form
      className="mb-5 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        clearTimeout(timer.current)
        void submit(filled(event.currentTarget))
      }}
      onInput={({ currentTarget, target }) =>
        search(currentTarget, target instanceof HTMLSelectElement ? 0 : 300)
      }
    >
      {['orderBy', 'order'].map((name) => {
        const value = params.get(name)
        return value && <input key={name} type="hidden" name={name} value={value} />
      })}
      <SearchField
        label="Search projects"
        placeholder="Title or description"
        defaultValue={params.get('search') ?? ''}
        submit="Search"
        className="flex-1 basis-72 max-sm:basis-full"
      />
      <Field label="Category" hideLabel className="max-sm:flex-1">
        <Select
          key={category}
          name="category"
          defaultValue={category}
          placeholder="All categories"
          options={categories}
        />
      </Field>
      <Field label="Status" hideLabel className="max-sm:flex-1">
        <Select
          key={status}
          name="status"
          defaultValue={status}
          placeholder="All statuses"
          options={[
            ...waitsFor,
            ...verificationStatuses.map((value) => ({ value, label: verificationWords[value] })),
          ]}
        />
      </Field>
    </Form>
  )
}

/** Of the pending ones: who has to act next. */
const waitsFor = [
  { value: 'ready', label: 'To verify', who: 'staff' },
  { value: 'waiting', label: 'With the owner', who: 'owner' },
] as const

/** What the address of the staff's list asks for; what it does not know counts as absent. */
export function queryIn(params: URLSearchParams): NonNullable<Call<typeof catalogue.list>['query']> {
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
