import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { counted, rupees } from '#contract/kit/format.ts'
import { drawnCover } from '#contract/projects/cover.ts'
import type { OwnProjectCard, ProjectCard } from '#contract/projects/project.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { hasDraft } from '../../shell/form/draft.ts'
import { LoginRequired } from '../../shell/login-required.tsx'
import { isSignedIn } from '../../shell/session/session.ts'
import { TagList } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Rating } from '../../ui/rating.tsx'
import { Frame, Sheet, SheetHead } from '../../ui/sheet.tsx'
import { ProjectCover, ProjectPicture } from '../project-picture.tsx'
import { VerificationStatus } from '../verification-status.tsx'
import { newProjectDraft } from './new-project-draft.ts'
import { NewProjectDialog } from './new-project.tsx'
import { DeleteProject } from './project-status.tsx'

/** The owner's projects, with a button to add one. */
export function MyProjects({ projects, recalled }: MyProjectsProps) {
  const [opened, setOpened] = useState<'form' | 'login' | undefined>(() =>
    hasDraft(newProjectDraft) ? 'form' : undefined,
  )
  const { key, search } = useLocation()
  const navigate = useNavigate()
  // `?new` in the address opens the form, until the form is closed.
  const isRequested = new URLSearchParams(search).has('new')
  const [closedAt, setClosedAt] = useState<string>()
  const isClosedHere = isRequested && closedAt === key
  useEffect(() => {
    if (isClosedHere) void navigate(projectsAddress, { replace: true, preventScrollReset: true })
  }, [isClosedHere, navigate])
  const close = () => {
    setOpened(undefined)
    setClosedAt(key)
  }
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
          List your own work: upload the folder, set a price, and staff check it before it is listed.
        </EmptyState>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {projects.map((project) => (
            <ProjectRow key={project._id} project={project} isRecalled={recalled.includes(project._id)} />
          ))}
        </ul>
      )}
      <NewProjectDialog open={opened === 'form' || (isRequested && !isClosedHere)} onClose={close} />
      <LoginRequired open={opened === 'login'} onClose={close} />
    </Sheet>
  )
}

const projectsAddress = '/profile?tab=projects'

interface MyProjectsProps {
  projects: readonly OwnProjectCard[]
  /** The ids of the projects whose release was recalled. */
  recalled: readonly string[]
}

/** A row for one of the owner's projects: its facts, figures, status and actions. */
function ProjectRow({ project, isRecalled }: { project: OwnProjectCard; isRecalled: boolean }) {
  const { _id, title, category, price, downloadCount, rating, reviews, technologies } = project
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-4 sm:gap-x-5 lg:grid-cols-[auto_minmax(0,1fr)_22rem]">
      <div className="max-sm:self-start">
        <ProjectThumb project={project} />
      </div>
      <div className="min-w-0">
        <h3 id={_id} className="font-sans font-semibold break-words">
          {title}
        </h3>
        <p className="text-13 text-quiet mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <span>{category}</span>
          <span className="text-ink">{rupees(price)}</span>
          <span>{counted(downloadCount, 'download')}</span>
          <Rating value={rating} count={reviews} />
        </p>
        {technologies.length > 0 && (
          <TagList items={technologies} label="Technologies" className="mt-2 max-sm:hidden" />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:col-start-2 max-sm:col-span-full">
        <VerificationStatus
          status={project.verificationStatus}
          isRecalled={isRecalled}
          hasFiles={project.hasFiles}
          isActive={project.isActive}
          waitsForOwner={project.waitsForOwner}
          isOnSale={project.hasWaitingChanges && project.isOnSale}
        />
        <div className="flex flex-wrap gap-2">
          <RowActions project={project} isPublic={project.isOnSale} />
        </div>
      </div>
    </li>
  )
}

/** The actions of a row: view the page, or the preview when it is not public; edit and delete the project. */
function RowActions({ project, isPublic }: { project: OwnProjectCard; isPublic: boolean }) {
  const { _id, title, hasBuyers } = project
  return (
    <>
      <ButtonLink
        to={isPublic ? `/projects/${_id}` : `/owner/projects/${_id}/preview`}
        tone="quiet"
        size="small"
        aria-describedby={_id}
      >
        View
      </ButtonLink>
      <ButtonLink to={`/owner/projects/${_id}`} tone="quiet" size="small" aria-describedby={_id}>
        Edit
      </ButtonLink>
      <DeleteProject projectId={_id} label="Delete" of={title} size="small" hasBuyers={hasBuyers} />
    </>
  )
}

/** A thumbnail of the project's first picture, or of its drawn cover. */
export function ProjectThumb({ project }: { project: ProjectCard }) {
  const { images } = project
  return (
    <Frame className="cover-close w-32 max-sm:w-[min(6rem,25vw)]">
      {images[0] ? (
        <ProjectPicture image={images[0]} sizes="8rem" thumbnail />
      ) : (
        <ProjectCover category={project.category} src={drawnCover(project)} />
      )}
    </Frame>
  )
}

/** The archived projects, each with a button to restore it; renders nothing when there are none. */
export function ArchivedProjects({ projects }: { projects: readonly OwnProjectCard[] }) {
  if (projects.length === 0) return null
  return (
    <Sheet as="section" aria-label="Archived" className="mt-6 px-4 sm:px-5">
      <Disclosure title="Archived" detail={projects.length} className="border-b-0!">
        <p className="text-14 text-quiet">On no list and not for sale. Those who bought them keep them.</p>
        <ul className="divide-rule mt-2 divide-y">
          {projects.map((project) => (
            <ArchivedRow key={project._id} project={project} />
          ))}
        </ul>
      </Disclosure>
    </Sheet>
  )
}

function ArchivedRow({ project }: { project: OwnProjectCard }) {
  const { _id, title, category } = project
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
      <ProjectThumb project={project} />
      <div className="min-w-0 flex-1 basis-48">
        <h3 id={_id} className="font-sans font-semibold break-words">
          {title}
        </h3>
        <p className="text-13 text-quiet mt-1">{category}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          submit={{ intent: 'restore' }}
          action={`/owner/projects/${_id}`}
          tone="quiet"
          size="small"
          aria-describedby={_id}
        >
          Bring Back
        </ActionButton>
        <RowActions project={project} isPublic={false} />
      </div>
    </li>
  )
}
