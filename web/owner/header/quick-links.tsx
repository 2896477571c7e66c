import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Project } from '#contract/projects.ts'

import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { isListed } from '../is-listed.ts'

/** The addresses that belong to a project: its listing or the preview of it, its demo and its repository. */
export function QuickLinks({ project }: { project: Project }) {
  const { _id, demoUrl, githubUrl } = project
  return (
    <Sheet as="section" aria-label="Quick Links">
      <SheetHead title="Quick Links" />
      <ul className="divide-rule divide-y px-4 sm:px-5">
        {isListed(project) && <Row to={`/projects/${_id}`}>View live listing</Row>}
        <Row to={`/owner/projects/${_id}/preview`}>See it as a buyer</Row>
        {demoUrl && <Row href={demoUrl}>Open demo</Row>}
        {githubUrl && <Row href={githubUrl}>Open repository</Row>}
      </ul>
    </Sheet>
  )
}

function Row({ to, href, children }: { to?: string; href?: string; children: ReactNode }) {
  const look = 'flex min-h-11 items-center justify-between gap-3 hover:underline underline-offset-4'
  return (
    <li>
      {to ? (
        <Link to={to} className={look}>
          {children}
          <Icon name="chevron-right" className="text-quiet size-5" />
        </Link>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={look}>
          <span>
            {children}
            <span className="sr-only"> (opens in a new tab)</span>
          </span>
          <Icon name="external-link" className="text-quiet size-5" />
        </a>
      )}
    </li>
  )
}
