import { counted, day, sizeText } from '#contract/kit/format.ts'
import type { ProjectCard } from '#contract/projects/project.ts'

/**
 * Converts a project to the data of its card, which is all that a page sends to the browser. The first card of a list
 * may be large and the last one may lie lengthwise, so both get a longer description.
 */
export const toCard = (
  {
    _id,
    title,
    description,
    category,
    difficulty,
    technologies,
    price,
    rating,
    reviews,
    downloadCount,
    runs,
    images,
    languages,
    isFeatured,
    totalFileSize,
    lines,
    verifiedAt,
    ranAt,
  }: ProjectCard,
  index = 0,
  all: readonly unknown[] = [],
) => ({
  _id,
  title,
  description: cut(
    description,
    [0, all.length - 1].includes(index) ? maxLengths.lengthwise : maxLengths.inTwoLines,
  ),
  category,
  difficulty,
  isFeatured,
  ...firstOnOneLine(technologies),
  price,
  rating,
  reviews,
  downloadCount,
  runs: runs && { ran: runs.ran, of: runs.of },
  // No server before this one has it.
  ...(ranAt && { seen: `We ran it on ${day(ranAt)}` }),
  images: images.slice(0, 1),
  languages,
  // Lines end between the facts alone.
  facts: [
    sizeText(totalFileSize),
    counted(lines, 'line'),
    ...(verifiedAt ? [`verified ${day(verifiedAt)}`] : []),
  ]
    .filter((fact) => fact !== '')
    .map((fact) => fact.replaceAll(' ', '\u{A0}'))
    .join(' · '),
})

export type CardData = ReturnType<typeof toCard>

/**
 * Puts first the words, at most three, that fit on one line of the narrowest card (33 characters with a '+9' at the
 * end), then the rest.
 */
function firstOnOneLine(words: readonly string[]) {
  let left = 31
  const fitting = words.filter(({ length }) => length + 3 <= left && (left -= length + 3) >= 0)
  const shown = fitting.slice(0, 3)
  if (shown.length === 0) shown.push(...words.slice(0, 1))
  return {
    technologies: [...shown, ...words.filter((word) => !shown.includes(word))],
    technologiesShown: shown.length,
  }
}

/**
 * Maximum lengths of a description in characters: more than two lines of the widest card, and for a lengthwise card
 * as much as the list's API sends.
 */
const maxLengths = { inTwoLines: 180, lengthwise: 280 }

/** Cuts a text to `max` characters: after a sentence where most of the text stays, otherwise at a word. */
function cut(text: string, max: number) {
  if (text.length <= max) return text
  const start = text.slice(0, max)
  const [sentences = ''] = start.match(/^.*[.!?](?=\s)/s) ?? []
  return sentences.length > max * 0.6 ? sentences : `${start.replace(/\s+\S*$/, '')}…`
}
