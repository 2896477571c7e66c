import { parentOf } from '#contract/projects/files.ts'

import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { type Candidate, certainty } from './candidate.ts'

const mainMethod =
  /\bstatic\s+(?:final\s+|synchronized\s+)?void\s+main\s*\(|\bfun\s+main\s*\(|\bvoid\s+main\s*\(\s*\)\s*\{/
const application = /@SpringBootApplication\b/
const fx = /\bextends\s+(?:javafx\.application\.)?Application\b/

/** The main classes of Java and Kotlin programs, and the first page of a web application. */
export function* javaEntries(sources: Sources): Generator<Candidate> {
  const family = 'java'
  const mains: SourceFile[] = []
  const named = new Set(mainClasses(sources))
  for (const file of sources.written('java', 'kt')) {
    const code = sources.bare(file)
    const isTest = /(?:^|\/)(?:test|androidTest)\//i.test(file.path)
    if (application.test(code) && !isTest) yield { path: file.path, certainty: certainty.framework, family }
    else if ((mainMethod.test(code) || fx.test(code)) && !isTest) mains.push(file)
    if (
      named.has(classOf(file.path)) ||
      [...named].some((name) => file.path.endsWith(`/${name.replaceAll('.', '/')}.java`))
    )
      yield { path: file.path, certainty: certainty.named, family }
  }
  const used = mains.length > 1 ? namesUsedIn(sources, mains) : new Set<string>()
  for (const file of mains) {
    const name = classOf(file.path)
    const leads = mains.length === 1 || leadsOn(sources, file)
    const isFirst = firstClass.test(name) && leads ? 12 : 0
    const isUsed = used.has(name) ? 10 : 0
    const isFx = fx.test(file.text) ? 4 : 0
    yield { path: file.path, certainty: certainty.main + isFirst + isFx - isUsed - (leads ? 0 : 8), family }
  }
  yield* webEntries(sources)
}

const firstClass =
  /^(?:main\w*|\w*main|app|\w*app(?:lication)?|start\w*|launcher|driver|run(?:ner)?|home\w*|login\w*|splash\w*|welcome\w*|index)$/i
const classOf = (path: string) => nameOf(path).replace(/\.\w+$/, '')

/** The main classes that build files, manifests and NetBeans name, by their simple name. */
function* mainClasses(sources: Sources): Generator<string> {
  for (const { path, text } of sources.texts) {
    if (
      !/(?:pom\.xml|\.gradle(?:\.kts)?|MANIFEST\.MF|nbproject\/project\.properties|build\.xml|launch)$/.test(
        path,
      )
    )
      continue
    for (const [, name] of text.matchAll(
      /(?:<(?:mainClass|start-class)>|^Main-Class:|^main\.class=|\bmainClass(?:Name)?(?:\.set\(|\s{0,4}=)|MAIN_TYPE"\s+value=)\s{0,4}["']?([\w.$/]{1,200})/gm,
    ))
      if (!name!.includes('${')) yield name!.slice(name!.search(/[^./]+$/))
  }
}

/** The classes of a project's main methods that its other files name, so that they are not the first ones. */
function namesUsedIn(sources: Sources, mains: readonly SourceFile[]): Set<string> {
  const names = new Set(mains.map(({ path }) => classOf(path)))
  const used = new Set<string>()
  for (const file of sources.written('java', 'kt'))
    for (const [, name] of sources.bare(file).matchAll(/\bnew\s+([A-Z]\w{0,80})\s*\(/g))
      if (names.has(name!) && name !== classOf(file.path)) used.add(name!)
  return used
}

/** True for a class that makes an object of another one of the project or opens a view: the first class leads on. */
function leadsOn(sources: Sources, file: SourceFile): boolean {
  if (/\.fxml["']/.test(file.text)) return true
  const own = classOf(file.path)
  const made = new Set(
    [...sources.bare(file).matchAll(/\bnew\s+([A-Z]\w{0,80})\s*[(<]|\b([A-Z]\w{0,80})\.\w+\s*\(/g)].map(
      ([, one, other]) => one ?? other,
    ),
  )
  return sources.written('java', 'kt').some(({ path }) => classOf(path) !== own && made.has(classOf(path)))
}

/** The page that web.xml or its usual name makes the first of a web application. */
function* webEntries(sources: Sources): Generator<Candidate> {
  const isWeb =
    sources.written('jsp').length > 0 ||
    sources.written('java').some(({ text }) => /HttpServlet\b|@WebServlet/.test(text))
  if (!isWeb) return
  for (const { path, text } of sources.texts)
    if (nameOf(path) === 'web.xml') {
      const root = parentOf(parentOf(path))
      for (const [, page] of text.matchAll(
        /<welcome-file>\s{0,20}\/?([\w./-]{1,200}?)\s{0,20}<\/welcome-file>/g,
      )) {
        const first = root ? `${root}/${page}` : page!
        if (sources.paths.has(first)) {
          yield { path: first, certainty: certainty.named, family: 'java' }
          break
        }
      }
    }
  for (const { path } of sources.files) {
    const name = nameOf(path)
    if (/^(?:index|default)\.(?:jsp|html?)$/i.test(name) && !sources.foreign.has(path))
      yield {
        path,
        certainty:
          (/\/WEB-INF\//.test(path) ? certainty.client : certainty.server) + (name.endsWith('jsp') ? 5 : 0),
        family: 'java',
      }
    else if (/^(?:login|home|welcome|main)\.(?:jsp|html?)$/i.test(name))
      yield { path, certainty: certainty.client, family: 'java' }
  }
  for (const { path } of sources.written('java'))
    if (/(?:login|home|index|main)\w*servlet\.java$/i.test(path))
      yield { path, certainty: certainty.script, family: 'java' }
}
