import { parentOf } from '#contract/projects/files.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

import { isTest } from '../files/secrets.ts'
import { nameOf, type Sources } from '../files/sources.ts'

/** The most settings that are named. */
const maxNames = 15

/** The settings that a program cannot do without and that no file of the release sets; null without any. */
export function settingsOf(sources: Sources, folder: string): SetUp['settings'] {
  const names = new Map<string, string>()
  for (const file of sources.written('js', 'ts', 'jsx', 'tsx', 'mjs', 'cjs', 'py')) {
    if (isTest(file.path)) continue
    for (const { 1: inNode, 2: inPython, 3: decoupled } of sources.code(file).matchAll(asked)) {
      const name = (inNode ?? inPython ?? decoupled)!
      if (!given.test(name) && !names.has(name)) names.set(name, file.path)
    }
  }
  const envs = sources.files.filter(({ path }) =>
    /^\.env(?:\.(?:local|development))?$|^config\.env$/.test(nameOf(path)),
  )
  for (const file of envs) {
    if (file.text === undefined) return null
    for (const [, name] of file.text.matchAll(/^\s{0,8}(?:export\s)?([A-Z][A-Z0-9_]{1,60})\s{0,4}=/gm))
      names.delete(name!)
  }
  if (names.size === 0) return null
  const example = sources.files.find(({ path }) =>
    /^(?:\.?env[._-](?:example|sample|template|dist)|(?:example|sample)\.env|\.env\.local\.example)$/i.test(
      nameOf(path),
    ),
  )
  const folders = [...names.values()].map((path) => path.split('/')[0]!)
  const isOfOne = [...names.values()].every((path) => path.includes('/')) && new Set(folders).size === 1
  const part = isOfOne ? folders[0]! : ''
  const hasPackage = part !== '' && sources.paths.has(`${part}/package.json`)
  return {
    names: [...names.keys()].slice(0, maxNames),
    example: example?.path ?? null,
    folder: example ? parentOf(example.path) : hasPackage ? part : folder,
  }
}

const asked =
  /\bprocess\.env\.([A-Z][A-Z0-9_]{1,60})\b(?!\s{0,4}(?:\|\||\?\?|\)\s{0,2}(?:\|\||\?\?)))|\b(?:os\.environ\[|os\.(?:getenv|environ\.get)\()\s{0,4}["']([A-Z][A-Z0-9_]{1,60})["']\s{0,4}[\])](?!\s{0,4}or\b)|\bconfig\(\s{0,4}["']([A-Z][A-Z0-9_]{1,60})["']\s{0,4}\)/g

/** What systems and tools set themselves. */
const given =
  /^(?:NODE_ENV|PORT|HOST|PATH|HOME|CI|DEBUG|PUBLIC_URL|USER|TEMP|VERCEL\w*|PYTHON\w*|DJANGO_SETTINGS_MODULE)$/
