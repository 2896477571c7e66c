import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where the runner mounts its npm packages. */
const folder = '/stand-ins'

/** The addresses of libraries at CDNs, and the package that stands in; several majors of one lie side by side: `bootstrap-3`. */
const libraries: [RegExp, string][] = [
  [/bootstrap-icons/, 'bootstrap-icons'],
  [/font-?awesome|fortawesome/i, 'font-awesome'],
  [/datatables\.bootstrap5/i, 'datatables.net-bs5'],
  [/datatables\.bootstrap4/i, 'datatables.net-bs4'],
  [/datatables\.bootstrap/i, 'datatables.net-bs'],
  [/datatables[^/]*\.css$/i, 'datatables.net-dt'],
  [/datatables/i, 'datatables.net'],
  [/bootstrap-datepicker/, 'bootstrap-datepicker'],
  [/sweetalert2/, 'sweetalert2'],
  [/sweetalert/, 'sweetalert'],
  [/overlayscrollbars/i, 'overlayscrollbars'],
  [/select2/, 'select2'],
  [/slick/, 'slick-carousel'],
  [/toastr/, 'toastr'],
  [/remixicon/, 'remixicon'],
  [/alpinejs/, 'alpinejs'],
  [/@popperjs/, '@popperjs/core'],
  [/popper/, 'popper.js'],
  [/jquery-?ui|jquery\.com\/ui/, 'jquery-ui-dist'],
  [/jquery/, 'jquery'],
  [/chart(?:\.js|js)/i, 'chart.js'],
  [/animate/, 'animate.css'],
  [/\/aos[@/]/, 'aos'],
  [/bootstrap/, 'bootstrap'],
]

const types: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** The package that an address asks for, its major version where it has one, and the name of the file. */
export function libraryAt(address: URL) {
  const full = address.host + decodeURI(address.pathname)
  const name = libraries.find(([pattern]) => pattern.test(full))?.[1]
  if (!name) return undefined
  const major = /[@/v-](\d+)(?:\.\d+)+|@(\d+)(?:\/|$)/.exec(full)
  const file = basename(full).replace(/-\d+(?:\.\d+)+(?:\.slim)?/, '')
  return { name, major: major ? Number(major[1] ?? major[2]) : undefined, file }
}

/** Of the majors of a package that lie there, the nearest first; without a number the newest. */
export function nearestMajors(
  name: string,
  major: number | undefined,
  packages: readonly string[],
): string[] {
  const majorOf = (one: string) => Number(/-(\d+)$/.exec(one)?.[1] ?? 98)
  const distance = (one: string) => Math.abs(majorOf(one) - (major ?? 99))
  return packages
    .filter((one) => one === name || one.replace(/-\d+$/, '') === name)
    .toSorted((one, other) => distance(one) - distance(other))
}

/** A file that stands in for one of a CDN: of the same library, the nearest major version, with the same name. */
export function standInFor(address: URL): { library: string; type: string; body: Buffer } | undefined {
  const wanted = libraryAt(address)
  if (!wanted || !existsSync(folder)) return undefined
  const scope = wanted.name.startsWith('@') ? join(folder, wanted.name.split('/')[0]!) : folder
  const packages = existsSync(scope) ? readdirSync(scope) : []
  for (const one of nearestMajors(basename(wanted.name), wanted.major, packages)) {
    const file = fileIn(join(scope, one), wanted.file)
    const type = types[file?.split('.').at(-1) ?? '']
    if (file && type) return { library: wanted.name, type, body: readFileSync(file) }
  }
  return undefined
}

const listed = new Map<string, string[]>()

/** Finds a file in a package; an address without one, such as `cdn.jsdelivr.net/npm/chart.js`, means its main script. */
function fileIn(at: string, name: string): string | undefined {
  if (!listed.has(at)) listed.set(at, list(at))
  const same = listed.get(at)!.filter((file) => basename(file) === name)
  const found = same.find((file) => /\/(?:dist|css|js|umd)\//.test(file)) ?? same[0]
  if (found || /\.(?:css|js|woff2?|ttf|svg|png|map)$/.test(name.replace(/^chart\.js$/, ''))) return found
  const about = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Record<string, unknown>
  const main = [about.jsdelivr, about.unpkg, about.main].find((file) => typeof file === 'string')
  return main && existsSync(join(at, main)) ? join(at, main) : undefined
}

const unused = /^(?:scss|less|src|types?|node_modules|test|tests)$/
const list = (at: string): string[] =>
  readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = join(at, entry.name)
    if (!entry.isDirectory()) return [path]
    return unused.test(entry.name) ? [] : list(path)
  })
