import { isExcluded } from '#contract/files/exclusions.ts'

import type { Found, Rule } from '../check/rule.ts'
import { absentReferences } from '../sources/references.ts'
import { nameOf, type Sources } from '../sources/sources.ts'
import { codeEndings } from '../sql/asked.ts'

/** A page, a picture, an include, a model or a data file is named by the code and absent. */
export const missingFile: Rule = {
  name: 'missing-file',
  kind: 'running',
  title: 'A file that is not there',
  *find(sources: Sources): Generator<Found> {
    const seen = new Set<string>()
    let made: Set<string> | undefined
    for (const { path, file, index } of absentReferences(sources)) {
      const name = nameOf(path.replaceAll('\\', '/')).toLowerCase()
      if (seen.has(name)) continue
      seen.add(name)
      made ??= madeOrNamed(sources)
      if (made.has(name)) continue
      const isLeftOut = isExcluded(path.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/, ''))
      yield {
        file: file.path,
        line: sources.lineAt(file, index),
        message: isLeftOut
          ? `“${path}” is used here, but a folder or file of this name is left out of uploads.`
          : `“${path}” is used here, but no such file is in the project.`,
        advice: adviceFor(name, isLeftOut),
      }
    }
  },
}

function adviceFor(name: string, isLeftOut: boolean): string {
  if (name.endsWith('.dll'))
    return 'Install it with NuGet, so that the project file names the package and Visual Studio fetches it.'
  return isLeftOut
    ? 'Move it to a folder such as assets/ and correct the path.'
    : 'Add the file, correct its name (upper and lower case count), or say in the README where to get it.'
}

/** Names of files that the program writes itself, or that a README says how to get. */
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
  return names
}

const writes =
  /(?:\b(?:to_csv|to_excel|to_json|savefig|imwrite|save|save_model|writeFile(?:Sync)?|file_put_contents|createWriteStream|FileWriter|FileOutputStream|PrintWriter|dump)\s{0,4}\([^"'\n]{0,80}|\bopen\()["']([^"'\n]{1,200})["']\s{0,4}(?:,\s{0,4}["'][wax]|[^\n"']{0,1}\)|,)/g
