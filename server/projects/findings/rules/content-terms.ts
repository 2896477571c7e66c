import { parentOf } from '#contract/projects/files.ts'

import type { RuleFinding, Rule } from '../files/rule.ts'
import { endingOf, nameOf, type Sources } from '../files/sources.ts'

/** Finds content that may not be sold: music, films, data sets with terms, and themes or pages of others. */
export const contentTerms: Rule = {
  name: 'licence',
  kind: 'note',
  title: 'Content that may not be sold',
  *find(sources: Sources): Generator<RuleFinding> {
    yield* inMedia(sources)
    yield* inTexts(sources)
    yield* inLibraries(sources)
    yield* ofAgencies(sources)
    yield* ofKaggle(sources)
  },
}

/** Songs or films from which a folder looks like a collection. */
const collection = 5

function* inMedia({ files }: Sources): Generator<RuleFinding> {
  const media = files.filter(({ path }) =>
    /\.(?:mp3|m4a|flac|aac|wma|mp4|mkv|avi|mov|epub|mobi)$/i.test(path),
  )
  const byTop = Map.groupBy(media, ({ path }) => path.split('/', 1)[0]!)
  for (const [top, found] of byTop) {
    if (found.length < collection) continue
    const first = found[0]!
    yield {
      file: first.path,
      line: null,
      what: top,
      message: `${top} holds ${found.length} songs, films or books. Unless they are yours or free, they may be neither copied nor sold.`,
      advice:
        'Replace them with files whose licence allows selling, name that licence, and let users add their own.',
    }
  }
}

const termsOfUse: [RegExp, string][] = [
  [
    /\b(?:may|must|can|shall|do) ?not (?:be )?(?:re-?distribut|re-?sell|resold|be sold|sell)\w*/i,
    'that it may not be passed on',
  ],
  [
    /(?<!\bcommercial (?:and|or|&) )\b(?:not|no|non)[- ](?:for |be used for |use [^.\n]{0,40}for )?(?:any )?commercial(?: or [\w-]+)?(?: use| purposes?)?\b|(?:for|only) (?:personal|educational|research|academic)(?: (?:and|or) [\w-]+)? (?:use|purposes?) only|commercial or\s+revenue/i,
    'that it is not for commercial use',
  ],
  [
    /creativecommons\.org\/licenses\/by-nc|\bCC[- ]BY[- ]NC/i,
    'the licence CC BY-NC, which does not allow selling',
  ],
]
/** What a template says where its credit may not be taken away. */
const credit =
  /(?:credit|copyright|footer|back) ?links?\b[^\n]{0,60}\b(?:remain|intact|removed|keep|stay)|links? in the footer should remain|link back to [^\n]{0,60}can(?:'|’)?(?:t|not) be removed|(?:provide|place|put|add) a (?:back ?link|link back)|(?:keep|leave|don(?:'|’)?t remove|do not remove|must (?:keep|retain))[^\n]{0,40}\b(?:credit|attribution|copyright link|backlink)|template is licensed under cc by|licen[cs]ed under the creative commons attribution/i
const terms: [RegExp, string][] = [[credit, 'that its credit has to stay'], ...termsOfUse]
const saved = /<!-- saved from url=\(\d{1,6}\)(https?:\/\/[^\s>]{4,200})/i
const theme =
  /(?:themeforest\.net|wrapbootstrap\.com|html5up\.net|colorlib\.com|creative-tim\.com|templatemo\.com|bootstrapmade\.com|w3layouts\.com|freehtml5\.co|themewagon\.com|os-templates\.com|htmlcodex\.com|tooplate\.com|untree\.co|uicookies\.com|free-css\.com|styleshout\.com|html\.design|graygrids\.com|themefisher\.com|webthemez\.com|zerotheme\.com|cantothemes\.com|bootstrapious\.com|dashboardpack\.com|freshdesignweb\.com|gettemplates\.co|pixelarity\.com|ajlkn)/i
function* inTexts(sources: Sources): Generator<RuleFinding> {
  const themes = new Set<string>()
  for (const file of sources.texts) {
    const ending = endingOf(file.path)
    const isText =
      /^(?:md|txt|rst|readme)$/.test(ending) ||
      /^(?:licen[cs]e|readme|terms|copying)/i.test(nameOf(file.path))
    if (isText) {
      const isOfOthers = sources.foreign.has(file.path) || /^licen[cs]e/i.test(nameOf(file.path))
      const [found, says] =
        (isOfOthers ? termsOfUse : terms)
          .map(([pattern, says]) => [pattern.exec(file.text.slice(0, 60_000)), says] as const)
          .find(([found]) => found) ?? []
      const isOfGpl = /GNU (?:AFFERO |LESSER )?GENERAL PUBLIC|Apache License/i.test(file.text)
      if (found && !isOfGpl && !/^requirements|robots/i.test(nameOf(file.path)))
        yield {
          file: file.path,
          line: sources.lineAt(file, found.index),
          message: `This text says ${says!}: “${around(file.text, found.index)}”.`,
          what: says!,
          advice: 'Take out what it is about, and say in the README where each user gets it.',
        }
    }
    if (!/^(?:html?|php|css|js|jsp|aspx|cshtml|vue|ejs)$/.test(ending)) continue
    const copied = saved.exec(file.text.slice(0, 3000))
    const ends =
      file.text.length > 7000 ? `${file.text.slice(0, 4000)}\n${file.text.slice(-3000)}` : file.text
    const asked = sources.foreign.has(file.path) ? null : credit.exec(ends)
    const made = theme.exec(ends) ?? (asked && /template|theme|design/i.test(ends) ? asked : null)
    if (copied)
      yield {
        file: file.path,
        line: 1,
        what: 'saved',
        message: `A browser saved this page from ${copied[1]!.slice(0, 80)}. It is the work of whoever made that site.`,
        advice: 'Replace it with a page of your own.',
      }
    else if (made && !themes.has(`${made[0].toLowerCase()} ${parentOf(file.path)}`)) {
      if (themes.size === 0)
        yield {
          file: file.path,
          line: null,
          what: made[0].toLowerCase(),
          message: asked
            ? `This comes from a template that asks for its credit: “${around(ends, asked.index)}”.`
            : `This comes from a template of ${made[0].toLowerCase()}. Such templates have terms of their own: many ask for a link or forbid selling.`,
          advice: 'Read the terms, keep the notice, and name the template in the description.',
        }
      themes.add(`${made[0].toLowerCase()} ${parentOf(file.path)}`)
    }
  }
}

/** Finds pictures whose names are those that agencies give. */
function* ofAgencies({ files }: Sources): Generator<RuleFinding> {
  const found = files.filter(({ path }) => agency.test(nameOf(path)))
  const [first] = found
  if (!first) return
  yield {
    file: first.path,
    line: null,
    what: 'agency',
    message: `${found.length === 1 ? 'This picture has a name' : `${found.length} pictures have names`} as agencies such as Freepik, Storyset or Shutterstock give. Their licences ask for a credit or a payment.`,
    advice: 'Replace it with a picture of your own, or name its source and licence in the README.',
  }
}

const agency =
  /-(?:bro|amico|pana|rafiki|cuate)\.(?:svg|png)$|_(?!(?:19|20)\d\d-(?:19|20)\d\d)\d{2,7}-\d{1,6}(?: ?\(\d\))?\.(?:jpe?g|png|webp)$|(?:shutterstock|istockphoto|gettyimages|adobestock|depositphotos|dreamstime|123rf)[-_ ]?\w{0,20}\d{4,}/i

/** Finds data sets that the README or a notebook says to be of Kaggle, in a project that contains data. */
function* ofKaggle(sources: Sources): Generator<RuleFinding> {
  const data = sources.files.find(
    ({ path, size }) => /\.(?:csv|tsv|xlsx?|json|npz|parquet)$/i.test(path) && size > 20_000,
  )
  if (!data) return
  const named = sources.texts.find(
    ({ path, text }) => /\.(?:md|txt|ipynb)$/i.test(path) && kaggle.test(text.slice(0, 300_000)),
  )
  if (!named) return
  yield {
    file: named.path,
    line: sources.lineAt(named, kaggle.exec(named.text)!.index),
    what: 'kaggle',
    message: `The data come from Kaggle (${kaggle.exec(named.text)![1]!.slice(0, 60)}), and ${nameOf(data.path)} may be a part of them. Each data set there has a licence of its own.`,
    advice:
      'Look it up, name it in the README, and where it forbids passing on, say there how to download the data.',
  }
}

const kaggle = /kaggle\.com\/(?:datasets\/|c\/|competitions\/)?([\w-]{2,50}\/?[\w-]{0,60})/i

/** Finds libraries in manifests and code whose licence asks for more than a notice. */
function* inLibraries(sources: Sources): Generator<RuleFinding> {
  for (const [name, use, says] of libraries) {
    const file = sources.texts.find(
      ({ path, text }) => manifest.test(nameOf(path)) && !sources.foreign.has(path) && use.test(text),
    )
    if (!file) continue
    yield {
      file: file.path,
      line: sources.lineAt(file, use.exec(file.text)!.index),
      what: name,
      message: `The project uses ${name}, ${says}.`,
      advice: 'Name it and its licence in the description, or use another library.',
    }
  }
}

const manifest =
  /^(?:package\.json|requirements[\w.-]{0,30}\.txt|pyproject\.toml|pipfile|environment\.ya?ml|pom\.xml|build\.gradle(?:\.kts)?|packages\.config|pubspec\.yaml|composer\.json|.{1,100}\.(?:cs|vb)proj|.{1,100}\.cs)$/i
const ofGpl = 'which is under the GPL: whoever gets the project may ask for its source and pass it on'
const ofAgpl = 'which is under the AGPL: what uses it has to be open source, unless a licence is bought'
const ofSale = 'which commercial use has to buy'
/** A library, how a manifest or code names it, and what its licence says. Sources: their own licence pages. */
const libraries: [string, RegExp, string][] = [
  ['EPPlus', /LicenseContext\.NonCommercial|SetNonCommercialPersonal/, ofSale],
  ['iText', /itextsharp|itext7|com\.itextpdf/i, ofAgpl],
  ['Ultralytics YOLO', /^[ \t"']{0,8}ultralytics\b/im, ofAgpl],
  ['PyQt', /^[ \t"']{0,8}PyQt[56]\b/im, ofGpl],
  ['Highcharts', /"(?:highcharts|angular-highcharts|highcharts-react-official)"/, ofSale],
  [
    'Syncfusion',
    /Syncfusion\.|"@syncfusion\/|^[ \t]{1,8}syncfusion_flutter_/m,
    'which needs a licence of its own, free only for small companies',
  ],
  ['MuPDF', /^[ \t"']{0,8}PyMuPDF\b/im, ofAgpl],
]

const around = (text: string, index: number) =>
  text
    .slice(Math.max(0, index - 60), index + 80)
    .replace(/[\s*>#|]+/g, ' ')
    .trim()
