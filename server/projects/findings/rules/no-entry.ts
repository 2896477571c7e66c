import { isExcluded, parentOf } from '#contract/projects/files.ts'

import type { RuleFinding, Rule } from '../files/rule.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { packagesIn } from '../manifests/node.ts'

/** Finds programs without a file that starts them. */
export const noEntry: Rule = {
  name: 'no-entry',
  kind: 'running',
  title: 'No file that starts the program',
  *find(sources: Sources): Generator<RuleFinding> {
    yield* nodeEntries(sources)
    for (const { ending, isStarted, looked, advice } of languages) {
      const files = sources.written(...ending)
      const first = files.toSorted((one, other) => one.path.length - other.path.length)[0]
      if (!first || files.some((file) => isStarted(file, sources)) || hasPage(sources, ending)) continue
      yield { file: first.path, line: null, message: `Nothing starts this program: ${looked}.`, advice }
    }
  },
}

interface Language {
  ending: string[]
  isStarted: (file: SourceFile, sources: Sources) => boolean
  looked: string
  advice: string
}

const languages: Language[] = [
  {
    ending: ['py'],
    isStarted: (file, sources) =>
      /^(?:manage|wsgi|asgi|__main__|conftest)\.py$/.test(nameOf(file.path)) ||
      /^if\s+__name__\s*==|^[\w.]{1,80}\(|^(?:for|while|with|print)\b|^(?:root|window|app|win)\.mainloop/m.test(
        sources.code(file),
      ),
    looked: 'no Python file has a main part or does anything by itself when it is run',
    advice: 'Add a file such as app.py or main.py that starts it, and name the command in the README.',
  },
  {
    ending: ['java', 'kt'],
    isStarted: (file, sources) =>
      /\bstatic\s+(?:final\s+)?(?:synchronized\s+)?void\s+main\s*\(|\bvoid\s+main\s*\(\s*\)|\bfun\s+main\s*\(|extends\s+(?:HttpServlet|Application)\b|@WebServlet|@SpringBootApplication|extends\s+\w{0,30}Activity\b|: *\w{0,30}Activity\(/.test(
        sources.code(file),
      ),
    looked: 'no class has a main method, and there is no servlet or activity',
    advice: 'Add the class with public static void main(String[] args), and name it in the README.',
  },
  {
    ending: ['php'],
    isStarted: ({ path }) =>
      /^(?:index|home|main|login|default|artisan|start|server|app|welcome)(?:\.php)?$/i.test(nameOf(path)),
    looked: 'there is no index.php or another first page',
    advice: 'Add an index.php that shows the first page or leads to it.',
  },
  {
    ending: ['dart'],
    isStarted: (file, sources) => /\bmain\s*\(/.test(sources.code(file)),
    looked: 'no Dart file has a main function',
    advice: 'Add lib/main.dart with a main function.',
  },
  {
    ending: ['c', 'cpp', 'cc'],
    isStarted: (file, sources) => /\bmain\s*\(|\bsetup\s*\(\s*\)/.test(sources.code(file)),
    looked: 'no file has a main function',
    advice: 'Add the file with the main function.',
  },
]

/** True when the project has a page or notebook to open, or a start file in another language. */
const hasPage = ({ paths }: Sources, ending: string[]) =>
  [...paths].some((path) =>
    ending.includes('php') || ending.includes('java')
      ? /(?:^|\/)(?:index\.(?:html?|jsp|php)|web\.xml|artisan)$/i.test(path)
      : ending.includes('py') &&
        /\.ipynb$|(?:^|\/)(?:Procfile|index\.html|package\.json|docker-compose\.ya?ml|Dockerfile)$/i.test(
          path,
        ),
  )

function* nodeEntries(sources: Sources): Generator<RuleFinding> {
  const packages = packagesIn(sources)
  for (const { file, manifest } of packages) {
    const folder = parentOf(file.path)
    const inFolder = (name: string) => sources.paths.has(folder ? `${folder}/${name}` : name)
    const { scripts = {}, main, workspaces } = manifest
    const absent = absentStart(scripts, inFolder)
    if (absent) {
      yield {
        file: file.path,
        line: sources.lineAt(file, Math.max(0, file.text.indexOf(absent.command))),
        message: `The script “${absent.script}” runs ${absent.path}, which is not there.`,
        advice: 'Correct the name in package.json, or add the file.',
      }
      continue
    }
    const hasCode = sources
      .written('js', 'mjs', 'cjs', 'ts', 'jsx', 'tsx')
      .some(({ path }) => folder === '' || path.startsWith(`${folder}/`))
    const outer = packages.some(({ file: other }) => {
      const inner = parentOf(other.path)
      return other !== file && inner !== folder && (folder === '' || inner.startsWith(`${folder}/`))
    })
    const starts = ['start', 'dev', 'serve', 'server', 'develop', 'android', 'watch', 'preview']
    if (!hasCode || workspaces || outer || starts.some((name) => scripts[name])) continue
    if (
      (main && inFolder(main)) ||
      ['server.js', 'index.js', 'app.js', 'main.js', 'index.html'].some(inFolder)
    )
      continue
    yield {
      file: file.path,
      line: null,
      message:
        'Nothing starts this program: package.json has no start script, and there is no index.js, server.js or app.js beside it.',
      advice: 'Add a "start" script to package.json, for example "start": "node src/server.js".',
    }
  }
}

/**
 * The first script that runs a file by its name and whose file is absent; files that a build creates are not looked
 * for.
 */
function absentStart(scripts: Record<string, string>, isThere: (path: string) => boolean) {
  for (const script of ['start', 'dev', 'server']) {
    const command = scripts[script] ?? ''
    const [, given] = /(?:^|&&?\s{0,4})(?:node|nodemon|ts-node|tsx)\s{1,4}([^&|;]{1,400})/.exec(command) ?? []
    // Options may take a value: what is written like a file counts before other words.
    const words = (given ?? '')
      .split(/\s+/)
      .filter((word) => /^(?:\.\/)?\w[\w./-]*$/.test(word) && word !== 'watch')
    const files = words.filter((word) => /\.[cm]?[jt]sx?$/.test(word))
    const written = (files.length > 0 ? files : words.slice(0, 1)).map((word) => word.replace(/^\.\//, ''))
    const isUnclear = files.length === 0 && /(?:^|\s)-/.test(given ?? '')
    if (written.length === 0 || isUnclear || /\.\.\//.test(given!) || /\bcd\s/.test(command)) continue
    const isNamed = (path: string) =>
      ['', '.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts'].some((end) => isThere(path + end))
    if (written.some((path) => isExcluded(path) || isNamed(path))) continue
    return { script, command, path: written[0]! }
  }
  return undefined
}
