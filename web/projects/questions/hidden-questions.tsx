import { useEffect, useRef, useState } from 'react'

import type { Question } from '#contract/projects/questions.ts'

import { sendAsMember } from '../../shell/session/member-api.ts'
import { HiddenNote, QuestionText } from './question-text.tsx'

/** What staff took off a project's page of what the signed-in member asked there; all of it for the project's owner. */
export default function HiddenQuestions({ projectId, isOwner }: { projectId: string; isOwner: boolean }) {
  const [hidden, setHidden] = useState<readonly Question[]>([])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Few members read this far down, and fewer have a hidden question.
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        // The page stands without them, so that a call that fails is not told of.
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
            <HiddenNote reason={question.hiddenReason ?? ''} isOwner={isOwner} />
          </QuestionText>
        </li>
      ))}
    </ul>
  )
}

/** Without the typed client, so that a public page ships no schemas to members either. */
async function hiddenOf(projectId: string): Promise<Question[]> {
  const answer = await sendAsMember({ method: 'GET', url: `/api/projects/${projectId}/questions` })
  if (answer.status !== 200) return []
  const { questions } = JSON.parse(await answer.text()) as { questions: Question[] }
  return questions.filter(({ hiddenReason }) => hiddenReason !== null)
}
