import { Link } from 'react-router'

import { minute } from '#contract/kit/day.ts'
import type { AuditEntry } from '#contract/staff/audit.ts'

import type { Column } from '../../ui/data/data-table.tsx'

/** One action a row: when, who, what, to what, and what changed by it. */
export const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'when',
    head: 'When',
    className: 'font-mono text-13 whitespace-nowrap align-top pt-4!',
    cell: ({ happenedAt }) => minute(happenedAt),
  },
  {
    key: 'who',
    head: 'Who',
    className: 'whitespace-nowrap align-top pt-4!',
    cell: ({ staff }) => staff.name,
  },
  {
    key: 'what',
    head: 'What',
    className: 'font-semibold whitespace-nowrap align-top pt-4!',
    cell: ({ action }) => action,
  },
  {
    key: 'about',
    head: 'About',
    className: 'min-w-48 align-top pt-4!',
    cell: ({ about }) => <About {...about} />,
  },
  {
    key: 'changes',
    head: 'Before and after',
    whole: true,
    className: 'min-w-72 align-top py-4!',
    cell: (entry) => <Changes {...entry} />,
  },
]

/** Where what an action was about is shown. */
const pages: Record<string, string> = {
  project: '/admin/projects/',
  payout: '/admin/payouts/',
  contact: '/admin/contacts/',
  member: '/admin/members/',
  order: '/admin/orders/',
}

function About({ kind, id, name }: AuditEntry['about']) {
  const words = name || (id.length > 16 ? `${id.slice(0, 8)}…` : id)
  return (
    <>
      <span className="text-13 text-quiet font-mono">{kind} </span>
      {pages[kind] ? (
        <Link to={`${pages[kind]}${id}`} className="link-rule" title={id}>
          {words}
        </Link>
      ) : (
        <span title={id}>{words}</span>
      )}
    </>
  )
}

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => inWords(before?.[name]) !== inWords(after?.[name]),
  )
  if (names.length === 0) return <span className="text-quiet">–</span>
  return (
    <dl className="text-13 flex flex-col gap-1 font-mono">
      {names.map((name) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-quiet">{spaced(name)}</dt>
          <dd className="line-clamp-3 max-w-lg min-w-0 break-words">
            {before && name in before && (
              <>
                <del className="text-quiet">
                  <span className="sr-only">was </span>
                  {inWords(before[name])}
                </del>{' '}
              </>
            )}
            {after && name in after && (
              <ins className="no-underline">
                <span className="sr-only">is now </span>
                {inWords(after[name])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A field’s name as people write it. */
const spaced = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function inWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
