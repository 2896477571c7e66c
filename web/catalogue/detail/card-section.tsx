import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import type { DrawnCard } from '../card/drawn-card.server.ts'
import { cardGrid, ProjectCard } from '../card/project-card.tsx'

/** Cards below a project, with the way to all of their kind; nothing when there are none. */
export function CardSection({ id, title, projects, all }: CardSectionProps) {
  if (projects.length === 0) return null
  return (
    <Page as="section" labelledBy={id} className="spec-more pt-16">
      <SectionHeading
        id={id}
        title={title}
        action={
          <ButtonLink to={all.to} tone="link">
            {all.label}
          </ButtonLink>
        }
      />
      <div className={cardGrid}>
        {projects.map((project) => (
          <ProjectCard key={project._id} project={project} />
        ))}
      </div>
    </Page>
  )
}

interface CardSectionProps {
  id: string
  title: string
  projects: readonly DrawnCard[]
  all: { to: string; label: string }
}

/** The way to all projects of a category. */
export const allIn = (category: string) => ({
  to: categoryAddress(category),
  label: `View All in ${category}`,
})

export const categoryAddress = (category: string) => `/projects?category=${encodeURIComponent(category)}`
