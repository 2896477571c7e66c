import { parentOf } from '#contract/projects/files.ts'

import { resolved } from '../../files/references.ts'
import type { RuleFinding } from '../../files/rule.ts'
import { endingOf, nameOf, type SourceFile, type Sources } from '../../files/sources.ts'

/** Finds libraries and projects that the project files of an IDE take from outside the folder, or that are absent. */
export function* absentLibraries(sources: Sources): Generator<RuleFinding> {
  for (const file of sources.texts)
    for (const { files, pattern, isKnown } of places) {
      if (!files.test(file.path)) continue
      for (const { 0: all, 1: written, index } of file.text.slice(0, 400_000).matchAll(pattern)) {
        const path = written!.replace(/\\{1,2}/g, '/').replace(/^\$MODULE_DIR\$\//, '')
        const place = whereIs(sources, file, path)
        if (place === 'there' || isKnown?.(sources, path)) continue
        yield {
          file: file.path,
          line: sources.lineAt(file, index + all.indexOf(written!)),
          message:
            place === 'outside'
              ? `“${nameOf(path)}” is taken from outside this folder (${path}), so no buyer has it.`
              : `“${path}” is used here, but no such file is in the project.`,
          advice:
            endingOf(path) === 'jar'
              ? 'Copy it into a folder such as lib/ and use it from there, or name it in pom.xml or build.gradle.'
              : endingOf(path) === 'dll'
                ? 'Install it with NuGet, or copy it into the folder and use it from there.'
                : 'Put that project into the folder too, or take the reference out.',
          cause: `${place} ${parentOf(path).toLowerCase()}`,
        }
      }
    }
}

interface Place {
  files: RegExp
  /** The first group is the path. */
  pattern: RegExp
  /** True for what an installation brings. */
  isKnown?: (sources: Sources, path: string) => boolean
}

const isNuGet = (sources: Sources, path: string) =>
  /(?:^|\/)packages\//i.test(path) && sources.hasEnding('packages.config')

const places: Place[] = [
  {
    files: /\.(?:cs|vb|fs)proj$/i,
    pattern: /<HintPath>((?:\.\.|[A-Za-z]:)[\\/][^<*$\n]{1,200})<\/HintPath>/g,
    isKnown: isNuGet,
  },
  {
    files: /\.(?:cs|vb|fs)proj$/i,
    pattern: /<ProjectReference\s{1,4}Include="([^"*$\n]{1,200}\.\w{2}proj)"/g,
  },
  {
    files: /\.sln$/i,
    pattern: /^Project\("[^"\n]{1,60}"\) = "[^"\n]{1,100}", "([^"\n:*]{1,200}\.\w{2,6}proj)"/gm,
  },
  {
    files: /(?:^|\/)\.classpath$/,
    pattern: /<classpathentry\b[^>]{0,200}?\bkind="lib"[^>]{0,200}?\bpath="([^":]{1,200}\.jar)"/g,
  },
  {
    files: /(?:^|\/)nbproject\/project\.properties$/,
    pattern: /^file\.reference\.[^=\n]{1,100}=([^\n:]{1,200}\.jar)[ \t]{0,4}\r?$/gm,
  },
  { files: /\.iml$/, pattern: /\burl="jar:\/\/(\$MODULE_DIR\$\/[^"!]{1,200}\.jar)!/g },
]

/** Where a path leads that a file names relative to the project around it. */
function whereIs(sources: Sources, file: SourceFile, path: string): 'there' | 'outside' | 'absent' {
  // Windows and Visual Studio bring these, and everybody has them there.
  if (/program files|windows\/|reference assemblies/i.test(path)) return 'there'
  const folder = parentOf(file.path).replace(/(?:^|\/)nbproject$/, '')
  const at = /^(?:\/|[A-Za-z]:)/.test(path) ? undefined : resolved(folder, decodeURI(path))
  if (at !== undefined) return sources.hasEnding(at) ? 'there' : 'absent'
  return sources.hasEnding(nameOf(path)) ? 'there' : 'outside'
}

/** A path without `%20` and the like; as it is where it has none. */
const decodeURI = (path: string) =>
  path.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
