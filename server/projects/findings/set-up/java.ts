import { parentOf } from '#contract/projects/files.ts'

import { isSafeCommand } from '../../releases/start-command.ts'
import { nameOf, type Sources } from '../files/sources.ts'
import { ecosystemsOf } from '../manifests/ecosystems.ts'
import { command, type Commands, hasWrapper, named, none } from './commands.ts'

/** The commands or the editor of a program in Java. */
export function javaCommands(sources: Sources, entry: string | null): Commands {
  const builds = sources.texts
    .filter(
      ({ path }) => /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/.test(path) && !sources.foreign.has(path),
    )
    .toSorted(
      (one, other) =>
        one.path.split('/').length - other.path.split('/').length || other.path.localeCompare(one.path),
    )
  const inside = builds.filter(({ path }) => parentOf(path) === '' || entry?.startsWith(`${parentOf(path)}/`))
  const build = inside.at(0) ?? (entry ? undefined : builds[0])
  const jars = sources.files
    .filter(({ path }) => /\.jar$/i.test(path) && !/wrapper/.test(path))
    .map(({ path }) => path)
  const servlet = servletIn(sources)
  const port = Number(
    /server\.port\s*[=:]\s*(\d{2,5})/.exec(allOf(sources, 'properties', 'yml'))?.[1] ?? 8080,
  )
  if (build?.path.endsWith('pom.xml')) {
    const root = parentOf(build.path)
    const isSpring = /spring-boot/.test(build.text)
    const main = mainClassIn(sources, entry)
    const goal = isSpring
      ? 'spring-boot:run'
      : /javafx-maven-plugin/.test(build.text)
        ? 'javafx:run'
        : /jetty-maven-plugin/.test(build.text)
          ? 'jetty:run'
          : undefined
    if (!goal && (/<packaging>\s*war/.test(build.text) || servlet))
      return {
        ...none,
        tool: 'tomcat',
        root,
        install: command(root, 'mvn package'),
        port: 8080,
        libraries: [servlet ?? 'javax'],
      }
    const line = goal
      ? `mvn ${goal}`
      : /exec-maven-plugin/.test(build.text)
        ? 'mvn compile exec:java'
        : main && `mvn compile exec:java -Dexec.mainClass=${main}`
    return {
      ...none,
      tool: 'maven',
      root,
      start: line ? command(root, line) : [],
      port: isSpring ? port : null,
    }
  }
  if (build) {
    const root = parentOf(build.path)
    const goal = /org\.springframework\.boot/.test(build.text)
      ? 'bootRun'
      : /application|javafx/.test(build.text)
        ? 'run'
        : undefined
    return {
      ...none,
      tool: 'gradle',
      root,
      start: goal
        ? command(root, `${hasWrapper(sources, root, 'gradlew') ? 'gradlew' : 'gradle'} ${goal}`)
        : [],
      port: goal === 'bootRun' ? port : null,
    }
  }
  const ide = sources.files.find(({ path }) => /(?:^|\/)(?:nbproject\/project\.xml|\.classpath)$/.test(path))
  const root = ide ? ide.path.replace(/\/?(?:nbproject\/project\.xml|\.classpath)$/, '') : ''
  if (servlet) {
    const tool = ide ? (ide.path.endsWith('.classpath') ? 'eclipse' : 'netbeans') : 'tomcat'
    return { ...none, tool, root, port: 8080, libraries: [servlet, ...jars].slice(0, 20) }
  }
  if (ide || jars.length > 0)
    return {
      ...none,
      tool: ide?.path.endsWith('.classpath') ? 'eclipse' : 'netbeans',
      root,
      libraries: jars.slice(0, 20),
    }
  return { ...none, ...plainJava(sources, entry) }
}

const allOf = (sources: Sources, ...endings: string[]) =>
  sources
    .written(...endings)
    .map((file) => sources.code(file))
    .join('\n')

/** The packages of servlets that the code uses, which decide which Tomcat runs it; undefined without a servlet. */
const servletIn = (sources: Sources): 'javax' | 'jakarta' | undefined => {
  const text = sources.written('java', 'jsp').map(({ text }) => text)
  if (text.some((one) => /\bjakarta\.servlet\b/.test(one))) return 'jakarta'
  return text.some((one) => /\bjavax\.servlet\b/.test(one)) || sources.written('jsp').length > 0
    ? 'javax'
    : undefined
}

/** The full name of the class of the entry. */
function mainClassIn(sources: Sources, entry: string | null): string | undefined {
  const file = sources.texts.find(({ path }) => path === entry)
  if (!file?.path.endsWith('.java')) return undefined
  const name = nameOf(file.path).replace(/\.java$/, '')
  const [, of] = /^\s{0,8}package\s{1,4}([\w.]{1,200})\s{0,4};/m.exec(sources.code(file)) ?? []
  const main = of ? `${of}.${name}` : name
  return /^[\w.$]+$/.test(main) && isSafeCommand(main) ? main : undefined
}

/** The two commands that compile a program without libraries and start it, from the folder above its packages. */
function plainJava(sources: Sources, entry: string | null): Partial<Commands> {
  const main = mainClassIn(sources, entry)
  const file = sources.texts.find(({ path }) => path === entry)
  if (!main || !file || hasForeignImport(sources)) return {}
  const depth = main.split('.').length
  const parts = file.path.split('/')
  const root = parts.slice(0, Math.max(0, parts.length - depth)).join('/')
  const own = parts.slice(-depth).join('/')
  if (own.replace(/\.java$/, '').replaceAll('/', '.') !== main || !named(own, '')) return {}
  return { root, install: command(root, `javac ${own}`), start: command(root, `java ${main}`) }
}

const hasForeignImport = (sources: Sources) =>
  ecosystemsOf(sources).find(({ language }) => language === 'Java')!.needed.length > 0
