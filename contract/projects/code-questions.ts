import { list, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The most questions about the code of a listing, and the most characters of a question and of its answer. */
export const codeQuestionLimits = { count: 30, question: 200, answer: 2000 } as const

/** Prose without the signs that turn the direction of what follows. */
const plain = (max: number, missing: string) =>
  prose(max, missing)
    .min(1, missing)
    .regex(/^[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/, 'Use plain text')

/** What the owner explains of the code, such as 'Why is this a table of its own?'. */
export const CodeQuestion = z.object({
  question: plain(codeQuestionLimits.question, 'Write the question'),
  answer: plain(codeQuestionLimits.answer, 'Write the answer'),
})
schemaNames.add(CodeQuestion, { id: 'CodeQuestion' })
export type CodeQuestion = z.infer<typeof CodeQuestion>

export const CodeQuestions = list(CodeQuestion, codeQuestionLimits.count, {
  tooMany: `At most ${codeQuestionLimits.count} questions`,
})

/** A question with its answer, where it is compared and mailed. */
export const codeQuestionText = ({ question, answer }: CodeQuestion): string => `${question}\n${answer}`
