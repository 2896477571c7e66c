import { Link, useFetcher } from 'react-router'

import { counted } from '#contract/kit/format.ts'
import type { Project } from '#contract/projects/project.ts'

import type { clientLoader as loadComplaints } from '../../content/owner-complaints.tsx'
import { complaintsToAnswer } from '../../content/owner-complaints.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Status, StatusDot, type StatusTone } from '../../ui/status.tsx'
import { findingsAddress, useLoadedFindings } from '../findings/findings-sheet.tsx'
import type { clientLoader as loadQuestions } from '../questions/owner-questions.tsx'
import { questionsToAnswer } from '../questions/owner-questions.tsx'
import { newestRun, runsAddress, useLoadedRuns } from '../use-runs.ts'

/** What the owner of a project has to do, or can do for its page, each with a link to the section where it is done. */
export function OwnerTasks({ project, samples }: { project: Project; samples: number }) {
  const tasks = useTasks(project, samples)
  return (
    <Sheet as="section" aria-label="What to do">
      <SheetHead title="What to do" />
      {tasks.length === 0 ? (
        <p className="p-4 sm:p-5">
          <Status tone="verified">Nothing waits for you.</Status>
        </p>
      ) : (
        <ul className="divide-rule divide-y">
          {tasks.map(({ to, text, why, tone = 'neutral' }) => (
            <li key={text}>
              <Link to={to} className="hover:bg-ground flex min-h-13 items-center gap-3 px-4 py-2 sm:px-5">
                <StatusDot tone={tone} />
                <span className="min-w-0 flex-1">
                  <span className="font-semibold">{text}</span>
                  <span className="text-14 text-quiet block sm:ml-3 sm:inline">{why}</span>
                </span>
                <Icon name="chevron-right" className="text-quiet size-5" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

interface Task {
  /** The section where it is done. */
  to: string
  text: string
  why: string
  tone?: StatusTone
}

function useTasks(project: Project, samples: number): Task[] {
  const { _id, hasFiles, releaseNumber, images, features, requirements } = project
  const found = useLoadedFindings(findingsAddress('owner', _id))?.findings
  const { data: complaints } = useFetcher<typeof loadComplaints>({ key: `/owner/projects/${_id}/complaints` })
  const { data: questions } = useFetcher<typeof loadQuestions>({ key: `/owner/projects/${_id}/questions` })
  const runs = useLoadedRuns(runsAddress('owner', _id))
  const open = hasFiles ? (found?.findings.filter(({ waiver }) => !waiver) ?? []) : []
  const blocking = open.filter(({ isBlocking }) => isBlocking).length
  const toAnswer = complaintsToAnswer(complaints)
  const asked = questionsToAnswer(questions)
  const tasks: (Task | false)[] = [
    toAnswer > 0 && {
      to: '#complaints',
      text: `Answer ${counted(toAnswer, 'complaint')}`,
      why: 'Our staff read it before they decide.',
      tone: 'stopped',
    },
    blocking > 0 && {
      to: '#findings',
      text: `Settle ${counted(blocking, 'finding')}`,
      why: 'Staff wait for it.',
      tone: 'stopped',
    },
    blocking === 0 &&
      open.length > 0 && {
        to: '#findings',
        text: `Look at ${counted(open.length, 'finding')}`,
        why: 'Buyers would meet it first.',
        tone: 'waiting',
      },
    hasFiles &&
      newestRun(runs, releaseNumber)?.outcome === 'failed' && {
        to: '#run',
        text: 'Make it run',
        why: 'We have started it, and it did not run.',
        tone: 'stopped',
      },
    asked > 0 && {
      to: '#questions',
      text: `Answer ${counted(asked, 'question')}`,
      why: 'The answer is shown on the project’s page.',
      tone: 'waiting',
    },
    images.length === 0 && {
      to: '#images',
      text: 'Add pictures',
      why: 'Without one the cover is drawn from the file tree.',
    },
    features.length === 0 && { to: '#features', text: 'Name key features', why: 'One on each line.' },
    requirements.length === 0 && {
      to: '#features',
      text: 'Name the requirements',
      why: 'What has to be installed before it runs.',
    },
    hasFiles &&
      samples === 0 && { to: '#samples', text: 'Choose a sample', why: 'Anybody may read it before paying.' },
  ]
  return tasks.filter((task) => task !== false)
}
