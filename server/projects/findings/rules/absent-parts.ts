import { parentOf } from '#contract/projects/files.ts'

import type { RuleFinding, Rule } from '../files/rule.ts'
import { isTest } from '../files/secrets.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { codeEndings, sqlFiles, tablesMadeBy } from '../files/tables.ts'

/** Finds parts of a project that its README or code needs and that are absent: pages, classes, a server. */
export const absentPart: Rule = {
  name: 'missing-component',
  kind: 'running',
  title: 'A part that is not there',
  *find(sources: Sources): Generator<RuleFinding> {
    yield* absentServer(sources)
    yield* absentNamed(sources)
  },
}

const asked = /["'`]https?:\/\/(?:localhost|127\.0\.0\.1|10\.0\.2\.2):(\d{4,5})\/([\w-]{2,60})/g
const serves =
  /\.listen\s*\(|createServer|app\.run\(|uvicorn|FastAPI\(|Flask\(|@SpringBootApplication|SpringApplication|HttpServlet|@WebServlet|ServerSocket|HttpServer|WebApplication\.Create|CreateHostBuilder|BaseHTTPRequestHandler|http\.ListenAndServe|gin\.Default|\bexpress\(|fastify\(|NestFactory|json-server|artisan serve|runserver|WSGI_APPLICATION|Deno\.serve|Bun\.serve|ollama/i

/** A program that asks a server of the author's own machine, when nothing in the project can be that server. */
function* absentServer(sources: Sources): Generator<RuleFinding> {
  const files = sources.written(...codeEndings)
  const calls = files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      [...sources.code(file).matchAll(asked)].map(({ 1: port, 2: path, index }) => ({
        file,
        port: port!,
        path: path!,
        index,
      })),
    )
  const [first] = calls
  const isServed =
    sources.texts.some(({ text }) => serves.test(text)) ||
    sources.files.some(({ path }) => /\.(?:php|jsp|aspx|cshtml)$/i.test(path))
  if (!first || isServed) return
  const paths = [...new Set(calls.map(({ path }) => path))]
  yield {
    file: first.file.path,
    line: sources.lineAt(first.file, first.index),
    message: `The program asks a server on port ${first.port} of its own machine (${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}), but no file of the project is such a server.`,
    advice: 'Add the server, or say in the README where to get it and how to start it.',
  }
}

const named =
  /(?<![\w/.-])([A-Z][A-Za-z0-9]{2,40}(?:Servlet|Controller|Service|Dao|DAO|DAOImpl|Filter|Repository|Activity|Form|Frame|Fragment|Adapter|ViewModel)|[\w-]{2,40}\.(?:jsp|java|py|php|cs|kt|jsx|tsx|dart|vue|ipynb))(?![\w/-]|\.\w)/g

/** Classes and source files that the README lists, when at least three and a third of them are absent. */
function* absentNamed(sources: Sources): Generator<RuleFinding> {
  const readme = sources.texts.find(({ path }) => /^readme(?:\.(?:md|markdown|txt|rst))?$/i.test(path))
  const known = sources.written(...codeEndings)
  if (!readme || known.length === 0 || known.length > 2000) return
  const names = [...new Set([...readme.text.slice(0, 100_000).matchAll(named)].map(([, name]) => name!))]
  const bases = new Set(sources.files.map(({ path }) => nameOf(path).toLowerCase()))
  const stems = new Set([...bases].map((base) => base.replace(/\.\w+$/, '')))
  const absent = names.filter((name) =>
    name.includes('.')
      ? !bases.has(name.toLowerCase())
      : !stems.has(name.toLowerCase()) && !isDefined(known, name),
  )
  const pages =
    /\bJSPs?\b/.test(readme.text) &&
    isJava(known) &&
    ![...bases].some((base) => /\.(?:jspx?|html?)$/.test(base))
  if (!pages && (absent.length < 3 || absent.length * 3 < names.length)) return
  const folder = known
    .map(({ path }) => parentOf(path))
    .toSorted((one, other) => one.length - other.length)[0]!
  const said = [...(pages ? ['its JSP pages'] : []), ...absent]
  yield {
    file: folder === '' ? readme.path : folder,
    line: null,
    message: `The README names ${said.slice(0, 4).join(', ')}${said.length > 4 ? ` and ${said.length - 4} more` : ''}, which ${said.length === 1 && !pages ? 'is' : 'are'} not in the project.`,
    what: said.join(' '),
    advice: 'Add what is missing, or take it out of the README.',
  }
}

const isJava = (files: SourceFile[]) => files.some(({ path }) => path.endsWith('.java'))
const isDefined = (files: SourceFile[], name: string) =>
  files.some(
    ({ text }) =>
      text.includes(`class ${name}`) ||
      text.includes(`interface ${name}`) ||
      text.includes(`function ${name}`),
  )

/** Finds projects with several back ends side by side, of which a reader cannot know which one counts. */
export const structure: Rule = {
  name: 'structure',
  kind: 'note',
  title: 'Two of a kind side by side',
  *find(sources: Sources): Generator<RuleFinding> {
    yield* sameDumps(sources)
    const starts = sources
      .written('py', 'js', 'ts', 'mjs')
      .filter((file) => !isTest(file.path) && makes.test(sources.code(file)))
    for (const [, found] of Map.groupBy(starts, ({ path }) => path.split('/', 1)[0]!)) {
      const folders = found.map(({ path }) => parentOf(path))
      const nested = found.find(({ path }) =>
        folders.some(
          (folder) =>
            folder !== parentOf(path) && parentOf(path).startsWith(folder === '' ? '' : `${folder}/`),
        ),
      )
      const outer =
        nested &&
        found.find(({ path }) => path !== nested.path && parentOf(nested.path).startsWith(parentOf(path)))
      if (!nested || !outer || found.length > 4) continue
      yield {
        file: outer.path,
        line: null,
        message: `${outer.path} and ${nested.path} both start a back end. A reader cannot know which one counts.`,
        what: `${outer.path} ${nested.path}`,
        advice: 'Take out the one that is no longer used, or say in the README what each is for.',
      }
    }
  },
}

/** Files that make mostly the same tables, so that a reader cannot know which one to import. */
function* sameDumps(sources: Sources): Generator<RuleFinding> {
  const dumps = sqlFiles(sources)
    .filter(({ path }) => !isTest(path) && !ofVersions.test(path))
    .slice(0, maxDumps)
    .map((file) => ({ file, tables: tablesMadeBy(file) }))
    .filter(({ tables }) => tables.size > 1)
  const readmes = sources.texts.filter(({ path }) => /^readme(?:\.\w+)?$/i.test(nameOf(path)))
  const isTold = (path: string) => readmes.some(({ text }) => text.includes(nameOf(path)))
  const seen = new Set<string>()
  for (const [index, one] of dumps.entries()) {
    const same = dumps
      .slice(index + 1)
      .filter(({ file, tables }) => !seen.has(file.path) && isMostlyIn(one.tables, tables))
      .filter(
        ({ file }) => systemOf(file) === systemOf(one.file) && !(isTold(file.path) && isTold(one.file.path)),
      )
    if (seen.has(one.file.path) || same.length === 0) continue
    for (const { file } of same) seen.add(file.path)
    const others = same.map(({ file }) => file.path)
    yield {
      file: one.file.path,
      line: null,
      message: `${one.file.path} and ${others.slice(0, 2).join(', ')}${others.length > 2 ? ` and ${others.length - 2} more` : ''} make the same tables. A reader cannot know which one counts.`,
      what: [one.file.path, ...others].join(' '),
      advice: 'Keep the one that belongs to this code, or say in the README what each is for.',
    }
  }
}

/** SQL scripts that are compared, because each is compared with each. */
const maxDumps = 60
const ofVersions = /(?:^|\/)(?:migrations?|changelog|versions?)\//i
/** Tells whether one list of tables is mostly the other. */
export const isMostlyIn = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
  const shared = [...one].filter((name) => other.has(name)).length
  return (
    shared >= 2 &&
    shared >= 0.6 * Math.min(one.size, other.size) &&
    shared >= 0.3 * Math.max(one.size, other.size)
  )
}

/** The database for which a script is made, by its path, as in db/h2/schema.sql. */
export const systemOf = ({ path }: Pick<SourceFile, 'path'>) =>
  /(?<![a-z])(?:mysql|mariadb|postgres\w*|pgsql|sqlite\w*|h2|hsqldb|oracle|mssql|sqlserver)(?![a-z])/i
    .exec(path)?.[0]
    .toLowerCase()

const makes = /^\w{1,40}\s{0,4}(?::\s{0,4}\w{1,40}\s{0,4})?=\s{0,4}(?:FastAPI|Flask)\(|=\s{0,4}express\(\)/m
