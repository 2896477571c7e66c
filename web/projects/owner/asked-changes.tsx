import type { Project } from '#contract/projects/project.ts'
import { changesAskedIn } from '#contract/projects/verification.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
import { TakeBack, type WaitingChange } from './waiting-change.tsx'

/**
 * What staff asked the owner to change, each with a tick that only the owner sees, and the button that sends the
 * project back to staff.
 */
export function AskedChanges({ project, waiting }: { project: Project; waiting: WaitingChange | undefined }) {
  const { _id, verificationNotes, hasUnsentChanges, hasFiles } = project
  const form = useActionForm({}, { draft: `asked ${_id}`, lasting: true })
  return (
    <>
      <Callout
        tone="waiting"
        title={hasUnsentChanges ? 'Changed, but not sent back yet' : 'Changes are needed'}
      >
        {hasUnsentChanges
          ? 'Our staff look at your changes once you send it back for checking.'
          : 'Make them on this page, then send it back for checking. Our staff look at it again then.'}
      </Callout>
      <ActionForm form={form} intent="send-back" className="flex flex-col items-start gap-2">
        <fieldset className="min-w-0">
          <legend className="font-semibold">What our staff ask for</legend>
          <p className="text-14 text-quiet">Tick what is done. Only you see the ticks.</p>
          {changesAskedIn(verificationNotes ?? '').map((asked) => (
            <Checkbox
              key={asked}
              name="done"
              value={asked}
              label={<span className="break-words">{asked}</span>}
            />
          ))}
        </fieldset>
        <span className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            tone={hasFiles ? 'primary' : 'quiet'}
            pending={form.pending}
            pendingText="Sending..."
            disabled={!hasFiles}
          >
            Send Back for Checking
          </Button>
          {waiting && <TakeBack project={project} names={waiting.names} />}
        </span>
        {!hasFiles && <p className="text-14 text-quiet">Upload its files first.</p>}
      </ActionForm>
    </>
  )
}
