import type { Rolldown } from 'vite'

import { publicPages } from './public-pages.ts'

/** Few files for each page, which compress better together: the framework, what every page loads, what the public pages share, what home shares with the list alone, what each of them shares with other pages, and the parts of each. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'framework',
    test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]|vite[\\/]preload-helper/,
    priority: 4,
  },
  { name: whenNamed(/^site$/), priority: 3 },
  { name: whenNamed(/^public$/), priority: 2 },
  { name: whenNamed(/-kit$/), priority: 1 },
  { name: whenNamed(/-parts$/) },
  { name: whenNamed(/^workbench$/) },
]

/** The names are taken in the order of priority: a chunk brings along what its modules import, unless it has a place already. */
function whenNamed(pattern: RegExp): Rolldown.CodeSplittingNameFunction {
  return (id, graph) => {
    const name = chunkOf(pagesThatLoad(id, graph))
    return name && pattern.test(name) ? name : null
  }
}

function chunkOf(pages: ReadonlySet<string>): string | null {
  if (pages.has('root') || pages.has('site-layout')) return 'site'
  const [first, second, third] = publicPages.filter((page) => pages.has(page))
  // One file for what many of the other pages share: the list of every page's files comes with each page.
  if (!first) return pages.size > 2 ? 'workbench' : null
  // The search with its suggestions, which the pages of single projects do not need.
  if (first === 'catalogue/home-page' && second === 'catalogue/projects-page' && !third) return 'search-kit'
  if (second) return 'public'
  return pages.size > 1 ? `${first}-kit` : `${first}-parts`
}

/** Which pages import a module, through however many others. */
function pagesThatLoad(id: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const pages = new Set<string>()
  const importers = new Set([id])
  for (const importer of importers) {
    const name = /[\\/]web[\\/]((?:[\w-]+[\\/])*(?:root|[\w-]+-(?:page|layout)))\.tsx/.exec(importer)?.[1]
    if (name) pages.add(name.replaceAll('\\', '/'))
    else for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next)
  }
  return pages
}
