import type { ReactNode } from 'react'
import { useNavigation, useSearchParams } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'

import { Pagination } from '../../ui/data/pagination.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'

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
