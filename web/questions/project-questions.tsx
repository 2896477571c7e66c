import type { Question } from '#contract/projects/questions.ts'

import { ButtonLink } from '../ui/button.tsx'
import { SectionHeading } from '../ui/layout/section-heading.tsx'
import { QuestionText } from './question-text.tsx'

/** What was asked about a project and what its owner answered, for everybody; with more than a few, the older ones fold away. */
export function ProjectQuestions({ projectId, questions }: ProjectQuestionsProps) {
  const rest = questions.slice(unfolded)
  return (
    <section aria-labelledby="questions">
      <SectionHeading
        id="questions"
        title="Questions"
        lead={
          questions.length === 0
            ? 'Nobody has asked yet. The owner answers here, for everybody to read.'
            : 'Asked by members, answered by the owner.'
        }
        action={
          <ButtonLink to={`/projects/${projectId}/ask`} tone="quiet" size="small" rel="nofollow">
            Ask a Question
          </ButtonLink>
        }
      />
      <QuestionList projectId={projectId} questions={questions.slice(0, unfolded)} />
      {rest.length > 0 && (
        <details className="border-rule border-t">
          <summary className="link-rule w-fit cursor-pointer py-3 font-semibold">
            Show {rest.length} more
          </summary>
          <QuestionList projectId={projectId} questions={rest} />
        </details>
      )}
    </section>
  )
}

const unfolded = 5

const QuestionList = ({ projectId, questions }: ProjectQuestionsProps) => (
  <ul className="divide-rule divide-y">
    {questions.map((question) => (
      <li key={question._id} className="py-4 first:pt-0">
        <QuestionText question={question}>
          {!question.answer && <p className="text-14 text-quiet mt-2">Not answered yet.</p>}
          <a
            href={`/projects/${projectId}/report?question=${question._id}`}
            rel="nofollow"
            className="text-13 text-quiet -mb-3 inline-flex min-h-11 items-center"
          >
            <span className="link-rule">Report</span>
            <span className="sr-only"> the question: {question.text}</span>
          </a>
        </QuestionText>
      </li>
    ))}
  </ul>
)

export type ProjectQuestionsProps = { projectId: string; questions: readonly Question[] }
