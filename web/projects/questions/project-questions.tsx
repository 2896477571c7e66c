import { lazy, Suspense } from 'react'

import type { Question } from '#contract/projects/questions.ts'

import { ComplaintLink } from '../../content/complaint-link.tsx'
import { loadPart } from '../../shell/lazy-part.ts'
import { useMember } from '../../shell/session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/page.tsx'
import { QuestionText } from './question-text.tsx'

/** The public questions about a project with the owner's answers. Beyond the first five, the older ones are folded. */
export function ProjectQuestions({ projectId, ownerId, questions }: ProjectQuestionsProps) {
  const rest = questions.slice(maxUnfolded)
  const member = useMember()
  return (
    <section aria-labelledby="questions">
      <SectionHeading
        id="questions"
        title="Questions"
        lead={questions.length === 0 && 'Nobody has asked yet.'}
        action={
          <ButtonLink to={`/projects/${projectId}/ask`} tone="quiet" size="small" rel="nofollow">
            Ask a Question
          </ButtonLink>
        }
      />
      <QuestionList projectId={projectId} questions={questions.slice(0, maxUnfolded)} />
      {rest.length > 0 && (
        <details className="border-rule border-t">
          <summary className="link-rule w-fit cursor-pointer py-3 font-semibold">{`Show ${rest.length} more`}</summary>
          <QuestionList projectId={projectId} questions={rest} />
        </details>
      )}
      {member && (
        <Suspense>
          <HiddenQuestions key={member._id} projectId={projectId} isOwner={member._id === ownerId} />
        </Suspense>
      )}
    </section>
  )
}

/** Loaded for members only. */
const HiddenQuestions = lazy(() => loadPart(() => import('./hidden-questions.tsx')))

const maxUnfolded = 5

const QuestionList = ({ projectId, questions }: Omit<ProjectQuestionsProps, 'ownerId'>) => (
  <ul className="divide-rule divide-y">
    {questions.map((question) => (
      <li key={question._id} className="py-4 first:pt-0">
        <QuestionText question={question}>
          {!question.answer && <p className="text-14 text-quiet mt-2">Not answered yet.</p>}
          <div className="-mb-3">
            <ComplaintLink
              to={`/projects/${projectId}/report?question=${question._id}`}
            >{`the question: ${question.text}`}</ComplaintLink>
          </div>
        </QuestionText>
      </li>
    ))}
  </ul>
)

type ProjectQuestionsProps = { projectId: string; ownerId: string; questions: readonly Question[] }
