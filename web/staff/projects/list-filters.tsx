import { useEffect, useRef } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'

import { categories } from '#contract/projects/lists.ts'
import { verificationStatuses } from '#contract/projects/verification.ts'

import { verificationWords } from '../../projects/verification-status.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { filled } from '../found/filled.ts'
import { waitsFor } from './list-address.ts'

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
