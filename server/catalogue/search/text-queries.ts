import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import { plannedByValues } from '../../platform/database/statement-names.ts'

/** A word of published projects, with the number of projects that have it. */
export interface KnownWord {
  word: string
  projects: number
}

/** A searched text as the shop's own words and the synonyms know it. Numbers of words count from 0. */
export interface KnownText {
  /** The number of published projects. */
  projects: number
  /** The words in their order; `chunk` numbers the pieces between spaces, `isCommon` marks 'the' and 'with'. */
  words: { word: string; stem: string; chunk: number; isCommon: boolean }[]
  /** What the words from `first` to `last` mean as well: the stems of words that stand together. */
  meanings: { first: number; last: number; isNear: boolean; stems: string[] }[]
  /** The words of published projects by their stem, the most frequent first. */
  families: ReadonlyMap<string, KnownWord[]>
}

/**
 * The most words of a text, the most that a word may mean, and the most words of one stem. The limits also tell the
 * planner how little there is.
 */
const maxWords = 100
const maxMeanings = 100
const maxForms = 40

/** Reads what is known of the words of a text. */
export async function readText(connection: Connection, text: string): Promise<KnownText> {
  const { rows } = await sql<
    Omit<KnownText, 'families'> & { families: [stem: string, words: KnownWord[]][] }
  >`
    with part as materialized (
      select row_number() over (order by chunk, place) - 1 as n, chunk, word, search_stem(word) as stem,
        to_tsvector('english', word) = '' as is_common
      from regexp_split_to_table(search_names(${text}), '\\s+') with ordinality chunks (text, chunk),
        unnest(search_parts(text)) with ordinality parts (word, place)
      limit ${sql.lit(maxWords)}
    ), span as materialized (
      select first.n as first, last.n as last,
        string_agg(part.stem, ' ' order by part.n) as key, string_agg(part.word, '' order by part.n) as joined
      from part first join part last on last.n between first.n and first.n + 3
        join part on part.n between first.n and last.n
      group by first.n, last.n
    ), meaning as materialized (
      select distinct first, last, is_near, stems from span, lateral (
        select is_near, string_to_array(other.key, ' ') as stems
        from synonyms named join synonym_sets on synonym_sets.id = named.set_id
          join synonyms other on other.set_id = named.set_id and other.key <> named.key
        where named.key = span.key limit ${sql.lit(maxMeanings)}
      ) meant
      union
      select first, last, false, array[stem] from span,
        lateral (select stem from vocabulary where word = joined limit 1) joined where last > first
    ), families as (
      select stem, words from (select stem from part union select unnest(stems) from meaning) wanted, lateral (
        select json_agg(json_build_object('word', word, 'projects', projects) order by projects desc, word) as words
        from (
          select word, (select sum(projects) from word_counts where word_counts.word = vocabulary.word) as projects
          from vocabulary where vocabulary.stem = wanted.stem limit ${sql.lit(maxForms)}
        ) counted where projects > 0
      ) family where words is not null
    )
    select (select coalesce(sum(projects), 0) from published_figures) as projects,
      (select coalesce(json_agg(json_build_object(
        'word', word, 'stem', stem, 'chunk', chunk, 'isCommon', is_common) order by n), '[]') from part) as words,
      (select coalesce(json_agg(json_build_object(
        'first', first, 'last', last, 'isNear', is_near, 'stems', stems) order by first, last, stems), '[]') from meaning) as meanings,
      (select coalesce(json_agg(json_build_array(stem, words)), '[]') from families) as families`.execute(
    connection,
  )
  const { families, ...known } = rows[0]!
  return { ...known, families: new Map(families) }
}

/** Whether a text is of a script of India, where all words of one stem are spellings of the same word. */
export const isIndian = (text: string): boolean => /[\u0600-\u06ff\u0900-\u0dff]/.test(text)

/**
 * Returns the words of published projects that begin with a word, in any of its spellings, the most frequent first.
 */
export async function readBeginnings(
  connection: Connection,
  { word, stem }: { word: string; stem: string },
): Promise<KnownWord[]> {
  const beginsWith = (text: string) => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<KnownWord>`${plannedByValues}
    select word, projects from vocabulary,
      lateral (select sum(projects) as projects from word_counts where word_counts.word = vocabulary.word) counted
    where (word like ${beginsWith(word)} or stem like ${isIndian(word) ? beginsWith(stem) : null}) and projects > 0
    order by projects desc, word limit 20`.execute(connection)
  return rows
}

/**
 * Returns the words of published projects that are nearest to any of the unknown words by their letters, of which two
 * thirds must be the same: more than what a repair needs.
 */
export async function readNearWords(
  connection: Connection,
  unknown: string[],
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${unknown}::text[]) typed, lateral (
      select word, word <-> typed as distance from vocabulary where word % typed
      union
      (select word, word <-> typed from vocabulary where word like left(typed, 3) || '%' limit 100)
    ) near, lateral (
      select sum(projects) as projects from word_counts where word_counts.word = near.word
    ) counted
    where projects > 0 and word ~ '^[[:alpha:]]{3,}$'
      and 3 * levenshtein(left(word, 60), typed) <= greatest(length(word), length(typed))
    group by word order by min(distance), max(projects) desc, word limit ${max}`.execute(connection)
  return rows.map(({ word }) => word)
}

/** What an unknown word is probably meant for. */
interface Repair {
  repaired: string
  /** Whether letters that sound otherwise were replaced: the word may be right, and one that no project has. */
  isGuess: boolean
}

/**
 * Returns for unknown words what they are probably meant for: the nearest word by letters and sound that published
 * projects or synonyms have, or two words that were written as one. Another first letter needs the same sound. Of
 * equally near words, the most frequent one.
 */
export async function readRepairs(connection: Connection, unknown: string[]): Promise<Map<string, Repair>> {
  if (unknown.length === 0) return new Map()
  const { rows } = await sql<{ typed: string; repaired: string; distance: number }>`
    select typed, repaired, distance from unnest(${unknown}::text[]) typed, lateral (
      select repaired, distance from (
        select word as repaired, distance, projects
        from (
          select word, sound, coalesce((
              select sum(projects) from word_counts where word_counts.word = vocabulary.word), 0) as projects
          from vocabulary where word % typed or sound = search_sound(typed) and sound <> ''
          union
          select lower(word), sound, 1 from synonyms
          where (lower(word) % typed or sound = search_sound(typed) and sound <> '') and word !~ '[^[:alpha:]]'
        ) known,
        lateral (select levenshtein(left(word, 60), typed)
          - case when sound = search_sound(typed) and sound <> '' then 0.9 else 0 end as distance) measured
        where projects > 0 and (left(word, 1) = left(typed, 1) or distance < 1)
          and distance <= case when length(typed) <= 5 then 1 when length(typed) <= 8 then 2 else 3 end
        union all
        select beginning || ' ' || ending, 1.5, least(first.projects, second.projects)
        from generate_series(3, length(typed) - 3) at,
          lateral (select left(typed, at) as beginning, substr(typed, at + 1) as ending) halves,
          lateral (select sum(projects) as projects from word_counts where word = beginning) first,
          lateral (select sum(projects) as projects from word_counts where word = ending) second
        where first.projects > 0 and second.projects > 0
      ) candidates
      order by distance, projects desc, repaired limit 1
    ) nearest`.execute(connection)
  return new Map(
    rows.map(({ typed, repaired, distance }) => {
      const isReplaced = typed.length === repaired.length && lettersOf(typed) !== lettersOf(repaired)
      return [typed, { repaired, isGuess: distance >= 1 && isReplaced }]
    }),
  )
}

const lettersOf = (word: string) => Array.from(word).toSorted().join('')
