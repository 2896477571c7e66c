import { endingOf, type Foreign, type UploadedFile } from './files.ts'
import { libraryName } from './libraries.ts'

type Banner = Omit<Foreign, 'place'>

/**
 * The files whose first comment says that somebody else published them: with a licence, a version or a template's name.
 * A banner of the project itself does not count: one that most files of its language have, or that names the project.
 */
export function namedBanners(files: readonly UploadedFile[]): Map<string, Banner> {
  const found = new Map<string, Banner & { banner: string }>()
  const own = ownNames(files)
  const code = Map.groupBy(
    files.map(({ path }) => path),
    endingOf,
  )
  for (const { path, text } of files) {
    const ending = endingOf(path)
    const isOfBrowser = browserEndings.has(ending)
    if (text === undefined || (!isOfBrowser && !otherEndings.has(ending))) continue
    const head = headOf(text)
    if (!head) continue
    const banner = templateIn(head) ?? (isOwn(head, own) ? undefined : libraryIn(head, path, isOfBrowser))
    if (!banner) continue
    found.set(path, { ...banner, banner: foldedBanner(head) })
  }
  const ownBanners = new Set<string>()
  for (const [banner, paths] of Map.groupBy(found.keys(), (path) => found.get(path)!.banner)) {
    const ending = endingOf(paths[0]!)
    if (otherEndings.has(ending) && isOfProject(paths, code.get(ending)!)) ownBanners.add(banner)
  }
  return new Map(
    [...found].flatMap(([path, { banner, ...one }]) =>
      ownBanners.has(banner) ? [] : [[path, one] as const],
    ),
  )
}

/**
 * True for a banner that many files of a language have, and that is not the banner of one folder beside which there is
 * other code.
 */
function isOfProject(paths: readonly string[], all: readonly string[]): boolean {
  if (paths.length < 0.3 * all.length) return false
  const folder = commonFolder(paths)
  const outside = all.filter((path) => !path.startsWith(folder)).length
  return outside < 3 || outside < 0.1 * all.length
}

function commonFolder([first = '', ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (folder !== '' && !others.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  return folder
}

/** A banner without its first words and its signs, to compare it with others. */
const foldedBanner = (head: string) => folded(head.slice(0, 400)).slice(0, 160)

const browserEndings = new Set('js mjs cjs css scss less ts'.split(' '))
const otherEndings = new Set('php inc py java kt cs vb c cpp cc h hpp go dart rb swift'.split(' '))

/** The comments before the first code of a file; undefined when it begins with code. */
function headOf(text: string): string | undefined {
  const [head] =
    /^(?:<\?php\b|\s|;|@charset "[\w-]+"|['"]use strict['"])*(?:\/\*[^]{0,2500}?(?:\*\/|$)|(?:[ \t]*(?:\/\/|#)[^\n]{0,400}(?:\n\s*|$)){1,40})(?:\s*\/\*[^]{0,1500}?\*\/)?/.exec(
      text.slice(0, 3000),
    ) ?? []
  return head && head.length > 20 ? head : undefined
}

const licence =
  /@licen[cs]e|licen[cs]ed? (?:under|:)|\blicen[cs]e\b[^\n]{0,40}\b(?:MIT|GPL|LGPL|BSD|Apache|MPL|CC|Creative Commons)\b|\b(?:MIT|GPL|LGPL|BSD|Apache(?: 2\.0)?|MPL)[ -]?(?:style )?licen[cs]e|Permission is hereby granted|Redistribution and use in source|GNU (?:Lesser )?General Public|opensource\.org\/licenses|released under/i
const copyright = /copyright|\(c\)|©|@author|\bauthors?\s*:|\bby [A-Z][a-z]+ [A-Z]/i
const version = /(?:^|[\s*!-])v?\d{1,4}\.\d{1,3}(?:\.\d{1,4})?(?:[\s*|,-]|$)|@version\b/i
const home = /https?:\/\/(?!localhost)[\w.-]+\.\w{2,}/

/** The library that a banner names: it has a licence, or a version with an author or an address. */
function libraryIn(head: string, path: string, isOfBrowser: boolean): Banner | undefined {
  const hasLicence = licence.test(head)
  const isPublished = isOfBrowser
    ? hasLicence ||
      /\bplug-?in\b/i.test(head.slice(0, 120)) ||
      (version.test(head) && (copyright.test(head) || home.test(head))) ||
      /^\s*\/\*!/.test(head)
    : hasLicence && (copyright.test(head) || home.test(head))
  if (!isPublished) return undefined
  const name = libraryName(path)
  return { kind: 'library', name: isCommonName.test(name) ? (titleIn(head) ?? name) : name }
}

/** Names of files that say nothing about what is in them. */
const isCommonName =
  /^(?:styles?|main|scripts?|app|custom|index|plugins?|all|base|common|functions|theme|default|vendors?|site|jquery_?\d*|skin.*|colou?rs?|_.*)$/i

/** The name in the first line of a banner: `/*! Select2 4.0.3 | …` is Select2. */
function titleIn(head: string): string | undefined {
  const first = head
    .split('\n')
    .map((line) =>
      line
        .replace(/<\?php|@(?:license|preserve|name|package|file(?:overview)?)\b|^[\s/*!#=-]+|[\s*/=-]+$/g, '')
        .trim(),
    )
    .find(
      (line) =>
        /[A-Za-z]{2}/.test(line) &&
        !/^(?:copyright|\(c\)|licen[cs]|this |the |@|document|author|files?\b|for |note|please|see |you |translat|created|name|version|\[)/i.test(
          line,
        ),
    )
  const title = first
    ?.split(/\s+(?:[-–|:]|by\b|is\b)\s*|\s+v?(?=\d+\.\d)|\s*[|,(;:]|\s+-|\.\s|\.$/)[0]!
    .replace(/^(?:jQuery plugin|plugin|name)\s*:\s*/i, '')
    .trim()
  return title && title.length >= 3 && title.length <= 40 ? title : undefined
}

/** Publishers of templates for web pages. */
export const publishers: [RegExp, string][] = [
  [/AdminLTE|almsaeed/i, 'AdminLTE'],
  [/start ?bootstrap|SB Admin/i, 'Start Bootstrap'],
  [/creative[- ]tim/i, 'Creative Tim'],
  [/colorlib/i, 'Colorlib'],
  [/bootstrapmade/i, 'BootstrapMade'],
  [/html5 ?up\b/i, 'HTML5 UP'],
  [/templatemo/i, 'TemplateMo'],
  [/w3layouts/i, 'W3layouts'],
  [
    /themeforest|wrapbootstrap|themewagon|themefisher|htmlcodex|html codex|freehtml5|free-css\.com|untree\.co|bootstrapious|bootstrapdash|uideck|gentelella|coreui|tooplate|os ?templates|designmodo|themehunt|keenthemes|wowthemes/i,
    'a template',
  ],
]

/** The template that a banner names. */
function templateIn(head: string): Banner | undefined {
  const publisher = publishers.find(([pattern]) => pattern.test(head))?.[1]
  if (publisher) return { kind: 'template', name: publisher }
  const [, name] = /(?:template|theme)(?: name)?\s*:\s*([^\n*]{3,60})/i.exec(head) ?? []
  return name && /ur[li]\b|licen[cs]e|https?:/i.test(head)
    ? { kind: 'template', name: name.trim() }
    : undefined
}

/** The names of the project and its author in its manifests, its README and its licence, folded. */
function ownNames(files: readonly UploadedFile[]): string[] {
  const names: string[] = []
  for (const { path, text } of files) {
    if (text === undefined || path.split('/').length > 2) continue
    const head = text.slice(0, 4000)
    if (/(?:^|\/)(?:package|composer)\.json$/.test(path))
      for (const [, value] of head.matchAll(/"(?:name|author)"\s*:\s*"([^"\n]{3,80})"/g)) names.push(value!)
    if (/^readme/i.test(path)) names.push(/^\s*#\s+([^\n]{3,60})/.exec(head)?.[1] ?? '')
    if (/^licen[cs]e/i.test(path))
      names.push(/copyright (?:\(c\) )?[\d, -]*([^\n<(]{4,60})/i.exec(head)?.[1] ?? '')
  }
  return names
    .map(folded)
    .filter((name) => name.length > 4 && !publishers.some(([pattern]) => pattern.test(name)))
}

const isOwn = (head: string, own: readonly string[]) => {
  const text = folded(head)
  return own.some((name) => text.includes(name))
}
const folded = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '')
