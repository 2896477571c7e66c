import type { Connection } from '../../platform/database/connection.ts'
import {
  isIndian,
  type KnownText,
  type KnownWord,
  readBeginnings,
  readRepairs,
  readText,
} from './text-queries.ts'
import { isAsking, isCourse, isWeak } from './weak-words.ts'

/** One or several words of a search that stand for one thing, and what of the shop's words finds it. */
export interface Term {
  /** The words as typed. */
  typed: string
  /** The share that the term has in the relevance of a project, 0 to 1: rare words weigh more. */
  weight: number
  /** Whether a project needs the term in order to have all words. */
  isRequired: boolean
  /** The words of somebody who asks for any project that the term is or means: 'fyp' means 'final year project'. */
  asks: string[]
  /** The ways to find it, the surest first; none when no published project has anything like it. */
  ways: Way[]
}

/** A way to find a term: a tsquery, what its ts_rank is multiplied by, and how much a match counts (0 to 1). */
interface Way {
  query: string
  scale: number
  gain: number
  /** Whether the matches have the term, and not only something near it. */
  isSure: boolean
}

/** A search in the shop's words. */
export interface SearchTerms {
  terms: Term[]
  /** Texts whose words every project has to have side by side, and those that none may have. */
  phrases: string[]
  excluded: string[]
  /** What a project may cost in paise without counting less; undefined when the search says nothing of a price. */
  budget?: number | undefined
  /** The search with its typing errors corrected; undefined when there were none. */
  corrected?: string
}

/** The most words of a search that are used; no title has more. */
const maxWords = 32

const firstWords = new RegExp(
  String.raw`^(?:[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}]+){0,${maxWords}}[^\p{L}\p{M}\p{N}]*`,
  'u',
)

/** Returns the part of a typed text that is searched for: its first words. */
export const searchableText = (typed: string): string => firstWords.exec(typed)![0]

/**
 * Reads a search: its words, "phrases" and -words to leave out. Words that no published project has are corrected; the
 * last one may be unfinished, also when it is known, `isTyping` says. No text is an error; a text without words has no
 * terms.
 */
export async function readSearch(
  connection: Connection,
  typed: string,
  { isTyping = false } = {},
): Promise<SearchTerms> {
  const { text, ...signs } = splitSigns(typed)
  const known = await readText(connection, text)
  const unknown = unknownWords(known)
  const last = known.words.at(-1)
  const isUnfinished = last && text.toLowerCase().endsWith(last.word) && (isTyping || unknown.has(last.word))
  const beginnings = isUnfinished ? await readBeginnings(connection, last) : []
  if (beginnings.length > 0) unknown.delete(last!.word)
  const repairs = await readRepairs(connection, [...unknown, ...unusualForms(known)].filter(isRepaired))
  for (const { word, stem } of known.words) {
    const family = known.families.get(stem)
    if (family && !isOtherForm(word, repairs.get(word)?.repaired ?? '', family)) repairs.delete(word)
  }
  while (repairs.size > 0) {
    const corrected = text
      .toLowerCase()
      .replaceAll(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu, (word) => repairs.get(word)?.repaired ?? word)
      .trim()
    const meant = await readText(connection, corrected)
    const isFound = findable(meant)
    const dead = [...repairs].filter(([, { repaired }]) => !repaired.split(' ').every(isFound))
    if (dead.length === 0) {
      const guesses = new Set(
        [...repairs.values()].flatMap((repair) => (repair.isGuess ? repair.repaired : [])),
      )
      const terms = termsOf(meant, beginnings).map((term) =>
        guesses.has(term.typed) ? { ...term, weight: term.weight * guessWeight } : term,
      )
      return { ...signs, terms, corrected }
    }
    for (const [word] of dead) repairs.delete(word)
  }
  return { ...signs, terms: termsOf(known, beginnings) }
}

/** Returns whether published projects have a word of a text, or what it means: the synonyms have more than the shop. */
const findable =
  ({ words, meanings, families }: KnownText) =>
  (text: string) =>
    words.some(
      ({ word, stem }, n) =>
        word === text &&
        (families.has(stem) ||
          meanings.some(
            ({ first, last, stems }) => first <= n && n <= last && stems.every((one) => families.has(one)),
          )),
    )

/**
 * What the weight of a guess is multiplied by: 'infection' that became 'injection' must not put the other words of the
 * search in another order.
 */
const guessWeight = 0.3

const isRepaired = (word: string) => /^[\p{L}\p{M}]{4,30}$/u.test(word)

/**
 * Returns the words that no published project has, although other forms of them are there: 'managment', 'bookings'.
 * Words that mean something together, such as 'noughts and crosses', are no errors.
 */
const unusualForms = ({ words, families, meanings }: KnownText) =>
  words
    .filter(
      ({ word, stem }, n) =>
        families.get(stem) &&
        !isIndian(word) &&
        !families.get(stem)!.some((form) => form.word === word) &&
        !meanings.some(({ first, last }) => first < last && first <= n && n <= last),
    )
    .map(({ word }) => word)

/**
 * Whether a repair is another form of the same word, which differs from it inside alone and not in its ending: 'wakes' is
 * no error for 'waves'.
 */
const isOtherForm = (word: string, repaired: string, family: KnownWord[]) =>
  word[0] === repaired[0] &&
  word.at(-1) === repaired.at(-1) &&
  Math.abs(word.length - repaired.length) <= 1 &&
  family.some((form) => form.word === repaired)

/** Takes "phrases", -words and a highest price out of a text; the words of a phrase also stay. */
function splitSigns(typed: string) {
  const phrases = [...typed.matchAll(/"([^"]*[\p{L}\p{N}][^"]*)"/gu)].map(([, phrase]) => phrase!)
  const excluded: string[] = []
  let budget: number | undefined
  const text = typed
    .normalize('NFKC')
    .replaceAll('"', ' ')
    .replace(highestPrice, (_, rupees: string) => ((budget = Number(rupees) * 100), ' '))
    .replaceAll(/(?<=^|\s)-+([\p{L}\p{M}\p{N}][^\s]*)/gu, (_, word: string) => (excluded.push(word), ' '))
  return { text, phrases, excluded, budget }
}

const highestPrice =
  /\b(?:under|below|less than|within|up ?to|max(?:imum)?)\s+(?:rs\.?|inr|rupees|₹)?\s*(\d{2,5})\b/i

/** Returns the words that nothing is known of: no published project has them, and they mean nothing else. */
function unknownWords({ words, meanings, families }: KnownText): Set<string> {
  return new Set(
    words
      .filter(
        ({ word, stem, isCommon }, n) =>
          !isCommon &&
          !isWeak(word) &&
          !families.get(stem) &&
          !meanings.some(({ first, last }) => first <= n && n <= last),
      )
      .map(({ word }) => word),
  )
}

/** The most terms that are looked for: each may have hundreds of words. */
const maxTerms = 16

/** The most words of one stem that a term is looked for by. */
const maxForms = 12

function termsOf(known: KnownText, beginnings: KnownWord[]): Term[] {
  const { words, projects } = known
  const spans = spansOf(known)
  // A word that no project has is not found by one that the search asks for besides: it would count twice.
  const isAskedFor = ({ first, last, stems }: KnownText['meanings'][number]) =>
    stems.length === 1 && words.some(({ stem }, n) => (n < first || n > last) && stem === stems[0])
  const terms = spans.map(({ first, last }): Term & { isStop: boolean } => {
    const parts = words.slice(first, last + 1)
    const forms = together(parts.map(({ stem }) => known.families.get(stem)))
    const plurals = together(
      parts.map(({ word, stem }) => known.families.get(stem)?.filter((form) => isSameWord(form.word, word))),
    )
    const exact = together(
      parts.map(({ word, stem }) => known.families.get(stem)?.filter((form) => form.word === word)),
    )
    const completed = last === words.length - 1 && first === last ? anyOf(beginnings) : undefined
    const meanings = known.meanings.filter((meaning) => meaning.first >= first && meaning.last <= last)
    const isWhole = (meaning: { first: number; last: number }) =>
      meaning.first === first && meaning.last === last
    const same = waysOf(
      meanings.filter((meaning) => !meaning.isNear && isWhole(meaning)),
      known,
    )
    const nearMeanings = meanings.filter((meaning) => meaning.isNear || !isWhole(meaning))
    const near = forms || !nearMeanings.some(isAskedFor) ? waysOf(nearMeanings, known) : []
    const parted =
      first < last ? anyOf(parts.flatMap(({ stem }) => known.families.get(stem) ?? [])) : undefined
    const ways = [
      exact && { ...exact, gain: 1, isSure: true },
      plurals && { ...plurals, gain: 0.95, isSure: true },
      forms && { ...forms, gain: 0.6, isSure: true },
      completed && { ...completed, gain: 0.85, isSure: true },
      ...same.map((way) => ({ ...way, gain: 0.75, isSure: true })),
      ...near.map((way) => ({ ...way, gain: 0.45, isSure: false })),
      parted && { ...parted, gain: 0.3, isSure: false },
    ]
      .filter((way) => way !== undefined)
      .filter(({ query }, n, all) => all.findIndex((way) => way.query === query) === n)
    const found = Math.min(projects, (forms ?? completed ?? same[0])?.projects ?? 0)
    const isStop = parts.every(({ isCommon }) => isCommon)
    const courses = meanings
      .filter((meaning) => !meaning.isNear && isWhole(meaning))
      .map(({ stems }) => stems)
      .filter((stems) => stems.some(isCourse))
    const asks = [parts.map(({ word }) => word), ...courses].filter((texts) => texts.every(isAsking)).flat()
    const isFiller =
      asks.length > 0 ||
      parts.every(
        ({ word, stem, isCommon }) =>
          isCommon || isWeak(word) || isWeak(known.families.get(stem)?.[0]?.word ?? ''),
      )
    return {
      typed: parts.map(({ word }) => word).join(' '),
      weight: rarity(found, projects) * (isStop ? 0 : isFiller ? 0.2 : 1),
      isRequired: !isFiller,
      asks,
      isStop,
      ways,
    }
  })
  // Weak words are required where there are no others, and words too common for a search where there is nothing else:
  // they can be names.
  const wanted = terms.some(({ isRequired }) => isRequired)
  const named = terms.every(({ isStop }) => isStop)
  return terms
    .filter(({ isStop }) => named || !isStop)
    .filter(({ typed }, n, all) => all.findIndex((term) => term.typed === typed) === n)
    .slice(0, maxTerms)
    .map(({ isStop, ...term }) => ({
      ...term,
      weight: isStop ? 1 : term.weight,
      isRequired: wanted ? term.isRequired : true,
    }))
}

/**
 * Divides a text: words that mean something together stand together, the longest first; every other word is alone.
 */
function spansOf({ words, meanings, families }: KnownText) {
  const joined = meanings
    .filter(
      ({ first, last, isNear, stems }) =>
        first < last && !isNear && stems.every((stem) => families.get(stem) ?? isAsking(stem)),
    )
    .toSorted((one, other) => other.last - other.first - (one.last - one.first) || one.first - other.first)
  const taken = new Set<number>()
  const spans: { first: number; last: number }[] = []
  const take = ({ first, last }: { first: number; last: number }) => {
    const places = Array.from({ length: last - first + 1 }, (_, n) => first + n)
    if (places.some((place) => taken.has(place))) return
    for (const place of places) taken.add(place)
    spans.push({ first, last })
  }
  for (const span of joined) take(span)
  for (const n of words.keys()) take({ first: n, last: n })
  return spans.toSorted((one, other) => one.first - other.first)
}

/** How much a match says, 0 to 1: 1 for a word that no project has, near 0 for one that all have. */
const rarity = (found: number, projects: number) =>
  Math.max(0.05, Math.log((projects + 1) / (found + 0.5)) / Math.log((projects + 1) / 0.5))

/** Whether two words of one stem are the same in number or spelling apart. */
const isSameWord = (one: string, other: string) =>
  one === other ||
  isIndian(one) ||
  [`${one}s`, `${one}es`].includes(other) ||
  [`${other}s`, `${other}es`].includes(one)

/**
 * A tsquery with the number of the projects that it finds at most. ts_rank divides the rank of words of which one is
 * enough by their number, and gives a word in a title 0.608; words that must stand together get up to 1, the more the
 * nearer they are.
 */
interface Query extends Pick<Way, 'query' | 'scale'> {
  projects: number
}

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function anyOf(words: KnownWord[] = [], max = maxForms): Query | undefined {
  const used = words.slice(0, max)
  if (used.length === 0) return undefined
  return {
    query: `(${used.map(({ word }) => quoted(word)).join(' | ')})`,
    scale: used.length / 0.608,
    projects: used.reduce((sum, { projects }) => sum + projects, 0),
  }
}

/** All of several groups of words; undefined when one of the groups is empty. */
function together(groups: (KnownWord[] | undefined)[]): Query | undefined {
  const queries = groups.map((words) => anyOf(words))
  if (!queries.every((query) => query !== undefined)) return undefined
  if (queries.length === 1) return queries[0]
  return {
    query: `(${queries.map(({ query }) => query).join(' & ')})`,
    scale: 1,
    projects: Math.min(...queries.map(({ projects }) => projects)),
  }
}

/** Any of some meanings: those of one word in one query, and each of several words in a query of its own. */
function waysOf(meanings: { stems: string[] }[], { families }: KnownText): Query[] {
  const single = meanings.flatMap(({ stems }) => (stems.length === 1 ? (families.get(stems[0]!) ?? []) : []))
  const several = meanings
    .filter(({ stems }) => stems.length > 1)
    .map(({ stems }) => together(stems.map((stem) => families.get(stem))))
  return [anyOf(single, maxMeanings), ...several].filter((query) => query !== undefined).slice(0, maxMeanings)
}

const maxMeanings = 40
