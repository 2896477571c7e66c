import type { ComponentProps } from 'react'

import { MyProjects } from '../owner/my-projects.tsx'
import { Pagination } from '../ui/data/pagination.tsx'
import { tabAddress } from './tabs.ts'

/** The member's projects, a page of them. */
export function ProjectsTab({ projects, pagination }: ProjectsTabProps) {
  return (
    <>
      <MyProjects projects={projects} />
      <Pagination
        {...pagination}
        to={(page) => `${tabAddress('projects')}&page=${page}`}
        label="Pages of projects"
        className="mt-6"
      />
    </>
  )
}

type ProjectsTabProps = ComponentProps<typeof MyProjects> & { pagination: { page: number; pages: number } }
