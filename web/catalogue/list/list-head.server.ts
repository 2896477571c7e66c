import { grouped, nameOf } from '#contract/kit/counted.ts'
import type { ProjectCard } from '#contract/projects.ts'

import { breadcrumbs, headTags, summary } from '../../shell/head.server.ts'
import { listAddress, type ListChoice } from './list-query.ts'

/**
 * What search engines read about a page of the list. The whole list and each category are theirs, page by page;
 * searches, narrower filters and other orders show the same projects again and stay out, as do empty pages.
 */
export function listHead(
  origin: string,
  { choice, projects, total }: { choice: ListChoice; projects: Pick<ProjectCard, 'title'>[]; total: number },
) {
  const { category, page } = choice
  const path = listAddress({ ...unfiltered, category }, { page })
  const whole = listAddress(choice, { page })
  const listed = whole === path && projects.length > 0
  const kind = category ? `${category} projects` : 'Coding projects'
  const subject = choice.search
    ? `“${choice.search}” in ${category || 'all projects'}`
    : `${kind} with source code`
  return headTags({
    origin,
    path: listed ? path : whole,
    title: `${subject}${page > 1 ? `, page ${page}` : ''} | Readymade`,
    description: describe(category, projects, total),
    listed,
    about:
      listed && category
        ? [
            breadcrumbs(origin, [
              { name: 'Projects', path: '/projects' },
              { name: category, path: listAddress({ ...unfiltered, category }, {}) },
            ]),
          ]
        : [],
  })
}

function describe(category: string, projects: Pick<ProjectCard, 'title'>[], total: number): string {
  if (projects.length === 0) return 'No project matches. Try fewer filters or another word.'
  const count = `${grouped(total)} ${category || 'coding'} ${nameOf(total, 'project')}`
  const titles = summary(projects.map(({ title }) => title).join(', '), 90)
  return `${count} checked by our staff, source code and prices in rupees: ${titles}`
}

const unfiltered: ListChoice = {
  search: '',
  category: '',
  technology: '',
  difficulty: '',
  minPrice: '',
  maxPrice: '',
  sort: 'featured',
  page: 1,
}
