import { clsx } from 'clsx'

import type { ProjectCard } from '#contract/projects.ts'

/** The cover of a project without pictures, drawn from its own data; the same on every visit. */
export function ProjectCover({ project: { title, category, technologies, tags } }: { project: Drawn }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('@container relative size-full overflow-hidden', tintOf(category))}
    >
      <div className="absolute inset-0 flex flex-col justify-between p-[7cqw]">
        <p
          className={clsx(
            'max-w-[85%] font-head leading-[1.04] font-bold tracking-[-0.02em] text-balance',
            title.length > 34 ? 'text-[7cqw]' : 'text-[9cqw]',
          )}
        >
          {title}
        </p>
        <div className="flex items-end justify-between gap-[6cqw] font-mono text-[3.6cqw] leading-[1.6]">
          <ul className="w-[42%]">
            {technologies.slice(0, 3).map((name) => (
              <li key={name} className="border-ink/25 truncate border-t py-[0.6cqw]">
                {name}
              </li>
            ))}
          </ul>
          <ul className="text-quiet w-[38%]">
            {tags.slice(0, 4).map((tag) => (
              <li key={tag} className="border-ink/30 truncate border-l pl-[2.5cqw]">
                {tag}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

type Drawn = Pick<ProjectCard, 'title' | 'category' | 'technologies' | 'tags'>

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
