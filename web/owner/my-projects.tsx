import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { OwnProjectCard } from '#contract/projects.ts'

import { hasDraft } from '../forms/draft.ts'
import { isSignedIn } from '../session/session.ts'
import { LoginRequired } from '../shell/login-required.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { NewProjectDialog } from './new-project/new-project.tsx'
import { newProjectDraft } from './new-project/project-form.tsx'
import { ProjectRow } from './project-row.tsx'

/** The owner's projects, with the way to add one. */
export function MyProjects({ projects, recalled }: MyProjectsProps) {
  const [opened, setOpened] = useState<'form' | 'login' | undefined>(() =>
    hasDraft(newProjectDraft) ? 'form' : undefined,
  )
  const { key, search } = useLocation()
  const navigate = useNavigate()
  // The address may ask for the form, until it has been closed there.
  const isAsked = new URLSearchParams(search).has('new')
  const [closedAt, setClosedAt] = useState<string>()
  const isLeft = isAsked && closedAt === key
  useEffect(() => {
    if (isLeft) void navigate(projectsAddress, { replace: true, preventScrollReset: true })
  }, [isLeft, navigate])
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
      <NewProjectDialog open={opened === 'form' || (isAsked && !isLeft)} onClose={close} />
      <LoginRequired open={opened === 'login'} onClose={close} />
    </Sheet>
  )
}

const projectsAddress = '/profile?tab=projects'

interface MyProjectsProps {
  projects: readonly OwnProjectCard[]
  /** The ids of those whose release was recalled. */
  recalled: readonly string[]
}
