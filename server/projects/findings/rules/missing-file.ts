import { isExcluded, parentOf } from '#contract/projects/files.ts'

import { absentReferences, plainPath } from '../files/references.ts'
import type { RuleFinding, Rule } from '../files/rule.ts'
import { nameOf, type Sources } from '../files/sources.ts'
import { codeEndings } from '../files/tables.ts'
import { absentInContainers } from './missing-file/containers.ts'
import { absentDatabases } from './missing-file/databases.ts'
import { absentLibraries } from './missing-file/libraries.ts'
import { notBrought } from './missing-file/not-brought.ts'
import { absentInReadmes } from './missing-file/readmes.ts'
import { absentSettings } from './missing-file/settings.ts'

/**
 * Finds what a project's words or code need and the upload does not bring: pages, pictures, includes, models, data,
 * databases and libraries that are named and not there, what is only a pointer, and what uploads leave out.
 */
export const missingFile: Rule = {
  name: 'missing-file',
  kind: 'running',
  title: 'Needed, and not there',
  *find(sources: Sources): Generator<RuleFinding> {
    const made = madeOrNamed(sources)
    yield* notBrought(sources)
    yield* absentInCode(sources, made)
    yield* absentLibraries(sources)
    yield* absentDatabases(sources, made)
    yield* absentInContainers(sources)
    yield* absentInReadmes(sources, made)
    yield* absentSettings(sources)
  },
}

function* absentInCode(sources: Sources, made: ReadonlySet<string>): Generator<RuleFinding> {
  const seen = new Set<string>()
  for (const { path, file, index, like } of absentReferences(sources)) {
    const name = nameOf(path.replaceAll('\\', '/')).toLowerCase()
    const key = fontName(name) ?? name
    if (seen.has(key)) continue
    seen.add(key)
    if (made.has(name) || made.has(name.replace(/\.\w+$/, ''))) continue
    const plain = plainPath(path.replaceAll('\\', '/'))
    const isLeftOut = isExcluded(plain)
    const folder = parentOf(plain)
    yield {
      file: file.path,
      line: sources.lineAt(file, index),
      message: `“${path}” is used here, but ${whyAbsent(plain, like, isLeftOut)}.`,
      advice: adviceFor(name, isLeftOut),
      ...(folder !== '' && !sources.hasFolder(folder) && { cause: `folder ${folder.toLowerCase()}` }),
    }
  }
}

function whyAbsent(plain: string, like: string | undefined, isLeftOut: boolean): string {
  if (like === plain) return 'it leads to no file from here; one of this name lies elsewhere in the project'
  if (like !== undefined) return `the file is called “${like}”. On a server with Linux these are two names`
  return isLeftOut ? 'a folder or file of this name is left out of uploads' : 'no such file is in the project'
}

/** A font's name without its format: a browser needs one of the formats that a style sheet lists. */
const fontName = (name: string) => /^(.+)\.(?:woff2?|ttf|eot|otf|svg)$/.exec(name)?.[1]

function adviceFor(name: string, isLeftOut: boolean): string {
  if (name.endsWith('.dll'))
    return 'Install it with NuGet, so that the project file names the package and Visual Studio fetches it.'
  return isLeftOut
    ? 'Move it to a folder such as assets/ and correct the path.'
    : 'Add the file, correct its name (upper and lower case count), or say in the README where to get it.'
}

/** The names of files that the program writes itself, or that a README says how to get. */
function madeOrNamed(sources: Sources): Set<string> {
  const names = new Set<string>()
  for (const { text } of sources.written('md', 'txt', 'rst'))
    for (const line of text.split('\n', 2000))
      if (
        /download|kaggle|drive\.google|data ?set|obtain|train|generat|creat|made|your own|firebase/i.test(
          line,
        )
      )
        for (const [word] of line.slice(0, 1000).matchAll(/[\w-][\w.-]{0,100}\.[A-Za-z]\w{1,8}/g))
          names.add(word.toLowerCase())
  for (const file of sources.written(...codeEndings))
    for (const { 1: path } of sources.code(file).matchAll(writes)) names.add(nameOf(path!).toLowerCase())
  // The settings of generators name what they write.
  for (const { text } of sources.written('json', 'csproj', 'nswag', 'gradle'))
    for (const { 1: path } of text.matchAll(
      /\b(?:output|outFile|outputFile|destination|dest|target)["']?\s{0,4}[:=]\s{0,4}["']([^"'\n]{1,200})["']/g,
    ))
      names.add(nameOf(path!).toLowerCase()).add(
        nameOf(path!)
          .toLowerCase()
          .replace(/\.\w+$/, ''),
      )
  return names
}

const writes =
  /(?:\b(?:to_csv|to_excel|to_json|savefig|imwrite|save|save_model|writeFile(?:Sync)?|file_put_contents|createWriteStream|FileWriter|FileOutputStream|PrintWriter|dump)\s{0,4}\([^"'\n]{0,80}|\bopen\()["']([^"'\n]{1,200})["']\s{0,4}(?:,\s{0,4}["'][wax]|[^\n"']{0,1}\)|,)/g
