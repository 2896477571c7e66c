import type { ProjectCard } from '#contract/projects.ts'

/** The cover of a project without pictures, drawn from its own data; the same every time. */
export function ProjectCover({ project: { title, category, technologies, tags } }: { project: Drawn }) {
  return (
    <div aria-hidden="true" className={`cover ${tintOf(category)}`}>
      <p className={`cover-title ${sizeOf(title)}`}>{title}</p>
      <p className="cover-stack">{technologies.slice(0, 3).join('\n')}</p>
      {tags.length > 0 && <p className="cover-topics">{tags.slice(0, 4).join('\n')}</p>}
    </div>
  )
}

type Drawn = Pick<ProjectCard, 'title' | 'category' | 'technologies' | 'tags'>

const sizeOf = ({ length }: string) =>
  length > 54 ? 'cover-title-longest' : length > 24 ? 'cover-title-long' : ''

/** Six tints of equal lightness; categories beyond the public six share them. */
export function tintOf(category: string): string {
  switch (category) {
    case 'Mobile Development':
    case 'Game Development':
      return 'bg-tint-2'
    case 'AI/ML':
      return 'bg-tint-3'
    case 'Database':
    case 'Security Tools':
      return 'bg-tint-4'
    case 'SaaS':
      return 'bg-tint-5'
    case 'E-commerce':
      return 'bg-tint-6'
    default:
      return 'bg-tint-1'
  }
}
