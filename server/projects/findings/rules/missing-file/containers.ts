import { isExcluded, parentOf } from '#contract/projects/files.ts'

import { resolved } from '../../files/references.ts'
import type { RuleFinding } from '../../files/rule.ts'
import { nameOf, type SourceFile, type Sources } from '../../files/sources.ts'

/** Finds files and folders that a Dockerfile copies or a compose file mounts, reads or builds, and that are not there. */
export function* absentInContainers(sources: Sources): Generator<RuleFinding> {
  for (const file of sources.texts) {
    const isCompose = /^(?:docker-)?compose[\w.-]{0,30}\.ya?ml$/i.test(nameOf(file.path))
    const isDockerfile = /^(?:dockerfile(?:\.\w{1,20})?|\w{1,20}\.dockerfile)$/i.test(nameOf(file.path))
    if ((!isCompose && !isDockerfile) || sources.foreign.has(file.path)) continue
    const seen = new Set<string>()
    for (const { path, index } of isCompose ? inCompose(file) : inDockerfile(file)) {
      const at = resolved(parentOf(file.path), path.replace(/\/$/, ''))
      if (!at || seen.has(at) || isThere(sources, at) || isExcluded(at) || isExcluded(`${at}/x`)) continue
      seen.add(at)
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: `“${path}” is needed here, but it is not in the project.`,
        advice: /(?:^|\/)\.env[^/]*$/.test(path)
          ? 'Add a sample such as .env.example with made-up values, and say in the README to copy it.'
          : 'Add it, or correct the path.',
      }
    }
  }
}

interface Named {
  path: string
  index: number
}

function* inCompose({ text }: SourceFile): Generator<Named> {
  for (const { 0: all, 1: file, 2: folder, 3: mounted, index } of text.slice(0, 100_000).matchAll(compose)) {
    const path = (file ?? folder ?? mounted)!
    if (!/[$*{}~]|^\/|^https?:|^\.\/?$/.test(path)) yield { path, index: index + all.indexOf(path) }
  }
}

/** `env_file: x`, `- x` below it, `build: ./x`, `context: ./x`, and a file that is mounted. */
const compose =
  /^[ \t]{1,20}env_file:[ \t]{0,4}(?:\r?\n[ \t]{1,20}-[ \t]{1,4}(?:path:[ \t]{1,4})?)?["']?([^\s"'#[\]-][^\s"'#[\]]{0,100})|^[ \t]{1,20}(?:build|context):[ \t]{1,4}["']?([^\s"'#{}]{1,100})|^[ \t]{1,20}-[ \t]{1,4}["']?(\.{1,2}\/[^\s"':]{1,100}\.(?:sql|conf|ya?ml|json|ini|sh|env|html|toml)):/gm

function* inDockerfile({ text }: SourceFile): Generator<Named> {
  for (const { 1: words, index } of text
    .slice(0, 50_000)
    .matchAll(/^[ \t]*(?:COPY|ADD)[ \t]+([^\n\\]{1,300})/gim)) {
    if (/--from=|<<|^\[/.test(words!)) continue
    const names = words!.split(/\s+/).filter((word) => word !== '' && !word.startsWith('--'))
    for (const path of names.slice(0, -1))
      if (/^[\w./-]+\.\w{1,6}$/.test(path) && !/^\.{1,2}$/.test(path)) yield { path, index }
  }
}

const isThere = (sources: Sources, path: string) => sources.hasEnding(path) || sources.hasFolder(path)
