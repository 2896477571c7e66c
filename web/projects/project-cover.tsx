import type { ProjectCard } from '#contract/projects.ts'
import { tintOf } from '#contract/projects/tint.ts'

/** The cover of a project without pictures, drawn from its own data; the same every time. */
export function ProjectCover({ project: { title, category, technologies, tags } }: { project: Drawn }) {
  return (
    <div aria-hidden="true" className={`cover ${groundOf(category)}`}>
      <p className={`cover-title ${sizeOf(title)}`}>{title}</p>
      <p className="cover-stack">{technologies.slice(0, 3).join('\n')}</p>
      {tags.length > 0 && <p className="cover-topics">{tags.slice(0, 4).join('\n')}</p>}
    </div>
  )
}

type Drawn = Pick<ProjectCard, 'title' | 'category' | 'technologies' | 'tags'>

const sizeOf = ({ length }: string) =>
  length > 54 ? 'cover-title-longest' : length > 24 ? 'cover-title-long' : ''

/** The ground that a category's things have in their colour. */
export const groundOf = (category: string): string => grounds[tintOf(category)]

// In full, for Tailwind finds them in the text of this file.
const grounds = {
  1: 'bg-tint-1',
  2: 'bg-tint-2',
  3: 'bg-tint-3',
  4: 'bg-tint-4',
  5: 'bg-tint-5',
  6: 'bg-tint-6',
}
