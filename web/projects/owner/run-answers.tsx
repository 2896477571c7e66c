import { counted, day } from '#contract/kit/format.ts'
import { type ReceivedAnswer, runTroubleLabels } from '#contract/orders/run-answers.ts'

import { Fold } from '../../ui/fold.tsx'
import { Status } from '../../ui/status.tsx'

interface Received {
  answers: readonly ReceivedAnswer[]
  runs: { ran: number; of: number; freeRan: number; freeOf: number }
}

/** The buyers' answers to whether the project ran; renders nothing without any. */
export function RunAnswers({ answers, runs }: Received) {
  if (answers.length === 0) return null
  const { ran, of, freeRan, freeOf } = runs
  const sums = [
    of > 0 && `for ${ran} of ${counted(of, 'buyer')} who paid`,
    freeOf > 0 && `for ${freeRan} of ${freeOf} who got it free`,
  ].filter((sum) => sum !== false)
  return (
    <Fold title="Did it run?" id="runs" detail={counted(answers.length, 'answer')}>
      <div className="px-4 pt-4 sm:px-5">
        <p>It ran {sums.join(', and ')}.</p>
        <p className="text-14 text-quiet mt-1">
          Only you and our staff read the answers. The label of the project shows how many said yes once five
          who paid have answered; it is in the stamp when it ran for four of five.
        </p>
      </div>
      <ul className="divide-rule divide-y px-4 sm:px-5">
        {answers.map((answer) => (
          <li key={answer.answeredAt} className="py-4">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <Status tone={answer.ran ? 'verified' : 'stopped'}>
                {answer.ran
                  ? 'It ran'
                  : `It did not run: ${runTroubleLabels[answer.reason ?? 'other'].toLowerCase()}`}
              </Status>
              <span className="text-13 text-quiet">{day(answer.answeredAt)}</span>
            </p>
            {answer.text && (
              <p className="mt-2 max-w-(--container-text) break-words whitespace-pre-line">{answer.text}</p>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
