import { isExcluded, parentOf } from '#contract/projects/files.ts'

import { endingOf, nameOf, type SourceFile, type Sources } from './sources.ts'

/** A file name in another file. */
export interface Reference {
  /** The path as written. */
  path: string
  file: SourceFile
  index: number
  /** The file that differs only in upper and lower case. */
  like?: string | undefined
}

const aspPages = ['aspx', 'ascx', 'master', 'cshtml', 'asp']
const pages = ['html', 'htm', 'php', 'phtml', 'jsp', 'ejs', 'hbs', 'vue', ...aspPages]
const known =
  'png|jpe?g|gif|webp|svg|css|m?js|html?|php|jsp|aspx|pdf|mp[34]|wav|ogg|webm|woff2?|ttf|json|csv|xlsx?|txt|xml'
const asset = `[^"'<>{}$%?#\\s|\\\\\u0001]{1,200}\\.(?:${known})`
/** The end of an address: a quote, or what follows its path and may be code. */
const addressEnd = String.raw`(?=\\?["'?#])`
const data = String.raw`[^"'<>{}$%?#\n|*]{1,200}\.[A-Za-z][A-Za-z0-9]{1,8}`

/** The patterns of file names in each kind of file; the first group is the path. */
const patterns: { endings: string[]; pattern: RegExp; within?: string }[] = [
  {
    endings: pages,
    pattern: new RegExp(
      `\\b(?:src|href|action|data-src|data-href|formaction|poster|background)\\s{0,2}=\\s{0,2}\\\\?["'](${asset})${addressEnd}`,
      'gi',
    ),
  },
  // Where a page or a script leads to another page.
  {
    endings: [...pages, 'js'],
    pattern: new RegExp(
      `(?:\\bheader\\s{0,2}\\(\\s{0,2}\\\\?["']\\s{0,2}(?:location|refresh)\\s{0,2}:\\s{0,2}(?:\\d{1,4}\\s{0,2};\\s{0,2}url\\s{0,2}=\\s{0,2})?|\\blocation(?:\\.href)?\\s{0,2}=\\s{0,2}\\\\?["']|\\blocation\\.(?:replace|assign)\\s{0,2}\\(\\s{0,2}\\\\?["']|\\bwindow\\.open\\s{0,2}\\(\\s{0,2}\\\\?["']|\\bsendRedirect\\s{0,2}\\(\\s{0,2}["']|\\bcontent\\s{0,2}=\\s{0,2}["']\\d{1,4}\\s{0,2};\\s{0,2}url\\s{0,2}=\\s{0,2}|\\burl\\s{0,2}:\\s{0,2}["'])([^"'<>{}$%?#\\s|\\\\:]{1,200}\\.(?:php|html?|jsp|aspx))${addressEnd}`,
      'gi',
    ),
  },
  {
    endings: ['css', ...pages],
    pattern: new RegExp(
      `\\burl\\(\\s{0,2}["']?([^"'()<>{}$%?#\\s\\\\\u0001]{1,200}\\.(?:${known}|eot))[^()]{0,60}\\)`,
      'gi',
    ),
  },
  {
    endings: ['php', 'phtml'],
    pattern:
      /\b(?:include|require)(?:_once)?\s{0,4}\(?\s{0,4}(?:(?:__DIR__|dirname\(__FILE__\))\s{0,4}\.\s{0,4})?["']([^"'$<>{}\n]{1,200}\.(?:php|inc|html))["']/gi,
  },
  {
    endings: ['py'],
    pattern: new RegExp(
      `\\b(?:read_csv|read_excel|read_json|load_model|imread|CascadeClassifier|load_workbook|from_pyfile|PhotoImage|Image\\.open|joblib\\.load|np\\.load|torch\\.load|from_file|loadtxt|load_weights|recognizer\\.read)\\(\\s{0,8}(?:file\\s{0,2}=\\s{0,2})?r?["'](${data})["']`,
      'g',
    ),
  },
  {
    endings: ['py'],
    pattern: new RegExp(
      `\\bopen\\(\\s{0,8}r?["'](${data})["']\\s{0,4}(?=\\)|,\\s{0,4}(?:mode\\s{0,2}=\\s{0,2})?["']rb?["']|,\\s{0,4}encoding)`,
      'g',
    ),
  },
  {
    endings: ['py'],
    pattern: /\brender_template\(\s{0,8}["']([\w./-]{1,200}\.html?)["']/g,
    within: 'templates',
  },
  { endings: ['py'], pattern: /\brender\(\s{0,8}request\s{0,4},\s{0,8}["']([\w./-]{1,200}\.html)["']/g },
  {
    endings: ['java', 'kt'],
    pattern: new RegExp(
      `\\b(?:new\\s+(?:ImageIcon|FileReader|FileInputStream)|getResource(?:AsStream)?|ImageIO\\.read|FXMLLoader\\.load)\\s{0,2}\\(\\s{0,8}(?:new\\s+File\\(\\s{0,4})?(?:getClass\\(\\)\\.getResource(?:AsStream)?\\(\\s{0,4})?"([^"\\n]{1,200}\\.[A-Za-z]\\w{1,6})"`,
      'g',
    ),
  },
  {
    endings: ['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs'],
    pattern:
      /(?:\bfrom\s{1,4}|\bimport\s{1,4}|\b(?:require|import)\(\s{0,4})["'](\.{1,2}\/[^"'\n]{1,200})["']/g,
  },
  { endings: ['jsx', 'tsx'], pattern: new RegExp(`\\b(?:src|href|poster)=\\{?["'](${asset})["']`, 'g') },
  {
    endings: ['js', 'ts', 'cjs', 'mjs'],
    pattern: /\bsendFile\([^()\n]{0,80}?(?:\([^()\n]{0,80}?)?["']([^"'\n]{1,100}\.html)["']/g,
  },
  {
    endings: ['js', 'ts', 'cjs', 'mjs'],
    pattern:
      /\bpath\.(?:join|resolve)\(\s{0,4}__dirname\s{0,4},\s{0,4}["']([^"'\n]{1,100}\.(?:html|m?js|cjs|json|ejs|hbs|png|ico|csv|sql))["']\s{0,4}\)/g,
  },
  {
    endings: ['aspx', 'ascx', 'master', 'cs', 'vb'],
    pattern:
      /(?:\b(?:MasterPageFile|NavigateUrl|PostBackUrl|ImageUrl|CodeFile)\s{0,2}=\s{0,2}|\bResponse\.Redirect\(\s{0,2}|\bServer\.Transfer\(\s{0,2})"([^"<>{}$%?#\s|*:]{1,200}\.(?:aspx(?:\.cs|\.vb)?|master|html?|png|jpe?g|gif))(?=["?#])/gi,
  },
  {
    endings: ['xaml'],
    pattern:
      /\b(?:Source|ImageSource|Icon|UriSource)="(?:pack:\/\/application:,,,)?(?:\/[\w.]{1,60};component)?([^"{}:*\n]{1,150}\.(?:png|jpe?g|gif|ico|bmp|xaml))"/g,
  },
  {
    endings: ['dart'],
    pattern:
      /\b(?:Image\.asset|AssetImage|ExactAssetImage|SvgPicture\.asset|rootBundle\.load(?:String)?|Lottie\.asset)\(\s{0,8}["']([^"'$\n]{1,150}\.\w{2,5})["']/g,
  },
  // In these paths backslashes separate folders.
  {
    endings: ['csproj', 'vbproj'],
    pattern:
      /<(?:Compile|EmbeddedResource|Content|None|Page|ApplicationDefinition)\s{1,4}Include="([^"*$\n]{1,200})"|<HintPath>([^<*$\n]{1,200})<\/HintPath>/g,
  },
]
const android = /@(?:drawable|layout|mipmap)\/(\w{1,80})|\bR\.(?:layout|drawable|mipmap)\.(\w{1,80})/g

/** Every file that the project's code and pages name and the project lacks. */
export function* absentReferences(sources: Sources): Generator<Reference> {
  const isBuilt = sources.files.some(({ path }) =>
    /(?:^|\/)(?:gulpfile|gruntfile|webpack\.config)\.\w+$/i.test(path),
  )
  const mounts = mountsIn(sources)
  for (const { endings, pattern, within } of patterns)
    for (const file of sources.written(...endings)) {
      const code = sources.code(file)
      const isPage = pages.includes(endingOf(file.path))
      for (const { 0: all, index, ...groups } of code.matchAll(pattern)) {
        const path = groups[1] ?? groups[2]!
        if (!isLocal(path) || isThere(sources, file, path, within)) continue
        if (mounts.some((mount) => path.startsWith(`${mount}/`))) continue
        if (isPage && (isReplaced(code, index) || (isBuilt && /\.(?:css|js)$/.test(path)))) continue
        yield { path, file, index: index + all.indexOf(path), like: likeIn(sources, file, path) }
      }
    }
  yield* absentResources(sources)
}

/** True for an attribute in a tag in which a template gives the same address in its own way. */
const isReplaced = (code: string, index: number) => {
  const start = code.lastIndexOf('<', index)
  return (
    index - start < 500 &&
    /\s(?:th:|v-bind:|:|\[)(?:src|href|action)\b/.test(code.slice(start, index + 300).split('>', 1)[0]!)
  )
}

function* absentResources(sources: Sources): Generator<Reference> {
  const names = new Set(
    sources.files
      .filter(({ path }) => /(?:^|\/)res\//.test(path))
      .map(({ path }) => nameOf(path).split('.')[0]!),
  )
  if (names.size === 0) return
  for (const file of sources.written('xml', 'java', 'kt'))
    for (const { 0: all, 1: inXml, 2: inCode, index } of sources.code(file).matchAll(android)) {
      const name = inXml ?? inCode!
      const isOfAndroid = sources
        .code(file)
        .slice(Math.max(0, index - 8), index)
        .endsWith('android.')
      if (!names.has(name) && !isOfAndroid) yield { path: all, file, index }
    }
}

const isLocal = (path: string) =>
  !/^(?:[a-z][a-z+.-]*:|\/\/|#|mailto)/i.test(path) &&
  !/(?:^|\/)\.(?:png|jpe?g|gif|webp|svg|css|js|html?|php)$/i.test(path) &&
  !/favicon|(?:^|\/)vite\.svg$|socket\.io\.js|cordova\.js|livereload|sw\.js$|example|your|\*|@/.test(path)

/** The paths under which Express serves folders, such as those of installed packages. */
const mountsIn = (sources: Sources): string[] =>
  sources
    .written('js', 'ts', 'mjs', 'cjs')
    .flatMap((file) =>
      [
        ...sources
          .code(file)
          .matchAll(/\.use\(\s{0,8}["'](\/[\w/-]{1,60})["']\s{0,4},\s{0,8}\w{0,20}\.?static\(/g),
      ].map(([, mount]) => mount!),
    )

/** `within`: the folder in which a framework looks, where its name is not that of the path. */
function isThere(sources: Sources, file: SourceFile, written: string, within?: string): boolean {
  const path = written.replace(/^%PUBLIC_URL%|^~(?=\/)/, '').replace(/\\\\?/g, '/')
  const isModule = /^\.{1,2}\//.test(path) && /^(?:m|c)?[jt]sx?$/.test(endingOf(file.path))
  const plain = plainPath(path)
  // In an attribute it is an address of the page.
  if (isModule)
    return (
      isModuleThere(sources, file.path, path) ||
      (/\.(?:png|jpe?g|gif|svg|webp|mp4|pdf)$/i.test(plain) && sources.hasExactEnding(plain))
    )
  if (isProject(file))
    return isOutside(file, path) || sources.hasEnding(decoded(plain)) || isInstalled(sources, plain)
  if (within && sources.hasFolder(within)) return sources.hasExactEnding(`${within}/${plain}`)
  const isOnWindows = [...aspPages, 'xaml', 'cs', 'vb'].includes(endingOf(file.path))
  return (
    (isOnWindows ? sources.hasEnding(decoded(plain)) : sources.hasExactEnding(plain)) ||
    isInstalled(sources, plain)
  )
}

/** A path without what leads out of a folder and what follows a file's name. */
export const plainPath = (path: string) =>
  path
    .replace(/[?#].*$/, '')
    .replace(/^(?:\.{0,2}\/)+/, '')
    .replace(/\/(?:\.\/)+/g, '/')
    .replace(/[^/]+\/\.\.\//g, '')

/** Visual Studio's project files: Windows reads them, and their paths are encoded. */
const isProject = ({ path }: SourceFile) => /\.(?:cs|vb|fs)proj$/i.test(path)
const decoded = (path: string) =>
  path.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** True for what a build writes, and for a place outside the project. */
function isOutside(file: SourceFile, path: string): boolean {
  if (/^(?:bin|obj)\//i.test(path)) return true
  const up = path.match(/\.\.\//g)?.length ?? 0
  return up >= file.path.split('/').length || /(?:^|\/)(?:windows|program files[^/]*)\//i.test(path)
}

/** The file whose path differs from the written one only in upper and lower case. */
function likeIn(sources: Sources, file: SourceFile, written: string): string | undefined {
  const path = written.replace(/\\\\?/g, '/')
  return isProject(file) ? undefined : sources.endingLike(plainPath(path))
}

/** True for a file that an installation or a build of the project creates. */
const isInstalled = (sources: Sources, path: string) =>
  path === 'vendor/autoload.php' ||
  (path.endsWith('.dll') && sources.hasEnding('packages.config')) ||
  (isExcluded(path) && sources.hasEnding('package.json')) ||
  (/^(?:static\/)?(?:admin|rest_framework)\//.test(path) && sources.hasEnding('manage.py'))

function isModuleThere(sources: Sources, from: string, path: string): boolean {
  const at = resolved(parentOf(from), path.replace(/[?#].*$/, ''))
  if (at === undefined || isExcluded(`${at}/x`) || isPackage(sources, at)) return true
  const without = at.replace(/\.(?:m|c)?jsx?$/, '')
  const endings = [
    '',
    '.js',
    '.jsx',
    '.ts',
    '.tsx',
    '.mjs',
    '.cjs',
    '.json',
    '.vue',
    '.svelte',
    '.d.ts',
    '.node',
  ]
  const bases = [at, without]
  return (
    bases.some((base) =>
      endings.some(
        (ending) =>
          sources.paths.has(base + ending) ||
          sources.paths.has(`${base === '' ? '' : `${base}/`}index${ending}`),
      ),
    ) || /(?:^|\/)(?:routeTree\.gen|\+types\/|generated)/.test(at)
  )
}

const isPackage = ({ paths }: Sources, folder: string) =>
  paths.has(folder === '' ? 'package.json' : `${folder}/package.json`)

/** A path resolved from a folder; undefined when it leaves the project. */
export function resolved(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined
      parts.pop()
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
