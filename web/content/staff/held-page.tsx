import { Link } from 'react-router'

import { held as calls, type HeldText } from '#contract/content/held.ts'
import { counted, minute } from '#contract/kit/format.ts'

import { formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CaseSheet, DecisionForm } from '../../shell/staff-case.tsx'
import { StaffList } from '../../shell/staff-list.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import type { Route } from './+types/held-page'

export const handle: PageHandle = {
  title: 'Held texts',
  failure: 'Failed to load held texts',
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(apiContext).held.list()
}

/** Publishes or refuses one text; its own form shows the mistakes. */
export const clientAction = formAction('Failed to decide', async ({ api, form }) => {
  const body = checked(calls.decide.body, form)
  const params = { kind: textIn(form, 'kind') as HeldText['kind'], id: textIn(form, 'id') }
  await api.held.decide({ params, body })
  return body.decision === 'publish' ? 'It is on the page.' : 'It is refused, and its writer is told why.'
})

export default function HeldPage({ loaderData: { texts, samples } }: Route.ComponentProps) {
  return (
    <StaffList
      title="Held texts"
      lead="Questions, answers, reviews, replies and messages in help requests with a link, an email, a UPI address or a phone number. Nobody else reads it before you publish it."
      rows={texts}
      card={heldSheet}
      empty={{ title: 'No text is held' }}
    >
      {samples.length > 0 && (
        <Callout tone="waiting" title={`${counted(samples.length, 'sample')} to look at`} className="mb-6">
          <ul>
            {samples.map(({ projectId, projectTitle, path }) => (
              <li key={`${projectId} ${path}`} className="mt-1 [overflow-wrap:anywhere]">
                <Link to={`/admin/projects/${projectId}?tab=files#samples`} className="link-rule">
                  {projectTitle}
                </Link>
                : <span className="text-14 font-mono">{path}</span>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </StaffList>
  )
}

const heldSheet = (text: HeldText) => <HeldSheet key={`${text.kind} ${text._id}`} held={text} />

const kindLabels: Record<HeldText['kind'], string> = {
  question: 'Question',
  answer: 'Answer of the owner',
  review: 'Review',
  reply: 'Reply of the owner',
  help: 'Message in a help request',
}

/** A text that waits, after what it answers, and the decision. */
function HeldSheet({ held }: { held: HeldText }) {
  const { kind, projectId, projectTitle, writer, about } = held
  const form = useActionForm(constraints)
  return (
    <CaseSheet
      label={`${kindLabels[kind]}, ${projectTitle}`}
      title={projectTitle}
      status={<Status tone="waiting">{kindLabels[kind]}</Status>}
      decision={
        <DecisionForm form={form} fields={{ kind, id: held._id }} decisions={decisions}>
          <Field
            label="Why it is refused"
            hint="Its writer reads it; needed when you refuse it"
            {...form.field('reason')}
          >
            <TextInput />
          </Field>
        </DecisionForm>
      }
    >
      <Statements>
        {about !== null && (
          <Statement by={kindLabels[kind === 'reply' ? 'review' : 'question']} text={about} />
        )}
        <Statement by={writer.name} on={minute(held.heldAt)} text={held.text}>
          <span className="wrap-anywhere">{writer.email}</span>
          <Link to={`/admin/projects/${projectId}`} className="link-rule">
            Open the project
          </Link>
        </Statement>
      </Statements>
    </CaseSheet>
  )
}

const decisions = [
  { value: 'publish', label: 'Publish', tone: 'quiet' },
  { value: 'refuse', label: 'Refuse', tone: 'quiet' },
] as const
const constraints = { reason: { maxLength: 300 } } as const
