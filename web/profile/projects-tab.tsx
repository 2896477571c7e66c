import type { ComponentProps } from 'react'

import type { ProjectCard } from '#contract/projects.ts'

import { ArchivedProjects } from '../owner/archived-projects.tsx'
import { MyProjects } from '../owner/my-projects.tsx'
import { Pagination } from '../ui/data/pagination.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { tabAddress } from './tabs.ts'

/** The member's projects, a page of them. */
export function ProjectsTab({ archived, pagination, ...shown }: ProjectsTabProps) {
  return (
    <>
      {shown.projects.length > 0 && (
        <nav aria-label="Selling" className="mb-5 flex flex-wrap gap-x-6 gap-y-2">
          <TextLink to="/owner/earnings">Earnings</TextLink>
          <TextLink to="/owner/payouts">Payouts</TextLink>
          <TextLink to="/owner/coupons">Coupons</TextLink>
          <TextLink to="/owner/refunds">Refund requests</TextLink>
        </nav>
      )}
      <MyProjects {...shown} />
      <Pagination
        {...pagination}
        to={(page) => `${tabAddress('projects')}&page=${page}`}
        label="Pages of projects"
        className="mt-6"
      />
      <ArchivedProjects projects={archived} />
    </>
  )
}

type ProjectsTabProps = ComponentProps<typeof MyProjects> & {
  archived: readonly ProjectCard[]
  pagination: { page: number; pages: number }
}
