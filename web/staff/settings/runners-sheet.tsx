import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { clock, counted, minute } from '#contract/kit/format.ts'
import { type Runner, staffRunners as calls } from '#contract/projects/staff/runs.ts'

import { ActionForm, ConfirmButton, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status, type StatusTone } from '../../ui/status.tsx'

/** The actions that add and remove a machine that runs projects. */
export const runnerActions = {
  'add-runner': formAction<Added>('Failed to add the runner', async ({ api, form }) => {
    const { runner, token } = await api.staffRunners.add({ body: checked(calls.add.body, form) })
    return { added: { name: runner.name, token } }
  }),
  'remove-runner': formAction('Failed to remove the runner', async ({ api, form }) => {
    await api.staffRunners.remove({ params: { id: textIn(form, 'id') } })
    return `${textIn(form, 'name')} is removed.`
  }),
}

export interface Added {
  added: { name: string; token: string }
}

type Runners = Reply<typeof calls.list>

/** The machines that run projects, and what waits for them; super admins add and remove them. */
export function RunnersSheet({ runners: { runners, waiting, waitingSince }, mayChange }: RunnersProps) {
  const { revalidate, state } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<Added['added']>()
  const add = mayChange && (
    <Button tone="quiet" size="small" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      Add Runner
    </Button>
  )
  return (
    <Sheet as="section" aria-label="Machines that run projects" className="max-w-4xl">
      <SheetHead
        title="Machines that run projects"
        actions={
          <>
            <Button tone="quiet" size="small" pending={state === 'loading'} onClick={() => void revalidate()}>
              Refresh
            </Button>
            {runners.length > 0 && add}
          </>
        }
      >
        <span className="text-14 text-quiet">
          {waiting === 0
            ? 'nothing waits'
            : `${counted(waiting, 'run')} ${waiting === 1 ? 'waits' : 'wait'}${waitingSince ? `, the oldest since ${minute(waitingSince)}` : ''}`}
        </span>
      </SheetHead>
      {added && <Token {...added} onDone={() => setAdded(undefined)} />}
      {runners.length === 0 ? (
        <EmptyState title="No machine runs projects" action={add} plain>
          The shop sells and approves as with one. With one, buyers see that a project ran. It can stand here
          or anywhere else, and holds no key but its token.
        </EmptyState>
      ) : (
        <ul className="divide-rule divide-y">
          {runners.map((runner) => (
            <RunnerRow key={runner._id} runner={runner} mayChange={mayChange} />
          ))}
        </ul>
      )}
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Add runner">
        <AddRunner
          onClose={() => setAdding(false)}
          onAdded={(now) => {
            setAdded(now)
            setAdding(false)
          }}
        />
      </Dialog>
    </Sheet>
  )
}

interface RunnersProps {
  runners: Runners
  mayChange: boolean
}

/** A machine: whether it is there, what it has and lacks, and what it has done today. */
function RunnerRow({ runner, mayChange }: { runner: Runner; mayChange: boolean }) {
  const { _id, name, seenAt, addedAt, machine, today, medianSeconds, running } = runner
  const { tone, word } = statusOf(runner)
  return (
    <li aria-label={name} className="flex flex-col gap-3 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Status tone={tone}>{word}</Status>
        </p>
        {mayChange && (
          <ConfirmButton
            submit={{ intent: 'remove-runner', id: _id, name }}
            size="small"
            question={`Remove ${name}?`}
            confirm="Remove"
            danger
          >
            Its token is worth nothing at once, and what it runs now goes to another machine.
          </ConfirmButton>
        )}
      </div>
      {machine && machine.lacks.length > 0 && (
        <Callout tone="stopped" title="It takes nothing until this is there">
          <ul>
            {machine.lacks.map((lack) => (
              <li key={lack} className="wrap-anywhere">
                {lack}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <FactRows
        words
        facts={[
          { term: 'seen last', value: seenAt ? minute(seenAt) : `never; added ${minute(addedAt)}` },
          ...(machine ? [{ term: 'versions', value: versionsOf(machine) }] : []),
          { term: 'runs today', value: today },
          ...(medianSeconds === null
            ? []
            : [{ term: 'half of them within', value: `${Math.round(medianSeconds)} s` }]),
          ...(running
            ? [
                {
                  term: 'runs now',
                  value: (
                    <>
                      <Link to={`/admin/projects/${running.projectId}#run`} className="link-rule">
                        {running.title}
                      </Link>
                      <span>{`, since ${clock(running.since)}`}</span>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </li>
  )
}

function statusOf({ seenAt, isSilent, machine, running }: Runner): { tone: StatusTone; word: string } {
  if (seenAt === null) return { tone: 'neutral', word: 'Not seen yet' }
  if (isSilent) return { tone: 'stopped', word: 'Silent' }
  if (machine && machine.lacks.length > 0) return { tone: 'stopped', word: 'Takes nothing' }
  return { tone: 'verified', word: running ? 'Running' : 'Ready' }
}

const versionsOf = ({ php, mariadb, browser }: NonNullable<Runner['machine']>): string =>
  [php && `PHP ${php}`, mariadb && `MariaDB ${mariadb}`, browser && `browser ${browser}`]
    .filter(Boolean)
    .join(', ') || 'none'

/** The token of a machine that was added, which is shown this once, in the command that starts a runner. */
function Token({ name, token, onDone }: Added['added'] & { onDone: () => void }) {
  const command = `SHOP_URL=${location.origin} RUNNER_TOKEN=${token} npm run runner`
  return (
    <div className="border-rule border-b p-4 sm:p-5">
      <Callout tone="waiting" title={`${name} is added. Its token is shown this once`} shown>
        Start it on the machine, in the folder of Readymade, as an account that owns nothing else. What the
        machine needs stands under “Runners” in docs/operations.md.
      </Callout>
      <pre className="text-13 bg-sunk rounded-sheet mt-3 p-3 font-mono wrap-anywhere whitespace-pre-wrap">
        {command}
      </pre>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={command} done="The command is copied." tone="quiet" size="small">
          Copy the Command
        </CopyButton>
        <CopyButton text={token} done="The token is copied." tone="quiet" size="small">
          Copy the Token
        </CopyButton>
        <Button tone="quiet" size="small" onClick={onDone}>
          I Have It
        </Button>
      </div>
    </div>
  )
}

function AddRunner({ onClose, onAdded }: AddRunnerProps) {
  const form = useActionForm<keyof typeof constraints, Added>(constraints, {
    onDone: ({ added }) => added && onAdded(added),
  })
  return (
    <ActionForm form={form} intent="add-runner" className="flex flex-col gap-5">
      <p className="text-quiet">
        A machine that starts projects in sandboxes. It gets a token of its own, which reads the files of the
        runs that it is handed and nothing else. It runs what is uploaded from now on, and by night what is on
        sale.
      </p>
      <Field label="Name" {...form.field('name')}>
        <TextInput autoComplete="off" data-autofocus="" placeholder="Basement" />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={form.pending} pendingText="Adding...">
          Add Runner
        </Button>
      </div>
    </ActionForm>
  )
}

const constraints = constraintsOf(calls.add.body)

interface AddRunnerProps {
  onClose: () => void
  onAdded: (added: Added['added']) => void
}
