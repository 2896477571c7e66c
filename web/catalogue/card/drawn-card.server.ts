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
  price,
  rating,
  reviews,
  downloadCount,
  images: images.slice(0, 1),
  languages,
  cover: images.length > 0 ? [] : coverRows({ fileTree, technologies }),
  readmeStart,
})

export type DrawnCard = ReturnType<typeof drawnCard>

/** More than two lines of the widest card, cut at a word. */
const inTwoLines = (text: string) =>
  text.length <= 180 ? text : `${text.slice(0, 180).replace(/\s+\S*$/, '')}…`
