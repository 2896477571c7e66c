import { coverRows } from '#contract/drawing/cover.ts'
import type { ProjectCard } from '#contract/projects.ts'

/** What a card draws of a project: all that a page sends of it to the browser. */
export const drawnCard = ({
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
}: ProjectCard) => ({
  _id,
  title,
  description: inTwoLines(description),
  category,
  difficulty,
  technologies,
  technologiesShown: inOneLine(technologies),
  price,
  rating,
  reviews,
  downloadCount,
  ran: ranWords(runs),
  // The first of a list, which alone says how its README begins, may lead it with three.
  images: images.slice(0, readmeStart === null ? 1 : 3),
  languages,
  cover: images.length > 0 ? [] : coverRows({ fileTree, technologies }),
  readmeStart: readmeStart && withoutCommands(readmeStart),
})

/** Fewer than three answers say nothing yet. */
const ranWords = ({ ran, of }: ProjectCard['runs']) => (of < 3 ? null : `ran for ${ran} of ${of}`)

export type DrawnCard = ReturnType<typeof drawnCard>

/** How many of the first three stand uncut on one line of the narrowest card, which has 33 letters, a '+9' among them. */
function inOneLine(words: readonly string[]) {
  let letters = 0
  return Math.max(1, words.slice(0, 3).filter((word) => (letters += word.length + 3) <= 31).length)
}

/** Without the sentence that leads to an address on the reader's own machine, and what comes after it. */
const withoutCommands = (text: string) => text.replace(/(?<=^|[.!?] )[^.!?]*https?:.*$/s, '').trim()

/** More than two lines of the widest card, cut at a word. */
const inTwoLines = (text: string) =>
  text.length <= 180 ? text : `${text.slice(0, 180).replace(/\s+\S*$/, '')}…`
