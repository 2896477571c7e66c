import { Link } from 'react-router'

import { rupees } from '#contract/kit/rupees.ts'
import type { OwnProjectCard } from '#contract/projects.ts'

import { ProjectThumb } from '../../owner/project-row.tsx'
import { VerificationStatus } from '../../projects/verification-status.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { tabAddress } from '../tabs.ts'

/** The newest three projects of the member. */
export function RecentProjects({ projects, recalled }: RecentProjectsProps) {
  return (
    <Sheet as="section" aria-label="Recent Projects">
      <SheetHead
        title="Recent Projects"
        actions={
          projects.length > 0 && (
            <TextLink to={tabAddress('projects')} preventScrollReset className="text-14 py-2.5">
              View All
            </TextLink>
          )
        }
      />
      {projects.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
          <p className="min-w-0 flex-1 basis-60">
            <span className="block font-semibold">No projects yet</span>
            <span className="text-quiet">Your own work can be sold here too.</span>
          </p>
          <ButtonLink to={tabAddress('projects')} tone="quiet" preventScrollReset>
            List a Project
          </ButtonLink>
        </div>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {projects.map((project) => (
            <li key={project._id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
              <ProjectThumb project={project} />
              <div className="min-w-0 flex-1 basis-40">
                <h3 className="font-sans font-semibold break-words">
                  <Link to={`/owner/projects/${project._id}`} className="hover:underline">
                    {project.title}
                  </Link>
                </h3>
                <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3 font-mono tabular-nums">
                  <span>{project.category}</span>
                  <span className="text-ink">{rupees(project.price)}</span>
                </p>
              </div>
              <VerificationStatus
                status={project.verificationStatus}
                isRecalled={recalled.includes(project._id)}
                hasFiles={project.hasFiles}
                isActive={project.isActive}
              />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

interface RecentProjectsProps {
  projects: readonly OwnProjectCard[]
  /** The ids of those whose release was recalled. */
  recalled: readonly string[]
}
