import { useState } from 'react'

import { rupees } from '#contract/kit/rupees.ts'
import type { ProjectCard } from '#contract/projects.ts'

import { ProjectCover } from '../projects/project-cover.tsx'
import { ProjectPicture } from '../projects/project-picture.tsx'
import { VerificationStatus } from '../projects/verification-status.tsx'
import { isSignedIn } from '../session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Frame } from '../ui/layout/frame.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { Rating } from '../ui/rating.tsx'
import { TagList } from '../ui/tag-list.tsx'
import { LoginRequired } from './login-required.tsx'
import { NewProject } from './new-project.tsx'

/** The owner's projects, with the way to add one. */
export function MyProjects({ projects }: { projects: readonly ProjectCard[] }) {
  const [opened, setOpened] = useState<'form' | 'login'>()
  const close = () => setOpened(undefined)
  const add = (
    <Button icon={<Icon name="plus" />} onClick={() => setOpened(isSignedIn() ? 'form' : 'login')}>
      Add New Project
    </Button>
  )
  return (
    <Sheet>
      <SheetHead title="My Projects" actions={projects.length > 0 && add} />
      {projects.length === 0 ? (
        <EmptyState title="No projects yet" action={add}>
          List your own work: upload the folder, set a price, and staff check it before it is sold.
        </EmptyState>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {projects.map((project) => (
            <ProjectRow key={project._id} project={project} />
          ))}
        </ul>
      )}
      <NewProject open={opened === 'form'} onClose={close} />
      <LoginRequired open={opened === 'login'} onClose={close} />
    </Sheet>
  )
}

function ProjectRow({ project }: { project: ProjectCard }) {
  const { _id, title, category, price, downloadCount, rating, reviews, technologies, images } = project
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
      <Frame className="w-32 max-sm:w-24">
        {images[0] ? <ProjectPicture image={images[0]} sizes="8rem" /> : <ProjectCover project={project} />}
      </Frame>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-sans font-semibold">{title}</h3>
        <p className="text-13 text-quiet mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 font-mono tabular-nums">
          <span>{category}</span>
          <span className="text-ink">{rupees(price)}</span>
          <span>{downloadCount === 1 ? '1 download' : `${downloadCount} downloads`}</span>
          <Rating value={rating} count={reviews} />
        </p>
        <TagList items={technologies} label="Technologies" className="mt-2" />
      </div>
      <VerificationStatus status={project.verificationStatus} isActive={project.isActive} />
      <div className="flex gap-2">
        {project.verificationStatus === 'approved' && project.isActive && (
          <ButtonLink to={`/projects/${_id}`} tone="quiet" size="small">
            View
          </ButtonLink>
        )}
        <ButtonLink to={`/owner/projects/${_id}`} tone="quiet" size="small">
          Edit
        </ButtonLink>
      </div>
    </li>
  )
}
