import { coverRows } from '#contract/projects/pictures.ts'
import type { ProjectCard } from '#contract/projects/projects.ts'

/** What a card draws of a project: all that a page sends of it to the browser. The first may lead its list, and the last of several may lie lengthwise: both have room for more. */
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
  }: ProjectCard,
  index = 0,
  all: readonly unknown[] = [],
) => ({
  _id,
  title,
  description: cut(
    description,
    [0, all.length - 1].includes(index) ? letters.lengthwise : letters.inTwoLines,
  ),
  category,
  difficulty,
  ...inOneLine(technologies),
  price,
  rating,
  reviews,
  downloadCount,
  ran: runs && `ran for ${runs.ran} of ${runs.of}`,
  images: images.slice(0, index === 0 ? 3 : 1),
  languages,
  cover: images.length > 0 ? [] : coverRows({ fileTree, technologies }),
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

/** More than two lines of the widest card; of one that lies lengthwise as much as a list is told. */
const letters = { inTwoLines: 180, lengthwise: 280 }

/** Cut after a sentence where that keeps most of it, else at a word. */
function cut(text: string, max: number) {
  if (text.length <= max) return text
  const room = text.slice(0, max)
  const [sentences = ''] = room.match(/^.*[.!?](?=\s)/s) ?? []
  return sentences.length > max * 0.6 ? sentences : `${room.replace(/\s+\S*$/, '')}…`
}
