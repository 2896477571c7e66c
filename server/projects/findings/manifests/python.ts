import { nameOf, type ProjectFile, type SourceFile, type Sources } from '../files/sources.ts'
import { type Ecosystem, firstByName, type ImportedLibrary } from './ecosystem.ts'
import { notebookCode } from './notebooks.ts'
import { providedBy, packageNames, standardModules } from './python-names.ts'

const manifests =
  /^(?:requirements[\w.-]*\.txt|[\w.-]*requirements\.txt|pyproject\.toml|pipfile|setup\.(?:py|cfg)|environment\.ya?ml|conda\.ya?ml|pipfile\.txt)$/i

/** The libraries that the project's Python needs and its requirements declare. */
export function pythonNeeds(sources: Sources): Ecosystem {
  const isManifest = ({ path }: ProjectFile) =>
    manifests.test(nameOf(path)) || /(?:^|\/)requirements\/[\w.-]+\.txt$/i.test(path)
  const files = sources.texts.filter(isManifest)
  const isUnread = sources.files.some((file) => file.text === undefined && isManifest(file))
  const declared = new Set(
    [...files.map(({ text }) => text), ...installCommands(sources)].flatMap((text) =>
      [...text.matchAll(/[A-Za-z][\w.-]{0,80}/g)].map(([name]) => folded(name)),
    ),
  )
  const needed = firstByName(importsIn(sources))
  return {
    language: 'Python',
    hasManifest: files.length > 0 || isUnread,
    manifest: 'requirements.txt',
    needed,
    // The content of an unread manifest is unknown, so nothing counts as missing.
    missing: isUnread ? [] : needed.filter(({ name }) => !isDeclared(name, declared)),
    advice: 'Add it to requirements.txt; “pip freeze” in your environment shows the name and the version.',
  }
}

/** The commands by which notebook cells install libraries: `!pip install shap`. */
const installCommands = (sources: Sources) =>
  [...notebookLines(sources)].flatMap(({ text }) => (/^[!%]\s{0,4}(?:pip|conda)/.test(text) ? [text] : []))

const folded = (name: string) => name.toLowerCase().replace(/[._]/g, '-')

function isDeclared(name: string, declared: Set<string>): boolean {
  const packages = packageNames.get(name.toLowerCase())?.split(' ') ?? [name, `python-${name}`, `py${name}`]
  const givers = providedBy.get(name.toLowerCase())?.split(' ') ?? []
  return [...packages, ...givers].some((one) => declared.has(folded(one)))
}

const statement =
  /^([ \t]{0,40})(?:from[ \t]{1,8}([A-Za-z_]\w{0,80})(?:\.[\w.]{1,120})?[ \t]{1,8}import\b|import[ \t]{1,8}([A-Za-z_][\w. \t,]{0,300}))/gm

function* importsIn(sources: Sources): Generator<ImportedLibrary> {
  const own = new Set(
    sources.files.flatMap(({ path }) => {
      const parts = path.split('/')
      return path.endsWith('.py') ? [...parts.slice(0, -1), parts.at(-1)!.slice(0, -3)] : []
    }),
  )
  for (const file of sources.written('py')) {
    const code = sources.code(file)
    for (const { 1: indent, 2: from, 3: list, index } of code.matchAll(statement)) {
      if (indent && isInTry(code, index)) continue
      const names = from ? [from] : list!.split(',').map((one) => one.trim().split(/[.\s]/)[0]!)
      for (const name of names)
        if (name && !standardModules.has(name) && !own.has(name))
          yield { name, file, index: index + indent!.length }
    }
  }
  for (const { text, file, index } of notebookLines(sources)) {
    const [, from, list = ''] = notebookImport.exec(text) ?? []
    for (const name of from ? [from] : list.split(',').map((one) => one.trim().split(/[.\s]/)[0]!))
      if (name && !standardModules.has(name) && !own.has(name) && name !== 'google')
        yield { name, file, index }
  }
}

/** Imports at the beginning of a line, outside `try`. Google Colab provides `google`. */
const notebookImport =
  /^(?:from[ \t]{1,8}([A-Za-z_]\w{0,80})(?:\.[\w.]{1,120})?[ \t]{1,8}import\b|import[ \t]{1,8}([A-Za-z_][\w. \t,]{0,300}))/

/** True for an import inside `try:`, without which the program goes on. */
const isInTry = (code: string, index: number) =>
  /\b(?:try|except[^\n]{0,100}|else|if[^\n]{0,200})[ \t]*:[ \t]*\n(?:[ \t]{1,40}(?:import|from)[^\n]{0,200}\n){0,6}$/.test(
    code.slice(Math.max(0, index - 500), index),
  )

/** A line of code of a notebook, and its index in the file. */
interface NotebookLine {
  file: SourceFile
  text: string
  index: number
}

/** The lines of code of every Jupyter notebook, without outputs and Markdown cells. */
function* notebookLines(sources: Sources): Generator<NotebookLine> {
  for (const file of sources.written('ipynb')) {
    let index = 0
    let isFound = true
    for (const text of notebookCode(file.text)) {
      // When the JSON is not written as JSON.stringify writes it, the last index found is used.
      const next: number = isFound ? file.text.indexOf(JSON.stringify(text).slice(1, -1), index) : -1
      isFound = next !== -1
      if (isFound) index = next
      yield { file, text, index }
    }
  }
}
