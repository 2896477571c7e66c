import { counted } from '#contract/kit/format.ts'
import { parentOf } from '#contract/projects/files.ts'

import type { RuleFinding, Rule } from '../files/rule.ts'
import { isGenerated, type Sources } from '../files/sources.ts'

/** Finds bundles that a tool made of other code, which nobody can read or change; libraries are left out. */
export const generatedFile: Rule = {
  name: 'generated-file',
  kind: 'note',
  title: 'Generated files',
  *find(sources: Sources): Generator<RuleFinding> {
    for (const file of sources.texts) {
      const foreign = sources.foreign.get(file.path)
      const isBundle = foreign?.kind === 'built' && foreign.place === file.path
      if (!isBundle && (foreign || !isGenerated(file))) continue
      yield {
        file: file.path,
        line: null,
        message: 'A tool made this file; a buyer can neither read nor change it.',
        cause: 'generated',
        advice: 'Upload the source it was made from, and say in the README how to build it.',
      }
    }
  },
}

/** Finds files larger than 5 MB, which make every download slow. */
export const largeFile: Rule = {
  name: 'large-file',
  kind: 'note',
  title: 'Large files',
  *find({ files }: Sources): Generator<RuleFinding> {
    for (const { path, size } of files)
      if (size > 5 * 1024 * 1024)
        yield {
          file: path,
          line: null,
          what: path,
          message: `This file is ${(size / 1024 / 1024).toFixed(1)} MB, and every buyer has to download it.`,
          advice: 'Make it smaller, or say in the README where to get it.',
        }
  },
}

/** Finds folders that a build makes anew: compiled code, packages, collected static files. */
export const buildOutput: Rule = {
  name: 'build-output',
  kind: 'note',
  title: 'Build output',
  *find(sources: Sources): Generator<RuleFinding> {
    const found = new Map<string, { places: Set<string>; files: number }>()
    for (const [path, { kind, name, place }] of sources.foreign) {
      if (kind !== 'built' || place === path || /(?:^|\/)\.git(?:ignore|keep)$/.test(path)) continue
      const one = found.get(name) ?? found.set(name, { places: new Set(), files: 0 }).get(name)!
      one.places.add(place)
      one.files++
    }
    const packed = sources.files.filter(({ path }) =>
      /(?:^|\/)(?:build|dist)\.(?:zip|rar|7z|tgz)$/i.test(path),
    )
    if (packed.length > 0)
      yield {
        file: packed[0]!.path,
        line: null,
        what: 'packed build',
        message: 'By its name this archive is the output of a build. A buyer makes it anew.',
        advice: 'Leave this out of the upload.',
      }
    const states = sources.files.filter(({ path }) => stateOfEditor.test(path))
    if (states.length > 0)
      yield {
        file: states[0]!.path,
        line: null,
        what: 'state of an editor',
        message: `${counted(states.length, 'file keeps', 'files keep')} what one person had open in their editor.`,
        advice: 'Leave this out of the upload.',
      }
    for (const [name, { places, files }] of found) {
      const [first, ...others] = places
      yield {
        file: first!,
        line: null,
        what: name,
        message: `${counted(files, 'file')} of ${name} here${others.length > 0 ? ` and in ${counted(others.length, 'other folder')} (${others.slice(0, 3).join(', ')}${others.length > 3 ? ' …' : ''})` : ''} ${files === 1 ? 'was' : 'were'} made by a build or an installation. A buyer makes them anew, and nobody reads them.`,
        advice: 'Leave this out of the upload.',
      }
    }
  },
}

/** Files in which Visual Studio and others keep what is open and where, for one person. */
const stateOfEditor = /\.(?:suo|ncb|pidb|userprefs|aps|opensdf|ipch|v12\.suo)$/i

/** Finds logs of the author's own server, with one finding for each folder. */
export const serverLog: Rule = {
  name: 'logs',
  kind: 'note',
  title: 'Logs of a server',
  *find(sources: Sources): Generator<RuleFinding> {
    const folders = new Set<string>()
    for (const file of sources.texts) {
      const folder = parentOf(file.path)
      const isNamed =
        /(?:^|\/)logs?\/[^/]+$|(?:^|[-_.])(?:error|access|debug|server|laravel|app)[-_.]?log(?:s|[-_.].*)?$/i.test(
          file.path,
        )
      if (!isNamed || folders.has(folder) || !logLine.test(file.text.slice(0, 20_000))) continue
      folders.add(folder)
      yield {
        file: file.path,
        line: null,
        message:
          'This is a log of the server on which the project ran: it names paths, addresses and what people did.',
        advice: 'Delete it, and let the project make its own.',
      }
    }
  },
}

const logLine =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?:ERROR|INFO|DEBUG|WARN(?:ING)?)\b.{0,20}\d{4}-\d\d-\d\d|\[\w{3} \w{3} \d\d|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3} - )/m
