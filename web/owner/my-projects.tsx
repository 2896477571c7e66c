import { useState } from 'react'

import type { OwnProjectCard } from '#contract/projects.ts'

import { hasDraft } from '../forms/draft.ts'
import { isSignedIn } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { LoginRequired } from './login-required.tsx'
import { NewProject } from './new-project/new-project.tsx'
import { newProjectDraft } from './new-project/project-form.tsx'
import { ProjectRow } from './project-row.tsx'

/** The owner's projects, with the way to add one. */
export function MyProjects({ projects, recalled }: MyProjectsProps) {
  const [opened, setOpened] = useState<'form' | 'login' | undefined>(() =>
    hasDraft(newProjectDraft) ? 'form' : undefined,
  )
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
          List your own work: upload the folder, set a price, and staff check it before it is listed.
        </EmptyState>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {projects.map((project) => (
            <ProjectRow key={project._id} project={project} isRecalled={recalled.includes(project._id)} />
          ))}
        </ul>
      )}
      <NewProject open={opened === 'form'} onClose={close} />
      <LoginRequired open={opened === 'login'} onClose={close} />
    </Sheet>
  )
}

interface MyProjectsProps {
  projects: readonly OwnProjectCard[]
  /** The ids of those whose release was recalled. */
  recalled: readonly string[]
}
