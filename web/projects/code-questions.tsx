import type { CodeQuestion } from '#contract/projects/code-questions.ts'

import { Disclosure } from '../ui/disclosure.tsx'
import { langOf } from '../ui/language.ts'

/** The questions about the code of a project, each of which opens to its answer. */
export const CodeQuestions = ({ questions, className }: CodeQuestionsProps) => (
  <div className={className}>
    {questions.map(({ question, answer }) => (
      <Disclosure
        key={`${question}\n${answer}`}
        title={
          <span lang={langOf(question)} className="wrap-anywhere">
            {question}
          </span>
        }
      >
        <p lang={langOf(answer)} className="max-w-(--container-text) wrap-anywhere whitespace-pre-line">
          {answer}
        </p>
      </Disclosure>
    ))}
  </div>
)

interface CodeQuestionsProps {
  questions: readonly CodeQuestion[]
  className?: string
}
