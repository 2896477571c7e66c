import type { ProjectCard } from '#contract/projects.ts'

import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import { Disclosure } from '../ui/overlay/disclosure.tsx'
import { useListingActions } from './header/use-listing-actions.ts'
import { ProjectThumb, RowActions } from './project-row.tsx'

/** The projects that their owner has put away, each with the way back; nothing when there are none. */
export function ArchivedProjects({ projects }: { projects: readonly ProjectCard[] }) {
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

function ArchivedRow({ project }: { project: ProjectCard }) {
  const { _id, title, category } = project
  const { busy, send } = useListingActions(_id)
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
      <ProjectThumb project={project} />
      <div className="min-w-0 flex-1 basis-48">
        <h3 id={_id} className="font-sans font-semibold break-words">
          {title}
        </h3>
        <p className="text-13 text-quiet mt-1 font-mono">{category}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          size="small"
          aria-describedby={_id}
          pending={busy === 'restore'}
          onClick={() => send('restore')}
        >
          Bring Back
        </Button>
        <RowActions project={project} isPublic={false} />
      </div>
    </li>
  )
}
