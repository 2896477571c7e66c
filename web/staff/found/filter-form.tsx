import type { ReactNode } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'

import { limits } from '#contract/kit/limits.ts'

import { SearchField } from '../../ui/form/search-field.tsx'
import { filled } from './filled.ts'

/** What a list of the staff is narrowed by. A choice among the children counts at once, the search with its button; the address has what was filled in, and nothing empty. */
export function FilterForm({ label, placeholder, children }: FilterFormProps) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const narrow = (form: HTMLFormElement) => void submit(filled(form))
  return (
    <Form
      className="mb-5 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        narrow(event.currentTarget)
      }}
      onChange={({ currentTarget, target }) => {
        if (target instanceof HTMLSelectElement) narrow(currentTarget)
      }}
    >
      <SearchField
        label={label}
        placeholder={placeholder}
        defaultValue={params.get('search') ?? ''}
        submit="Search"
        className="flex-1 basis-72 max-sm:basis-full"
        maxLength={limits.search}
      />
      {children}
    </Form>
  )
}

interface FilterFormProps {
  label: string
  placeholder: string
  children: ReactNode
}
