import type { Rolldown } from 'vite'

/** Few files for each page, which compress better together: the framework, what every page loads, what the pages of the catalogue share, what one of them shares with other pages, and the parts of each. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'framework',
    test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]|vite[\\/]preload-helper/,
    priority: 3,
  },
  { name: whenNamed(/^site$/), priority: 2 },
  { name: whenNamed(/^(?:catalogue|kit)$/), priority: 1 },
  { name: whenNamed(/-parts$/) },
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
  const [first, second] = cataloguePages.filter((page) => pages.has(page))
  if (!first) return null
  if (second) return 'catalogue'
  // Home is what most people see first: it does not fetch the kit for the little it shares with others.
  return pages.size > 1 && first !== 'home-page' ? 'kit' : `${first}-parts`
}

const cataloguePages = ['home-page', 'projects-page', 'project-page']

/** Which pages import a module, through however many others. */
function pagesThatLoad(id: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const pages = new Set<string>()
  const importers = new Set([id])
  for (const importer of importers) {
    const name = /[\\/]web[\\/](?:[\w-]+[\\/])*(root|[\w-]+-(?:page|layout))\.tsx/.exec(importer)?.[1]
    if (name) pages.add(name)
    else for (const next of graph.getModuleInfo(importer)?.importers ?? []) importers.add(next)
  }
  return pages
}
