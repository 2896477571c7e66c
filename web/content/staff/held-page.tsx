import { Link } from 'react-router'

import { held as calls, type HeldText } from '#contract/content/held.ts'
import { counted, minute } from '#contract/kit/format.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { StaffList } from '../../shell/staff-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
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
      lead="What members wrote with a link, an email or a phone number. Nobody else reads it before you publish it."
      rows={texts}
      card={heldSheet}
      empty={{
        title: 'No text is held',
        text: 'Questions, answers, reviews and replies with a link, an email or a phone number come here.',
      }}
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
}

/** A text that waits, what it answers, and the form for the decision. */
function HeldSheet({
  held: { kind, projectId, projectTitle, writer, text, about, heldAt, ...held },
}: SheetProps) {
  const form = useActionForm(constraints)
  const busy = form.sent?.get('decision')
  return (
    <Sheet as="li" aria-label={`${kindLabels[kind]}, ${projectTitle}`}>
      <SheetHead title={projectTitle}>
        <span className="text-14 text-quiet">{kindLabels[kind]}</span>
      </SheetHead>
      <div className="flex min-w-0 flex-col gap-4 p-4 sm:p-5">
        <div>
          <p className="text-13 text-quiet flex flex-wrap gap-x-3 gap-y-1 font-mono [overflow-wrap:anywhere]">
            <span className="text-ink">{writer.name}</span>
            <span>{writer.email}</span>
            <span>{minute(heldAt)}</span>
            <Link to={`/admin/projects/${projectId}`} className="link-rule">
              Open the project
            </Link>
          </p>
          {about !== null && (
            <p className="border-rule text-quiet mt-3 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
              {about}
            </p>
          )}
          <p className="mt-3 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>
        </div>
        <ActionForm form={form} className="flex max-w-(--container-text) min-w-0 flex-col gap-4">
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="id" value={held._id} />
          <Field
            label="Why it is refused"
            hint="Its writer reads it; needed when you refuse it"
            {...form.field('reason')}
          >
            <TextInput />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              name="decision"
              value="publish"
              tone="quiet"
              pending={busy === 'publish'}
              disabled={busy === 'refuse'}
              pendingText="One moment..."
            >
              Publish
            </Button>
            <Button
              type="submit"
              name="decision"
              value="refuse"
              tone="quiet"
              pending={busy === 'refuse'}
              disabled={busy === 'publish'}
              pendingText="One moment..."
            >
              Refuse
            </Button>
          </div>
        </ActionForm>
      </div>
    </Sheet>
  )
}

interface SheetProps {
  held: HeldText
}

const constraints = { reason: { maxLength: 300 } } as const
