import { parentOf } from '#contract/projects/files.ts'
import type { SetUp, SetUpCommand, SetUpTool } from '#contract/projects/set-up.ts'

import { isSafeCommand, startInMarkdown } from '../../releases/start-command.ts'
import { nameOf, type SourceFile, type Sources } from '../files/sources.ts'
import { ecosystemsOf } from '../manifests/ecosystems.ts'
import { packagesIn } from '../manifests/node.ts'
import { packageNames, providedBy } from '../manifests/python-names.ts'

/** The commands that install and start a program, the address where it then is, and what runs it. */
export type Commands = Pick<SetUp, 'tool' | 'root' | 'install' | 'start' | 'port' | 'libraries'>

export const none: Commands = { tool: null, root: '', install: [], start: [], port: null, libraries: [] }

/** The name of a file as a command can name it from a folder; undefined where it would need quotes. */
export function named(path: string, folder: string): string | undefined {
  const name = folder === '' ? path : path.slice(folder.length + 1)
  return /^[\w.][\w./-]*$/.test(name) ? name : undefined
}

export const command = (folder: string, line: string): SetUpCommand[] =>
  isSafeCommand(line) ? [{ folder, line }] : []

const around = (folder: string): string[] => (folder === '' ? [''] : [folder, ...around(parentOf(folder))])

/** The commands of a program in Python, by the file that starts it. */
export function pythonCommands(sources: Sources, entry: string | null): Commands {
  const file = sources.texts.find(({ path }) => path === entry)
  const folder = parentOf(entry ?? '')
  const list = around(folder)
    .map((one) => (one === '' ? 'requirements.txt' : `${one}/requirements.txt`))
    .find((path) => sources.paths.has(path))
  const others = sources.files.filter(({ path }) => /(?:^|\/)requirements[\w.-]{0,40}\.txt$/i.test(path))
  const requirements = list ?? others.toSorted((one, other) => one.path.length - other.path.length)[0]?.path
  const install = requirements
    ? command(parentOf(requirements), `pip install -r ${nameOf(requirements)}`)
    : []
  const missing = ecosystemsOf(sources).find(({ language }) => language === 'Python')!.missing
  const libraries = missing.map(({ name }) => name).slice(0, 20)
  if (!requirements && libraries.length > 0) {
    const known = [...new Set(libraries.flatMap((name) => packageOf(name) ?? []))]
    if (known.length > 0) install.push(...command('', `pip install ${known.join(' ')}`))
  }
  const base = {
    ...none,
    root: folder,
    install,
    libraries: libraries.filter((name) => requirements !== undefined || !isBrought(name, libraries)),
  }
  if (!file) return base
  const code = sources.code(file)
  const name = named(file.path, folder)
  const module = name?.replace(/\.py$/, '')
  const given = portIn(code)
  if (nameOf(file.path) === 'manage.py')
    return {
      ...base,
      tool: 'django',
      start: [
        ...command(folder, 'python manage.py migrate'),
        ...command(folder, 'python manage.py runserver'),
      ],
      port: 8000,
    }
  if (file.path.endsWith('.ipynb'))
    return {
      ...base,
      tool: 'notebook',
      install: [...install, ...command('', 'pip install notebook')],
      start: name ? command(folder, `jupyter notebook ${name}`) : [],
    }
  if (!name) return base
  if (/^(?:import|from) streamlit/m.test(code))
    return { ...base, tool: 'streamlit', start: command(folder, `streamlit run ${name}`), port: 8501 }
  const [, app] = /^(\w{1,40})\s*(?::[^=\n]{1,40})?=\s*(?:flask\.)?Flask\s*\(/m.exec(code) ?? []
  const [, fast] = /^(\w{1,40})\s*(?::[^=\n]{1,40})?=\s*(?:FastAPI|Starlette)\s*\(/m.exec(code) ?? []
  const runsItself = /\.run\s*\(|serve\s*\(/.test(code)
  if (fast && !runsItself)
    return { ...base, start: command(folder, `uvicorn ${module!}:${fast} --reload`), port: 8000 }
  if (app && !runsItself) return { ...base, start: command(folder, `flask --app ${module!} run`), port: 5000 }
  const isWindow =
    /\btkinter\b|\bTkinter\b|pygame|PyQt\d|PySide\d|customtkinter|\bturtle\b|\bkivy\b|cv2\.imshow/.test(code)
  const port = /Flask\b|create_app/.test(code)
    ? (given ?? 5000)
    : /\buvicorn\b/.test(code)
      ? (given ?? 8000)
      : /\bgradio\b/.test(code)
        ? (given ?? 7860)
        : given
  // Run from the folder above, as in `python -m spamfilter`.
  if (nameOf(file.path) === '__main__.py' && folder !== '' && /^[\w]+$/.test(nameOf(folder)))
    return {
      ...base,
      root: parentOf(folder),
      start: command(parentOf(folder), `python -m ${nameOf(folder)}`),
      port: port ?? null,
    }
  return {
    ...base,
    tool: isWindow && !port ? 'window' : null,
    start: command(folder, `python ${name}`),
    port: port ?? null,
  }
}

/** True for a library that the command installs, or that comes with one that it installs. */
const isBrought = (name: string, libraries: readonly string[]) =>
  packageOf(name) !== undefined ||
  (providedBy.get(name.toLowerCase())?.split(' ') ?? []).some((giver) => libraries.includes(giver))

/** The package of a module, where everybody knows it: a guessed name could be somebody's trap. */
const packageOf = (module: string): string | undefined =>
  packageNames.get(module.toLowerCase())?.split(' ')[0] ??
  (wellKnown.has(module.toLowerCase()) ? module.toLowerCase() : undefined)

const wellKnown = new Set(
  [
    'flask django fastapi uvicorn streamlit numpy pandas matplotlib seaborn scipy requests nltk keras pymysql pygame',
    'pyttsx3 pyautogui customtkinter gradio plotly joblib xgboost lightgbm sqlalchemy flask_sqlalchemy flask_login',
    'flask_cors flask_wtf flask_mail flask_bcrypt flask_mysqldb pymongo qrcode openpyxl xlrd psutil tqdm wikipedia',
    'transformers torchvision ultralytics mediapipe imutils dlib kivy pyqt6 pyside6 selenium scrapy spacy textblob',
    'wordcloud statsmodels tabulate colorama reportlab fpdf pyjokes pywhatkit pyperclip keyboard mouse cmake',
  ].flatMap((names) => names.split(' ')),
)

const portIn = (code: string): number | null => {
  const [, port] =
    /\b(?:port|PORT)["']?\s{0,4}(?:=|:|,|\|\||\?\?)\s{0,4}(?:(?:int|Number|parseInt)\(\s{0,4})?(?:os\.(?:environ\.get|getenv)\(\s{0,4}["']PORT["']\s{0,4},\s{0,4})?(?:process\.env\.PORT\s{0,4}(?:\|\||\?\?)\s{0,4})?["']?(\d{4,5})\b/.exec(
      code,
    ) ??
    /["']--port["'][^)\n]{0,80}\bdefault\s{0,2}=\s{0,2}(\d{4,5})\b/.exec(code) ??
    /\.listen\s{0,4}\(\s{0,4}(?:process\.env\.PORT\s{0,4}(?:\|\||\?\?)\s{0,4})?["']?(\d{2,5})\b/.exec(code) ??
    []
  return port && Number(port) < 65_536 ? Number(port) : null
}

/** The commands of the packages of Node.js that a buyer starts: the whole by one script, or each part by its own. */
export function nodeCommands(sources: Sources): Commands {
  const packages = packagesIn(sources)
    .filter(({ file }) => !sources.foreign.has(file.path))
    .map(({ file, manifest }) => ({ folder: parentOf(file.path), manifest }))
    // What the others ask is started first.
    .toSorted(
      (one, other) =>
        one.folder.split('/').length * Number(one.folder !== '') -
          other.folder.split('/').length * Number(other.folder !== '') ||
        Number(isServer(other.manifest)) - Number(isServer(one.manifest)) ||
        one.folder.length - other.folder.length,
    )
    .slice(0, 6)
  const install: SetUpCommand[] = []
  const start: SetUpCommand[] = []
  const ports: number[] = []
  const top = packages.find(({ folder }) => folder === '')
  const scripts = top?.manifest.scripts ?? {}
  const whole = ['dev', 'start', 'serve'].find((name) =>
    /concurrently|npm-run-all|turbo\b|--workspaces|&/.test(scripts[name] ?? ''),
  )
  for (const { folder, manifest } of packages) {
    const script = startScript(manifest.scripts ?? {})
    const file = script
      ? undefined
      : ['server.js', 'index.js', 'app.js', 'main.js', manifest.main].find(
          (name) => name && named(name, '') && sources.paths.has(folder ? `${folder}/${name}` : name),
        )
    const isInner = folder !== '' && startedWithin(scripts, folder)
    const isStarted = isInner ? false : whole ? folder === '' : script !== undefined || file !== undefined
    // An outer package may only hold the scripts of the inner ones.
    if (!isStarted && !whole && !isInner && !(script ?? file)) continue
    install.push(...command(folder, 'npm install'))
    if (isStarted) {
      const name = whole ?? script
      const line = name ? (name === 'start' ? 'npm start' : `npm run ${name}`) : `node ${file!}`
      start.push(...command(folder, line))
    }
    const port = portOf(sources, folder, manifest)
    if (port) ports.push(port)
  }
  // The last part is the client, which a reader opens.
  return { ...none, root: packages[0]?.folder ?? '', install, start, port: ports.at(-1) ?? null }
}

const isServer = ({ dependencies = {} }: Manifest) =>
  ['express', 'fastify', 'koa', '@nestjs/core', 'mongoose', 'mysql2', 'mysql', 'pg'].some(
    (name) => name in dependencies,
  )

type Manifest = ReturnType<typeof packagesIn>[number]['manifest']

/** True for a part that the script of the whole starts: `node backend/server.js`. */
const startedWithin = ({ start = '', dev = '' }: Record<string, string>, folder: string) =>
  [start || dev].some((script) => script.includes(`${folder}/`) || script.includes(`cd ${folder} `))

const startScript = (scripts: Record<string, string>) =>
  ['start', 'dev', 'serve', 'server', 'develop'].find(
    (name) => scripts[name] && !/^\s*echo\b|\bpm2\b|^\s*node\s+(?:dist|build)\//.test(scripts[name]),
  )

function portOf(
  sources: Sources,
  folder: string,
  { dependencies = {}, scripts = {} }: Manifest,
): number | null {
  const has = (name: string) => name in dependencies
  const inScript = /\bPORT=(\d{4,5})|--port[= ](\d{4,5})|-p (\d{4,5})/.exec(
    [scripts.start, scripts.dev].join(' '),
  )
  if (inScript) return Number(inScript[1] ?? inScript[2] ?? inScript[3])
  const inFolder = (file: SourceFile) => folder === '' || file.path.startsWith(`${folder}/`)
  const config = sources.texts.find((file) => /(?:^|\/)vite\.config\.\w+$/.test(file.path) && inFolder(file))
  // A server that is started itself brings the pages, even where Vite makes them.
  const isServed = /^(?:node|nodemon|ts-node|tsx)\b/.test(scripts[startScript(scripts) ?? ''] ?? '')
  const client = isServed
    ? null
    : has('vite') || config
      ? ((config && portIn(config.text)) ?? 5173)
      : has('react-scripts') || has('next')
        ? 3000
        : has('@angular/core')
          ? 4200
          : has('@vue/cli-service')
            ? 8080
            : null
  if (client) return client
  const server = sources
    .written('js', 'ts', 'mjs', 'cjs')
    .filter((file) => inFolder(file) && /\.listen\s{0,4}\(/.test(file.text))
  return server.map((file) => portIn(sources.code(file))).find((port) => port !== null) ?? null
}

/**
 * The commands of the README nearest to the top, as far as every file that they name is there; undefined where it names
 * none.
 */
export function readmeCommands(
  sources: Sources,
  readme: SourceFile | undefined,
): (Pick<SetUp, 'install' | 'start'> & { port: number | null }) | undefined {
  const found = readme && startInMarkdown(readme.text.slice(0, 100_000))
  if (!found) return undefined
  let folder = ''
  const commands: SetUpCommand[] = []
  for (const line of found) {
    const [, into] = /^cd (.+)$/.exec(line) ?? []
    if (into === undefined) {
      if (!isPossible(sources, folder, line)) return undefined
      commands.push({ folder, line })
      continue
    }
    const next = into.replace(/^\.\/|\/$/g, '')
    const at = folder ? `${folder}/${next}` : next
    if (next === '' || next.startsWith('..') || !sources.hasFolder(at)) return undefined
    folder = at
  }
  const [, port] =
    /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b/.exec(readme.text.slice(0, 100_000)) ?? []
  return { install: commands.slice(0, -1), start: commands.slice(-1), port: port ? Number(port) : null }
}

/** Tells whether every file that a command names is there, and its package.json with the script. */
function isPossible(sources: Sources, folder: string, line: string): boolean {
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  const words = line
    .split(/\s+/)
    .map((word) => word.replace(/^@/, '').replaceAll('\\', '/').replace(/^\.\//, ''))
  const files = words.filter((word) => /^[\w./-]+\.(?:py|js|mjs|cjs|ts|php|txt|sh|bat|rb|csproj)$/.test(word))
  if (!files.every((name) => sources.paths.has(at(name)))) return false
  // A wrapper is two files: one for Windows, one for the other systems.
  const wrapper = /^(?:\.\/)?(mvnw|gradlew)\b/.exec(line)?.[1]
  if (wrapper && !hasWrapper(sources, folder, wrapper)) return false
  const [, project] = /^(?:dotnet run --project|go run) ([\w./\\-]+)$/.exec(line) ?? []
  const place = project?.replaceAll('\\', '/').replace(/^\.\/|\/$/g, '')
  if (place && place !== '.' && !sources.paths.has(at(place)) && !sources.hasFolder(at(place))) return false
  if (/^docker\b/.test(line))
    return ['docker-compose', 'compose'].some((name) =>
      ['yml', 'yaml'].some((ending) => sources.paths.has(at(`${name}.${ending}`))),
    )
  // What is built has another place.
  if (/\.jar\b/.test(line)) return false
  const [, script] = /^(?:npm|yarn|pnpm) (?:run )?([\w:-]+)$/.exec(line) ?? []
  if (/^(?:npm|yarn|pnpm)\b/.test(line)) {
    const found = packagesIn(sources).find(({ file }) => file.path === at('package.json'))
    if (!found) return false
    return (
      script === undefined || /^(?:install|i)$/.test(script) || found.manifest.scripts?.[script] !== undefined
    )
  }
  const module = /^(?:python3?|py) (?:-3 )?-m ([\w.]+)(?= |$)/.exec(line)?.[1]
  if (module && !/^(?:flask|streamlit|uvicorn|http\.server|pip)$/.test(module))
    return (
      sources.paths.has(at(`${module.replaceAll('.', '/')}/__main__.py`)) ||
      sources.paths.has(at(`${module.replaceAll('.', '/')}.py`))
    )
  const app = /^(?:uvicorn|gunicorn|hypercorn) ([\w.]+):/.exec(line)?.[1]
  if (app) return sources.paths.has(at(`${app.replaceAll('.', '/')}.py`))
  if (/^(?:\.\/)?(?:mvn|gradle)w?\b/.test(line))
    return (
      sources.paths.has(at('pom.xml')) ||
      sources.hasEnding(at('build.gradle')) ||
      sources.hasEnding(at('build.gradle.kts'))
    )
  return true
}

/** Whether the wrapper of Maven or Gradle is there for all systems. */
export const hasWrapper = (sources: Sources, folder: string, name: string): boolean =>
  [name, name === 'mvnw' ? 'mvnw.cmd' : 'gradlew.bat'].every((file) =>
    sources.paths.has(folder === '' ? file : `${folder}/${file}`),
  )

/** The tool of a program of which no commands are known. */
export const otherTool = (sources: Sources, technologies: readonly string[]): SetUpTool | null =>
  sources.hasEnding('pubspec.yaml')
    ? 'flutter'
    : technologies.includes('Android')
      ? 'android'
      : sources.files.some(({ path }) => /\.(?:sln|csproj|vbproj)$/i.test(path))
        ? 'dotnet'
        : sources.files.some(({ path }) => path.endsWith('.ino'))
          ? 'arduino'
          : null
