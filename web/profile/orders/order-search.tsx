import { Form } from 'react-router'

import { limits } from '#contract/kit/limits.ts'

import { SearchField } from '../../ui/form/search-field.tsx'

/** Finds orders by title or number. */
export function OrderSearch({ search }: { search: string }) {
  return (
    <Form action="/profile" preventScrollReset className="w-full sm:w-80">
      <input type="hidden" name="tab" value="orders" />
      <SearchField
        label="Search orders"
        submit="Search"
        placeholder="Title or number"
        defaultValue={search}
        maxLength={limits.search}
      />
    </Form>
  )
}
