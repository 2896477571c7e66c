import { parentOf } from '#contract/projects/files.ts'
import { readmeIn } from '#contract/projects/readme.ts'
import type { SetUp, SetUpKind } from '#contract/projects/set-up.ts'

import { languageOf } from '../../releases/languages.ts'
import { nameOf, type Sources } from '../files/sources.ts'
import { isMadeByFramework } from '../files/tables.ts'
import { packagesIn } from '../manifests/node.ts'
import { type Commands, nodeCommands, otherTool, pythonCommands, readmeCommands } from './commands.ts'
import { connectionsIn } from './connections.ts'
import { dumpsIn } from './dumps.ts'
import { javaCommands } from './java.ts'
import { placedBy } from './links.ts'
import { settingsOf } from './settings.ts'

/** What a check knows of a release when it looks for its start. */
interface Known {
  entry: string | null
  technologies: readonly string[]
  /** Whether a browser refuses its pages from a folder. */
  isServed: boolean
}

/** Finds out what starts a release: from its files alone, without running any of them. */
export function setUpOf(sources: Sources, known: Known): SetUp {
  const kind = kindOf(sources, known)
  const entry = pageFor(sources, kind, known.entry)
  const found = commandsFor(kind, sources, entry, known)
  const readme = readmeIn(sources.texts)
  const told = readmeCommands(sources, readme)
  const isPart = kind === 'node' && found.start.length > 1
  const fromReadme =
    told &&
    !isPart &&
    fits(kind, told.start[0]!.line, found) &&
    isOfEntry(sources, kind, told.start[0]!.line, entry)
      ? told
      : undefined
  const placed = kind === 'php' ? placedBy(sources, entry) : { root: found.root, folder: null, topLink: null }
  // Loaded from a folder, its pages stay empty.
  const served = kind === 'static' && known.isServed && !fromReadme
  return {
    kind,
    tool: found.tool,
    entry,
    ...placed,
    dumps: dumpsIn(sources),
    makesTables: isMadeByFramework(sources),
    connections: connectionsFor(sources, found),
    settings: settingsFor(kind, sources, found),
    install: fromReadme && fromReadme.install.length > 0 ? fromReadme.install : found.install,
    start: served
      ? [{ folder: found.root, line: 'python -m http.server 8000' }]
      : (fromReadme?.start ?? found.start),
    isFromReadme: fromReadme !== undefined,
    libraries: found.libraries,
    port: fromReadme
      ? (portIn(fromReadme.start[0]!.line) ?? found.port ?? told?.port ?? null)
      : served
        ? 8000
        : (found.port ?? (kind === 'node' && found.start.length === 1 ? addressIn(readme?.text) : null)),
    readme: readme?.path ?? null,
  }
}

/** The port of the first address of the own computer in a README. */
const addressIn = (text = ''): number | null => {
  const [, port] = /\b(?:localhost|127\.0\.0\.1):(\d{4,5})\b/.exec(text.slice(0, 100_000)) ?? []
  return port ? Number(port) : null
}

/** Laravel reads its settings alone: what its code says beside them is only what it falls back to. */
function connectionsFor(sources: Sources, { tool }: Commands) {
  const connections = connectionsIn(sources)
  const set = connections.filter((one) => /(?:^|\/)\.env/.test((one.database ?? one.user)?.file ?? ''))
  return tool === 'laravel' ? set : connections
}

/** Frameworks of PHP bring an example of their settings, which is copied. */
function settingsFor(kind: SetUpKind, sources: Sources, { root, tool }: Commands): SetUp['settings'] {
  if (kind === 'node' || kind === 'python') return settingsOf(sources, root)
  if (tool !== 'laravel' && tool !== 'codeigniter') return null
  const at = (name: string) => (root === '' ? name : `${root}/${name}`)
  const example = [at('.env.example'), at('env')].find((path) => sources.paths.has(path))
  return example && !sources.paths.has(at('.env')) ? { names: [], example, folder: root } : null
}

/** The page whose form leads to the entry, where that one only takes what is sent to it. */
function pageFor(sources: Sources, kind: SetUpKind, entry: string | null): string | null {
  const file = kind === 'php' ? sources.texts.find(({ path }) => path === entry) : undefined
  if (!file?.path.endsWith('.php') || showsPage.test(file.text)) return entry
  const page = ['.html', '.htm'].map((ending) => file.path.replace(/\.php$/, ending))
  return page.find((path) => sources.paths.has(path)) ?? entry
}
const showsPage = /<(?:form|body|html)\b|\b(?:include|require)(?:_once)?\b/i

const portIn = (line: string): number | null => {
  const [, port] = /(?::|http\.server |--port[= ]|-p )(\d{4,5})\b/.exec(line) ?? []
  return port ? Number(port) : null
}

/** Of a page that a server brings, its server is what is started. */
function kindOf(sources: Sources, { entry, technologies, isServed }: Known): SetUpKind {
  const has = (...endings: string[]) => sources.written(...endings).length > 0
  const language = languageOf(entry ?? '')
  if (otherTool(sources, technologies) !== null && !/\.(?:php|py|ipynb)$/.test(entry ?? '')) return 'other'
  if (/^(?:PHP)$/.test(language ?? '') || (entry && /\.html?$/i.test(entry) && has('php'))) return 'php'
  if (/^(?:Python|Jupyter Notebook)$/.test(language ?? '')) return 'python'
  if (/^(?:Java|JSP|Kotlin)$/.test(language ?? '')) return 'java'
  if (entry && /\.html?$/i.test(entry)) {
    if (has('jsp') || sources.written('java').some(({ text }) => /HttpServlet/.test(text))) return 'java'
    const isBuilt = packagesIn(sources).some(({ manifest: { dependencies = {} } }) =>
      ['vite', 'react-scripts', 'express', 'next', 'parcel', 'webpack'].some((name) => name in dependencies),
    )
    if (isBuilt) return 'node'
    return has('py') && isServed && sources.hasEnding('manage.py') ? 'python' : 'static'
  }
  if (entry && /\.(?:[cm]?[jt]sx?|vue|svelte)$/i.test(entry))
    return packagesIn(sources).length > 0 || !has('html') ? 'node' : 'static'
  if (entry === null && has('php')) return 'php'
  return 'other'
}

function commandsFor(
  kind: SetUpKind,
  sources: Sources,
  entry: string | null,
  { technologies }: Known,
): Commands {
  const none: Commands = { tool: null, root: '', install: [], start: [], port: null, libraries: [] }
  if (kind === 'python') return pythonCommands(sources, entry)
  if (kind === 'node') return nodeCommands(sources)
  if (kind === 'java') return javaCommands(sources, entry)
  if (kind === 'php') return phpCommands(sources, none)
  if (kind === 'other') return { ...none, tool: otherTool(sources, technologies) }
  return { ...none, root: parentOf(entry ?? '') }
}

/** Laravel and CodeIgniter 4 bring a server of their own; what Composer brings is left out of uploads. */
function phpCommands(sources: Sources, none: Commands): Commands {
  const artisan = top(sources, 'artisan')
  const composer = top(sources, 'composer.json')
  const needs = sources.texts.find(({ path }) => path === composer)?.text
  const isNeeded =
    needs !== undefined && /"require(?:-dev)?"\s{0,4}:\s{0,4}\{[^}]{0,4000}"[\w.-]+\/[\w.-]+"/.test(needs)
  const install = isNeeded ? [{ folder: parentOf(composer!), line: 'composer install' }] : []
  if (artisan) {
    const folder = parentOf(artisan)
    const steps = ['php artisan key:generate', 'php artisan migrate', 'php artisan storage:link']
    const builds = packagesIn(sources).some(
      ({ file, manifest }) => parentOf(file.path) === folder && manifest.scripts?.build,
    )
    return {
      ...none,
      tool: 'laravel',
      root: folder,
      install: [
        ...install,
        ...(builds ? ['npm install', 'npm run build'] : []).map((line) => ({ folder, line })),
        ...steps.slice(0, 2).map((line) => ({ folder, line })),
      ],
      start: [{ folder, line: 'php artisan serve' }],
      port: 8000,
    }
  }
  const spark = top(sources, 'spark')
  if (spark)
    return {
      ...none,
      tool: 'codeigniter',
      root: parentOf(spark),
      install,
      start: [{ folder: parentOf(spark), line: 'php spark serve' }],
      port: 8080,
    }
  return { ...none, install }
}

const top = (sources: Sources, name: string): string | undefined =>
  sources.files
    .filter(({ path }) => nameOf(path) === name && !sources.foreign.has(path))
    .map(({ path }) => path)
    .toSorted((one, other) => one.length - other.length)[0]

/** Tells whether the command of a README starts this kind of program, and says more than the files do. */
function fits(kind: SetUpKind, line: string, found: Commands): boolean {
  const of: Record<SetUpKind, RegExp> = {
    php: /^(?:php|symfony) /,
    python: /^(?:python3?|py|flask|streamlit|uvicorn|gunicorn) /,
    node: /^(?:npm|pnpm|yarn|node|nodemon|npx|next|vite|ng|ts-node|tsx)\b/,
    java: /^(?:\.\/)?(?:mvnw?|gradlew?)\b/,
    static: /^(?:python3?|py) -m http\.server|^npx /,
    other: /./,
  }
  return (
    of[kind].test(line) &&
    !(found.tool === 'django' || found.tool === 'laravel' || found.tool === 'codeigniter')
  )
}

/** False for a command of Python that starts another file than the one that was found: often one that prepares data. */
function isOfEntry(sources: Sources, kind: SetUpKind, line: string, entry: string | null): boolean {
  if (kind !== 'python' || entry === null) return true
  if (/^flask\b/.test(line)) return sources.hasEnding('.flaskenv') || /(?:^|\/)(?:app|wsgi)\.py$/.test(entry)
  const stem = nameOf(entry).replace(/\.\w+$/, '')
  return line.includes(stem) || / -m \w/.test(line)
}
