import { builtinModules } from 'node:module'

import { parentOf } from '#contract/projects/files.ts'

import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { type Ecosystem, firstByName, type ImportedLibrary } from './ecosystem.ts'

interface PackageJson {
  name?: string
  main?: string
  workspaces?: unknown
  scripts?: Record<string, string>
  imports?: object
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Every package.json that is valid JSON. */
export function packagesIn(sources: Sources): { file: SourceFile; manifest: PackageJson }[] {
  return sources.written('json').flatMap((file) => {
    if (nameOf(file.path) !== 'package.json') return []
    try {
      const manifest: unknown = JSON.parse(file.text)
      return typeof manifest === 'object' && manifest ? [{ file, manifest: cleaned(manifest) }] : []
    } catch {
      return []
    }
  })
}

/** The fields of a package.json that have the types that npm expects. */
function cleaned(manifest: Record<string, unknown> | object): PackageJson {
  const fields = manifest as Record<string, unknown>
  const texts = (value: unknown) =>
    Object.fromEntries(
      Object.entries(typeof value === 'object' && value ? value : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  return {
    ...(typeof fields.name === 'string' && { name: fields.name }),
    ...(typeof fields.main === 'string' && { main: fields.main.replace(/^\.\//, '') }),
    ...(fields.workspaces !== undefined && { workspaces: fields.workspaces }),
    scripts: texts(fields.scripts),
    dependencies: {
      ...texts(fields.dependencies),
      ...texts(fields.devDependencies),
      ...texts(fields.peerDependencies),
      ...texts(fields.optionalDependencies),
    },
  }
}

const imports =
  /(?:^|[\s;=(,!{])(?:require\s{0,4}\(\s{0,4}|import\s{0,4}\(\s{0,4}|import\s{1,4}|from\s{0,4})["']([^"'\s]{1,200})["']/g
const endings = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'tsx', 'vue', 'svelte']

/**
 * The libraries that the project's JavaScript and TypeScript needs, and those that each package.json declares for its
 * folder.
 */
export function nodeNeeds(sources: Sources): Ecosystem {
  const packages = packagesIn(sources)
  const declared = packages.map(({ file, manifest }) => ({
    folder: parentOf(file.path),
    names: new Set([...Object.keys(manifest.dependencies!), ...(manifest.name ? [manifest.name] : [])]),
  }))
  const found: ImportedLibrary[] = []
  const missing: ImportedLibrary[] = []
  for (const file of sources.written(...endings)) {
    const around = declared.filter(({ folder }) => folder === '' || file.path.startsWith(`${folder}/`))
    for (const { 0: all, 1: specifier, index } of sources.code(file).matchAll(imports)) {
      const name = packageOf(specifier!)
      if (!name) continue
      const needed = { name, file, index: index + all.lastIndexOf(specifier!) }
      found.push(needed)
      const isThere = around.some(({ names }) => names.has(name) || names.has(`@types/${name}`))
      if (!isThere && !declared.some(({ folder }) => nameOf(folder) === name)) missing.push(needed)
    }
  }
  for (const { file, manifest } of packages)
    for (const [script, command] of Object.entries(manifest.scripts ?? {})) {
      const tool = /^(?:test|lint|format|prepare|deploy|pre|post)/.test(script) ? undefined : toolIn(command)
      const isThere = declared.some(
        ({ folder, names }) =>
          names.has(tool ?? '') &&
          (folder === '' ||
            `${parentOf(file.path)}/`.startsWith(`${folder}/`) ||
            parentOf(file.path) === folder),
      )
      if (tool === undefined || isThere || manifest.workspaces) continue
      missing.push({ name: tool, file, index: Math.max(0, file.text.indexOf(command)) })
    }
  return {
    language: 'JavaScript',
    hasManifest: packages.length > 0,
    manifest: 'package.json',
    needed: firstByName(found),
    missing: firstByName(missing),
    advice: 'Run “npm install NAME” in the folder of package.json, and upload package.json again.',
  }
}

/** The package whose command a script calls; npm finds it only when it is installed with the project. */
function toolIn(command: string): string | undefined {
  const [, name] = /^(?:cross-env(?:\s+\w+=\S+)*\s+)?([\w-]{2,40})(?=\s|$)/.exec(command.trim()) ?? []
  return tools.get(command.trim().split(/\s/)[0]!) ?? tools.get(name ?? '')
}

const tools = new Map([
  ...[
    'nodemon concurrently cross-env ts-node tsx vite react-scripts next webpack rimraf json-server',
    'nuxt parcel gulp electron expo',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name, name] as const),
  ['tsc', 'typescript'],
  ['ng', '@angular/cli'],
  ['nest', '@nestjs/cli'],
])

const builtin = new Set([...builtinModules, 'electron', 'vscode', 'k6', 'bun', 'deno'])

/** The npm package that an import names; undefined for a file, a module of Node and an alias. */
function packageOf(specifier: string): string | undefined {
  const parts = specifier.split('/')
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!
  // Expo brings these.
  if (/^@expo\/(?:metro-config|config-plugins|vector-icons)$/.test(name)) return undefined
  if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i.test(name) || builtin.has(name)) return undefined
  // `src/…`, `components/…`: paths from the project's root, which some bundlers allow.
  return /\.(?:js|css|html|json|png|svg)$|^(?:src|app|components|pages|assets|utils|lib|config|public)$/.test(
    name,
  ) && !/^(?:\w+)\.js$/.test(name)
    ? undefined
    : name
}
