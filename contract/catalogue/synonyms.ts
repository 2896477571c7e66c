import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id, line, list } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { z } from '../kit/zod.ts'

/** Words and phrases that mean the same for a search, or nearly the same. */
export const SynonymSet = z.object({
  _id: z.string(),
  words: z.array(z.string()),
  /** Whether they are only near in meaning: a search finds them where nothing has its own words. */
  isNear: z.boolean(),
})
export type SynonymSet = z.infer<typeof SynonymSet>

/** A search that found nothing, or nothing nearer than `near`, with how often it was made. */
export const PoorSearch = z.object({ search: z.string(), count: z.int() })
export type PoorSearch = z.infer<typeof PoorSearch>

const body = z.object({
  words: list(
    line(60).refine((word) => /[\p{L}\p{N}]/u.test(word), 'Enter words'),
    40,
  ).refine((words) => words.length > 1, 'Enter at least two words or phrases, with commas between'),
  isNear: z.boolean().default(false),
})
const params = z.object({ id: Id })
const one = Done.extend({ synonyms: SynonymSet })

export const synonyms = {
  list: endpoint({
    method: 'GET',
    path: '/admin/synonyms',
    summary:
      'The sets of words that mean the same in a search, the newest first, and the searches of the last 30 days that found little.',
    access: staff,
    query: z.object({
      ...pageWindow,
      /** A part of a word. */
      search: line(limits.search).optional(),
    }),
    reply: Done.extend({
      sets: z.array(SynonymSet),
      poorSearches: z.array(PoorSearch),
      pagination: Pagination,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/synonyms',
    summary: 'Adds a set of words that mean the same; every search knows it at once.',
    access: staff,
    body,
    reply: one,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/synonyms/:id',
    summary: 'Replaces the words of a set.',
    access: staff,
    params,
    body,
    reply: one,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/synonyms/:id',
    summary: 'Deletes a set; its words stay what they are in projects.',
    access: staff,
    params,
    reply: Done,
  }),
}
