import { useState } from 'react'
import { useFetcher } from 'react-router'

import { counted } from '#contract/kit/format.ts'
import { codeQuestionLimits } from '#contract/projects/code-questions.ts'
import { signInLimits } from '#contract/projects/demo-sign-ins.ts'
import type { Findings } from '#contract/projects/findings.ts'
import type { Project } from '#contract/projects/project.ts'

import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Switch, TextArea, TextInput } from '../../ui/inputs.tsx'
import { CodeQuestions } from '../code-questions.tsx'
import { DemoSignIns } from '../demo-sign-ins.tsx'
import { findingsAddress, useLoadedFindings } from '../findings/findings-sheet.tsx'
import type { clientLoader as loadQuestions } from '../questions/owner-questions.tsx'
import { EditSection } from './edit-section.tsx'
import { FormRows, type OffersProps } from './form-rows.tsx'

/** The section for the demo sign-ins, which offers those that the check of the files found. */
export function SignInsSection({ project }: { project: Project }) {
  const { demoSignIns, demoSignInsPublic } = project
  return (
    <EditSection
      title="Demo Sign-ins"
      detail={demoSignIns.length > 0 ? counted(demoSignIns.length, 'sign-in') : 'none'}
      intent="sign-ins"
      project={project}
      names={{ demoSignIns: 'sign-in', demoSignInsPublic: 'switch' }}
      renderFields={(field) => (
        <>
          <p className="text-14 text-quiet max-w-(--container-text)">
            With these, buyers get into your project once it runs. They stand on every order, and everybody
            who has the project has them: never write a password that you use yourself.
          </p>
          <FormRows
            noun="Sign-in"
            max={signInLimits.count}
            filled={demoSignIns.length}
            error={field('demoSignIns').error}
            renderRow={(index) => {
              const known = demoSignIns[index]
              return (
                <div className="grid gap-4 sm:grid-cols-3">
                  <Field label="Role" {...field(`demoSignIns/${index}/role`, known?.role)}>
                    <TextInput placeholder="admin" />
                  </Field>
                  <Field label="User or email" {...field(`demoSignIns/${index}/user`, known?.user)}>
                    <TextInput {...asItIs} />
                  </Field>
                  <Field label="Password" {...field(`demoSignIns/${index}/password`, known?.password)}>
                    <TextInput {...asItIs} />
                  </Field>
                </div>
              )
            }}
            project={project}
            Offers={FoundSignIns}
          />
          <Switch
            name="demoSignInsPublic"
            label="Show them to everybody"
            hint="On the project’s page, beside the live demo. Off: only buyers see them. It acts at once"
            defaultChecked={demoSignInsPublic}
          />
        </>
      )}
    >
      {demoSignIns.length === 0 ? (
        <p className="text-14 text-quiet">
          None yet. Nobody knows the sign-in of somebody else’s project: add the admin’s, so that buyers get
          in.
        </p>
      ) : (
        <>
          <DemoSignIns signIns={demoSignIns} />
          <p className="text-14 text-quiet mt-4">
            {demoSignInsPublic ? 'Everybody sees them on the project’s page.' : 'Only buyers see them.'}
          </p>
        </>
      )}
    </EditSection>
  )
}

/** Nothing that a keyboard corrects or a browser fills in. */
const asItIs = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** The sign-ins that the check found in the files and that are not declared, each with a button that adds it. */
function FoundSignIns({ project, onAdd }: OffersProps) {
  const [added, setAdded] = useState<string[]>([])
  const found = useLoadedFindings(findingsAddress('owner', project._id))?.findings?.signIns ?? []
  const offered = found.filter(({ password }) => !added.includes(password)).slice(0, maxOffered)
  if (offered.length === 0) return null
  const add = ({ role, user, password }: Findings['signIns'][number]) => {
    setAdded([...added, password])
    onAdd([[role ?? '', user ?? '', password]])
  }
  return (
    <ul className="flex flex-col gap-2">
      {offered.map((one) => {
        const text = one.user === null ? one.password : `${one.user} / ${one.password}`
        return (
          <li
            key={`${one.file} ${text}`}
            className="text-14 flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <span className="min-w-0 wrap-anywhere">
              <span>{`Found in ${one.file}: `}</span>
              <span className="text-13 font-mono" translate="no">
                {text}
              </span>
            </span>
            <Button
              tone="quiet"
              size="small"
              icon={<Icon name="plus" />}
              aria-label={`Add it: ${text}`}
              onClick={() => add(one)}
            >
              Add It
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const maxOffered = 8

/** The section for what the owner explains of the code, which takes answered questions of visitors over. */
export function CodeQuestionsSection({ project }: { project: Project }) {
  const { codeQuestions } = project
  return (
    <EditSection
      title="Questions about the Code"
      detail={codeQuestions.length > 0 ? counted(codeQuestions.length, 'question') : 'none'}
      intent="code-questions"
      project={project}
      names={{ codeQuestions: 'question' }}
      renderFields={(field) => (
        <>
          <p className="text-14 text-quiet max-w-(--container-text)">
            What somebody asks who reads your code, and your answer: why a table is one of its own, what
            happens after Log In. Buyers read all of it; everybody else reads how many there are.
          </p>
          <FormRows
            noun="Question"
            max={codeQuestionLimits.count}
            filled={codeQuestions.length}
            error={field('codeQuestions').error}
            renderRow={(index) => {
              const known = codeQuestions[index]
              return (
                <>
                  <Field label="Question" {...field(`codeQuestions/${index}/question`, known?.question)}>
                    <TextInput placeholder="Why is this a table of its own?" />
                  </Field>
                  <Field label="Answer" {...field(`codeQuestions/${index}/answer`, known?.answer)}>
                    <TextArea rows={3} />
                  </Field>
                </>
              )
            }}
            project={project}
            Offers={AnsweredQuestions}
          />
        </>
      )}
    >
      {codeQuestions.length === 0 ? (
        <p className="text-14 text-quiet">
          None yet. Buyers have to understand and explain the project: what would you ask about it?
        </p>
      ) : (
        <CodeQuestions questions={codeQuestions} className="-my-4" />
      )}
    </EditSection>
  )
}

/** A button that takes over what visitors asked and the owner answered, once. */
function AnsweredQuestions({ project, onAdd }: OffersProps) {
  const [isDone, setDone] = useState(false)
  const { data } = useFetcher<typeof loadQuestions>({ key: `/owner/projects/${project._id}/questions` })
  const answered = (data?.questions ?? [])
    .filter(({ answer, hiddenReason }) => answer && !answer.isHeld && hiddenReason === null)
    .filter(({ text }) => !project.codeQuestions.some(({ question }) => question === text))
    .slice(0, codeQuestionLimits.count - project.codeQuestions.length)
  if (answered.length === 0 || isDone) return null
  return (
    <Button
      tone="quiet"
      size="small"
      className="self-start"
      onClick={() => {
        setDone(true)
        onAdd(answered.map(({ text, answer }) => [text, answer!.text]))
      }}
    >
      {`Take Over ${counted(answered.length, 'Answered Question')}`}
    </Button>
  )
}
