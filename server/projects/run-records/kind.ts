import type { RunKind } from '#contract/projects/runners.ts'
import type { DatabaseSystem, SetUp, SetUpTool } from '#contract/projects/set-up.ts'

/** What the check knows of a release by which the way to start it is chosen. */
export interface Startable {
  setUp: Pick<SetUp, 'kind' | 'tool' | 'entry' | 'install' | 'connections' | 'dumps'>
  technologies: readonly string[]
  /** Whether a browser refuses its pages from a folder. */
  isServed?: boolean | undefined
  paths: readonly string[]
}

/** How a release is started, or the name of what it is of that is not; '' where nothing says how it starts. */
export type Choice = { kind: RunKind; what?: undefined } | { kind?: undefined; what: string }

/**
 * Chooses how a release is started, from its files as the check knows them. What needs something that is not in an
 * upload, such as the packages of Composer or npm, is not tried.
 */
export function chooseKind({ setUp, technologies, isServed = false, paths }: Startable): Choice {
  const { kind, tool, entry, install, dumps } = setUp
  if (kind === 'php') {
    if (install.some(({ line }) => /^composer\b/.test(line))) return { what: 'Composer' }
    if (entry === null) return { what: '' }
    const usesMysql =
      setUp.connections.some(({ system }) => system === 'mysql') ||
      dumps.some(({ system }) => isForMysql(system)) ||
      // It asks MySQL, and the file that connects is missing.
      (technologies.includes('MySQL') && !technologies.includes('SQLite'))
    return { kind: usesMysql ? 'php-mysql' : 'php' }
  }
  if (kind === 'static') return { kind: 'static' }
  if (kind === 'python') return { what: tool === 'notebook' ? 'Python notebooks' : 'Python' }
  if (kind === 'java') return { what: 'Java' }
  // A page that npm only checks or packs runs as it is.
  if (kind === 'node' && isPage(entry) && !isServed && !technologies.some((name) => builtWith.has(name)))
    return { kind: 'static' }
  if (kind === 'node') return { what: 'Node.js' }
  return tool !== null && tool in tools ? { what: tools[tool]! } : byFiles(paths, dumps)
}

const isPage = (entry: string | null) => entry !== null && /\.html?$/i.test(entry)

/** Technologies whose pages are empty before a build. */
const builtWith = new Set(['React', 'Next.js', 'Vue', 'Angular', 'Svelte', 'React Native', 'TypeScript'])

const tools: Partial<Record<SetUpTool, string>> = {
  flutter: 'Flutter',
  android: 'Android',
  dotnet: '.NET',
  arduino: 'Arduino',
}

/** What is of no kind that has steps: by the endings of its files, the page last, because many programs have one. */
function byFiles(paths: readonly string[], dumps: SetUp['dumps']): Choice {
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path))
  const language = languages.find(([, pattern]) => has(pattern))
  if (language) return { what: language[0] }
  if (has(/(?:^|\/)index\.html?$/i)) return { kind: 'static' }
  if (dumps.length === 0 || has(/\.html?$/i)) return { what: '' }
  const [{ system }] = dumps as [SetUp['dumps'][number]]
  return dumps.some((dump) => isForMysql(dump.system)) ? { kind: 'sql' } : { what: systems[system!] ?? '' }
}

/** Tells whether MySQL takes a dump: those of no known system it does. */
export const isForMysql = (system: DatabaseSystem | null): boolean => system === null || system === 'mysql'

const systems: Partial<Record<DatabaseSystem, string>> = {
  postgres: 'PostgreSQL',
  sqlserver: 'SQL Server',
  oracle: 'Oracle',
  sqlite: 'SQLite',
}

const languages: [name: string, files: RegExp][] = [
  ['Flutter', /\.dart$/i],
  ['.NET', /\.(?:cs|vb|csproj|vbproj|sln|aspx|cshtml)$/i],
  ['Java', /\.(?:java|jsp|kt|jar|war)$/i],
  ['Python', /\.(?:py|pyw)$/i],
  ['Python notebooks', /\.ipynb$/i],
  ['Arduino', /\.ino$/i],
  ['C or C++', /\.(?:c|cc|cpp|cxx|h|hpp)$/i],
  ['Go', /\.go$/i],
  ['Ruby', /\.rb$/i],
  ['MATLAB', /\.mlx?$|\.slx$/i],
  ['R', /\.(?:r|rmd)$/i],
  ['Node.js', /\.(?:[cm]?ts|[jt]sx|mjs|vue|svelte)$/i],
]
