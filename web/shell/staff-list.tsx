import type { ReactNode } from 'react'
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'

import { grouped } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

import { Button } from '../ui/button.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** What can be done with the chosen rows of a list: how many they are, and the buttons; it stays in view. */
export const BulkFrame = ({ label, count, elsewhere = 0, onClear, children }: BulkFrameProps) => (
  <section
    aria-label={label}
    className="border-edge bg-sheet rounded-sheet sticky top-16 z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border px-4 py-2 shadow-sm"
  >
    <div className="mr-auto flex items-center gap-3">
      <p aria-live="polite" className="font-semibold tabular-nums">
        {count} selected
        {elsewhere > 0 && <span className="text-quiet font-normal">, {elsewhere} on other pages</span>}
      </p>
      <Button tone="link" size="small" onClick={onClear}>
        Clear
      </Button>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </section>
)

interface BulkFrameProps {
  label: string
  count: number
  /** How many of them are not on this page. */
  elsewhere?: number
  onClear: () => void
  children: ReactNode
}

/** What is filled in of a form, for an address without empty parameters. */
export const filled = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value] as [string, string]] : [],
  )

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

/** What staff find in a long list: how many, what narrows it, one page of it and the way to the others. */
export function FoundList({ title, filters, pagination, children }: FoundListProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  const { page, pages, total, capped } = pagination
  return (
    <>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-28">{title}</h1>
        <p className="text-13 text-quiet font-mono tabular-nums">
          {grouped(total)}
          {capped && '+'} found
        </p>
      </div>
      <div key={params.toString()}>{filters}</div>
      <Sheet className={busy ? 'overflow-hidden opacity-60' : 'overflow-hidden'}>{children}</Sheet>
      <Pagination page={page} pages={pages} className="mt-6" />
      {capped && (
        <p className="text-14 text-quiet mt-3 text-center">
          The newest {grouped(total)} are listed. Search or filter to find others.
        </p>
      )}
    </>
  )
}

interface FoundListProps {
  title: string
  filters: ReactNode
  pagination: { page: number; pages: number; total: number; capped?: true | undefined }
  children: ReactNode
}
