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

const terms: [RegExp, string][] = [
  [
    /\b(?:may|must|can|shall|do) ?not (?:be )?(?:re-?distribut|re-?sell|resold|be sold|sell)\w*/i,
    'that it may not be passed on',
  ],
  [
    /\b(?:not|no|non)[- ](?:for |be used for |use [^.\n]{0,40}for )?(?:any )?commercial(?: or [\w-]+)?(?: use| purposes?)?\b|(?:for|only) (?:personal|educational|research|academic)(?: (?:and|or) [\w-]+)? (?:use|purposes?) only|commercial or\s+revenue/i,
    'that it is not for commercial use',
  ],
  [
    /creativecommons\.org\/licenses\/by-nc|\bCC[- ]BY[- ]NC/i,
    'the licence CC BY-NC, which does not allow selling',
  ],
]
const saved = /<!-- saved from url=\(\d{1,6}\)(https?:\/\/[^\s>]{4,200})/i
const theme =
  /(?:themeforest\.net|wrapbootstrap\.com|html5up\.net|colorlib\.com|creative-tim\.com|templatemo\.com|bootstrapmade\.com|w3layouts\.com|freehtml5\.co|themewagon\.com|os-templates\.com)/i

function* inTexts(sources: Sources): Generator<RuleFinding> {
  const themes = new Set<string>()
  for (const file of sources.texts) {
    const ending = endingOf(file.path)
    const isText =
      /^(?:md|txt|rst|readme)$/.test(ending) ||
      /^(?:licen[cs]e|readme|terms|copying)/i.test(nameOf(file.path))
    if (isText) {
      const [found, says] =
        terms
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
    const made = theme.exec(file.text.slice(0, 4000)) ?? theme.exec(file.text.slice(-3000))
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
          message: `This comes from a template of ${made[0].toLowerCase()}. Such templates have terms of their own: many ask for a link or forbid selling.`,
          advice: 'Read the terms, keep the notice, and name the template in the description.',
        }
      themes.add(`${made[0].toLowerCase()} ${parentOf(file.path)}`)
    }
  }
}

const around = (text: string, index: number) =>
  text
    .slice(Math.max(0, index - 60), index + 80)
    .replace(/[\s*>#|]+/g, ' ')
    .trim()
