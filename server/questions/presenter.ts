import { shortName } from '#contract/kit/short-name.ts'
import type { Question } from '#contract/projects/questions.ts'

interface Row {
  id: string
  name: string
  text: string
  createdAt: Date
  answer: string | null
  answeredAt: Date | null
  hiddenReason: string | null
}

/** A question as everybody may read it: who asked by first name and initial. */
export const toQuestion = ({
  id,
  name,
  text,
  createdAt,
  answer,
  answeredAt,
  hiddenReason,
}: Row): Question => ({
  _id: id,
  name: shortName(name),
  text,
  createdAt: createdAt.toISOString(),
  answer: answer !== null && answeredAt ? { text: answer, answeredAt: answeredAt.toISOString() } : null,
  hiddenReason,
})
