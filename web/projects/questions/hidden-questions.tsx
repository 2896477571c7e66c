import { useEffect, useRef, useState } from 'react'

import type { Question } from '#contract/projects/questions.ts'

import { sendAsMember } from '../../shell/session/member-api.ts'
import { HeldNote, HiddenNote, QuestionText } from './question-text.tsx'

/**
 * The signed-in member's questions that staff hid from a project's page or that wait for them; for the project's owner
 * all hidden ones.
 */
export default function HiddenQuestions({ projectId, isOwner }: { projectId: string; isOwner: boolean }) {
  const [hidden, setHidden] = useState<readonly Question[]>([])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // They load only when the reader comes near: most members do not scroll this far or have no hidden question.
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        // The page works without them, so a failed call shows no message.
        void hiddenOf(projectId)
          .then(setHidden)
          .catch(() => undefined)
      },
      { rootMargin: '300px' },
    )
    near.observe(place.current!)
    return () => near.disconnect()
  }, [projectId])
  if (hidden.length === 0) return <div ref={place} />
  return (
    <ul className="divide-rule border-rule divide-y border-t" aria-label="Hidden questions">
      {hidden.map((question) => (
        <li key={question._id} className="py-4">
          <QuestionText question={question}>
            {question.isHeld ? (
              <HeldNote what="question" />
            ) : (
              <HiddenNote reason={question.hiddenReason ?? ''} isOwner={isOwner} />
            )}
          </QuestionText>
        </li>
      ))}
    </ul>
  )
}

/** Requests these questions without the typed client, so that a public page loads no schemas for members either. */
async function hiddenOf(projectId: string): Promise<Question[]> {
  const answer = await sendAsMember({ method: 'GET', url: `/api/projects/${projectId}/questions` })
  if (answer.status !== 200) return []
  const { questions } = JSON.parse(await answer.text()) as { questions: Question[] }
  return questions.filter(({ hiddenReason, isHeld }) => hiddenReason !== null || isHeld)
}
