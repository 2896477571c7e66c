import type { ReactNode } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'

import { SearchField } from '../../ui/form/search-field.tsx'

/** What a list of the staff is narrowed by. A choice among the children counts at once, the search with its button. */
export function FilterForm({ label, placeholder, children }: FilterFormProps) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  return (
    <Form
      className="mb-5 flex flex-wrap items-end gap-3"
      onChange={({ currentTarget, target }) => {
        if (target instanceof HTMLSelectElement) void submit(currentTarget)
      }}
    >
      <SearchField
        label={label}
        placeholder={placeholder}
        defaultValue={params.get('search') ?? ''}
        submit="Search"
        className="flex-1 basis-72"
        maxLength={200}
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
