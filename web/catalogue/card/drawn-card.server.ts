import { coverRows } from '#contract/drawing/cover.ts'
import type { ProjectCard } from '#contract/projects.ts'

/** What a card draws of a project: all that a page sends of it to the browser. The last of several may lie lengthwise and has room for more. */
export const drawnCard = (
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
    fileTree,
    readmeStart,
  }: ProjectCard,
  index = 0,
  all: readonly unknown[] = [],
) => ({
  _id,
  title,
  description: cut(description, index === all.length - 1 ? letters.lengthwise : letters.inTwoLines),
  category,
  difficulty,
  ...inOneLine(technologies),
  price,
  rating,
  reviews,
  downloadCount,
  ran: runs && `ran for ${runs.ran} of ${runs.of}`,
  // The first of a list, which alone says how its README begins, may lead it with three.
  images: images.slice(0, readmeStart === null ? 1 : 3),
  languages,
  cover: images.length > 0 ? [] : coverRows({ fileTree, technologies }),
  readmeStart: readmeStart && withoutCommands(readmeStart),
})

export type DrawnCard = ReturnType<typeof drawnCard>

/** Up to three words that stand uncut on one line of the narrowest card, which has 33 letters, a '+9' among them; then the rest. */
function inOneLine(words: readonly string[]) {
  let left = 31
  const fitting = words.filter(({ length }) => length + 3 <= left && (left -= length + 3) >= 0)
  const shown = fitting.slice(0, 3)
  if (shown.length === 0) shown.push(...words.slice(0, 1))
  return {
    technologies: [...shown, ...words.filter((word) => !shown.includes(word))],
    technologiesShown: shown.length,
  }
}

/** Without the sentence that leads to an address on the reader's own machine, and what comes after it. */
const withoutCommands = (text: string) => text.replace(/(?<=^|[.!?] )[^.!?]*https?:.*$/s, '').trim()

/** More than two lines of the widest card; of one that lies lengthwise as much as a list is told. */
const letters = { inTwoLines: 180, lengthwise: 280 }

/** Cut after a sentence where that keeps most of it, else at a word. */
function cut(text: string, max: number) {
  if (text.length <= max) return text
  const room = text.slice(0, max)
  const [sentences = ''] = room.match(/^.*[.!?](?=\s)/s) ?? []
  return sentences.length > max * 0.6 ? sentences : `${room.replace(/\s+\S*$/, '')}…`
}
