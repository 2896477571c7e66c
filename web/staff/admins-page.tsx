import { useEffect, useState } from 'react'
import { redirect, useFetcher } from 'react-router'

import { day } from '#contract/format.ts'
import { admins as calls, type StaffAccount } from '#contract/staff/accounts.ts'

import { type FormAnswer, mistakesIn, textIn, unlessUnanswered, useForm } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { roleWords, storedAdmin } from '../shell/session/staff-session.ts'
import { StaffList } from '../shell/staff-list.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select, TextInput } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Callout, Status } from '../ui/status.tsx'
import { MailText } from '../ui/text.tsx'
import type { Route } from './+types/admins-page'

export const handle: PageHandle = {
  title: 'Admin Users',
  failure: 'Failed to load admins',
}

/** For super admins alone; others are led to the dashboard. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const me = storedAdmin()
  if (me?.role !== 'super_admin') throw redirect('/admin/dashboard')
  return { me: me._id, ...(await api.admins.list()) }
}

export async function clientAction({ context, request }: Route.ClientActionArgs): Promise<AdminsAnswer> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const params = { id: textIn(form, 'id') }
  const name = textIn(form, 'name')
  try {
    switch (textIn(form, 'do')) {
      case 'toggle': {
        const { admin } = await api.admins.toggleStatus({ params })
        return { done: `${name} is ${admin.isActive ? 'active' : 'deactivated'}.` }
      }
      case 'invite':
        await api.admins.invite({ params })
        return { done: `A link is on its way to ${name}.` }
      case 'totp':
        await api.admins.removeTotp({ params })
        return { done: `${name} signs in without a code now.` }
      default: {
        const body = { name, email: textIn(form, 'email'), role: textIn(form, 'role') as 'admin' }
        const mistakes = mistakesIn(calls.create.body, body)
        if (mistakes) return mistakes
        await api.admins.create({ body })
        return { done: `${name} is added. A link to set a password is on its way.`, added: true }
      }
    }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to save')
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminsPage({ loaderData: { admins, me } }: Route.ComponentProps) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <StaffList
        title="Admin Users"
        lead="Who may use this panel. What each of them does is in the audit log."
        action={
          <Button icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add Admin
          </Button>
        }
        rows={admins}
        columns={[...columns, actionsFor(me)]}
      />
      <AddAdminDialog open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

const columns: Column<StaffAccount>[] = [
  {
    key: 'name',
    head: 'Name',
    className: 'min-w-56',
    cell: ({ name, email }) => (
      <>
        <span className="block font-semibold">{name}</span>
        <span className="text-13 text-quiet font-mono wrap-anywhere">
          <MailText of={email} alone />
        </span>
      </>
    ),
  },
  {
    key: 'role',
    head: 'Role',
    className: 'whitespace-nowrap',
    cell: ({ role }) => roleWords[role],
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ isActive, hasPassword }) =>
      !isActive ? (
        <Status tone="stopped">Deactivated</Status>
      ) : hasPassword ? (
        <Status tone="verified">Active</Status>
      ) : (
        <Status tone="waiting">Invited</Status>
      ),
  },
  { key: 'totp', head: 'Two-step sign-in', cell: ({ hasTotp }) => (hasTotp ? 'On' : 'Off') },
  {
    key: 'seen',
    head: 'Last sign‑in',
    figures: true,
    className: 'whitespace-nowrap',
    cell: ({ lastSignInAt }) => (lastSignInAt ? day(lastSignInAt) : 'Never'),
  },
]

const actionsFor = (me: string): Column<StaffAccount> => ({
  key: 'actions',
  head: <span className="sr-only">Actions</span>,
  className: 'pl-4 text-right',
  folded: 'whole',
  cell: (admin) => <Actions admin={admin} isMe={admin._id === me} />,
})

type Doing = 'deactivate' | 'reactivate' | 'invite' | 'totp'

function Actions({ admin, isMe }: { admin: StaffAccount; isMe: boolean }) {
  const fetcher = useFetcher<AdminsAnswer>()
  const [asked, setAsked] = useState<Doing>()
  const { data, state } = fetcher
  useEffect(() => {
    if (state !== 'idle' || !data) return
    if (data.done) notify(data.done, { tone: 'done' })
    else if (data.message) notify(data.message, { tone: 'failed' })
  }, [data, state])
  const doIt = async () => {
    const action = asked === 'invite' || asked === 'totp' ? asked : 'toggle'
    await fetcher.submit({ do: action, id: admin._id, name: admin.name }, { method: 'post' })
    setAsked(undefined)
  }
  const questions: Record<Doing, { question: string; confirm: string; means: string }> = {
    deactivate: {
      question: `Deactivate ${admin.name}?`,
      confirm: 'Deactivate',
      means: 'They are signed out at once.',
    },
    reactivate: {
      question: `Reactivate ${admin.name}?`,
      confirm: 'Reactivate',
      means: 'They can sign in again.',
    },
    invite: {
      question: `Mail ${admin.name} a link to set a password?`,
      confirm: 'Mail Link',
      means: `It goes to ${admin.email} and works once.`,
    },
    totp: {
      question: `Take the authenticator app off ${admin.name}?`,
      confirm: 'Take It Off',
      means: 'Do this when their phone is lost. They are signed out, and the password alone signs them in.',
    },
  }
  // What is asked may have been done meanwhile.
  const isOpen: Record<Doing, boolean> = {
    deactivate: admin.isActive,
    reactivate: !admin.isActive,
    invite: admin.isActive,
    totp: admin.hasTotp,
  }
  return (
    <div className="folded:flex-wrap flex justify-end gap-2">
      {admin.isActive && (
        <Button tone="quiet" size="small" onClick={() => setAsked('invite')}>
          Mail Link
        </Button>
      )}
      {admin.hasTotp && !isMe && (
        <Button tone="quiet" size="small" onClick={() => setAsked('totp')}>
          Phone Lost
        </Button>
      )}
      {!isMe && (
        <Button
          tone="quiet"
          size="small"
          onClick={() => setAsked(admin.isActive ? 'deactivate' : 'reactivate')}
        >
          {admin.isActive ? 'Deactivate' : 'Reactivate'}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined && isOpen[asked]}
        onClose={() => setAsked(undefined)}
        question={questions[asked ?? 'invite'].question}
        confirm={questions[asked ?? 'invite'].confirm}
        danger={asked !== 'invite' && admin.isActive}
        pending={state !== 'idle'}
        onConfirm={() => void doIt()}
      >
        {questions[asked ?? 'invite'].means}
      </ConfirmDialog>
    </div>
  )
}

/** What came of a change to who is on the staff. */
type AdminsAnswer = FormAnswer & { done?: string; added?: true }

/** Asks who is to be on the staff; they are mailed a link to set a password. */
const AddAdminDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Add admin">
    <AddAdmin onClose={onClose} />
  </Dialog>
)

function AddAdmin({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<AdminsAnswer>()
  const { ref, message, field } = useForm(constraints, fetcher.data)
  const { data, state } = fetcher
  useEffect(() => {
    if (!data?.added || state !== 'idle') return
    notify(data.done!, { tone: 'done' })
    onClose()
  }, [data, state, onClose])
  return (
    <fetcher.Form ref={ref} method="post" className="flex flex-col gap-5" noValidate>
      <p className="text-quiet">We mail them a link to set their password. It works once, for 3 days.</p>
      {message && <Callout tone="stopped" {...message} />}
      <Field label="Name" {...field('name')}>
        <TextInput autoComplete="off" data-autofocus="" />
      </Field>
      <Field label="Email" {...field('email')}>
        <TextInput type="email" autoComplete="off" />
      </Field>
      <Field label="Role" hint="A super admin also decides who is on the staff" {...field('role', 'admin')}>
        <Select options={Object.entries(roleWords).map(([value, label]) => ({ value, label }))} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={state !== 'idle'} pendingText="Adding...">
          Add Admin
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = {
  name: { required: true, maxLength: 80 },
  email: { required: true, maxLength: 254 },
  role: { required: true },
} as const
