import { useState } from 'react'
import { redirect } from 'react-router'

import { day } from '#contract/kit/format.ts'
import { admins as calls, type StaffAccount } from '#contract/staff/accounts.ts'

import {
  ActionForm,
  ConfirmButton,
  formAction,
  formActions,
  type FormCall,
  useActionForm,
} from '../shell/form/action-form.tsx'
import { checked, textIn } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { roleLabels, storedAdmin } from '../shell/session/staff-session.ts'
import { StaffList } from '../shell/staff-list.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select, TextInput } from '../ui/inputs.tsx'
import { Status } from '../ui/status.tsx'
import { MailText } from '../ui/text.tsx'
import type { Route } from './+types/admins-page'

export const handle: PageHandle = {
  title: 'Admin Users',
  failure: 'Failed to load admins',
}

/** Loads the staff accounts for super admins; redirects others to the dashboard. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const me = storedAdmin()
  if (me?.role !== 'super_admin') throw redirect('/admin/dashboard')
  return { me: me._id, ...(await api.admins.list()) }
}

/** Makes an action that changes the account that a button names. */
const change = (call: (api: FormCall['api'], params: { id: string }, name: string) => Promise<string>) =>
  formAction('Failed to save', ({ api, form }) => call(api, { id: textIn(form, 'id') }, textIn(form, 'name')))

export const clientAction = formActions({
  toggle: change(async (api, params, name) => {
    const { admin } = await api.admins.toggleStatus({ params })
    return `${name} is ${admin.isActive ? 'active' : 'deactivated'}.`
  }),
  invite: change(async (api, params, name) => {
    await api.admins.invite({ params })
    return `A link is on its way to ${name}.`
  }),
  totp: change(async (api, params, name) => {
    await api.admins.removeTotp({ params })
    return `${name} signs in without a code now.`
  }),
  add: formAction('Failed to save', async ({ api, form }) => {
    const body = checked(calls.create.body, form)
    await api.admins.create({ body })
    return `${body.name} is added. A link to set a password is on its way.`
  }),
})

export default function AdminsPage({ loaderData: { admins, me } }: Route.ComponentProps) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <StaffList
        title="Admin Users"
        lead="What each of them does is in the audit log."
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
        <span className="text-13 text-quiet wrap-anywhere">
          <MailText of={email} alone />
        </span>
      </>
    ),
  },
  {
    key: 'role',
    head: 'Role',
    className: 'whitespace-nowrap',
    cell: ({ role }) => roleLabels[role],
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

function Actions({ admin: { _id, name, email, isActive, hasTotp }, isMe }: ActionsProps) {
  const fields = { id: _id, name }
  return (
    <div className="folded:flex-wrap flex justify-end gap-2">
      {isActive && (
        <ConfirmButton
          submit={{ intent: 'invite', ...fields }}
          size="small"
          question={`Mail ${name} a link to set a password?`}
          confirm="Mail Link"
        >
          It goes to {email} and works once.
        </ConfirmButton>
      )}
      {hasTotp && !isMe && (
        <ConfirmButton
          submit={{ intent: 'totp', ...fields }}
          size="small"
          label="Phone Lost"
          question={`Take the authenticator app off ${name}?`}
          confirm="Take It Off"
          danger={isActive}
        >
          Do this when their phone is lost. They are signed out, and the password alone signs them in.
        </ConfirmButton>
      )}
      {!isMe && (
        <ConfirmButton
          key={String(isActive)}
          submit={{ intent: 'toggle', ...fields }}
          size="small"
          question={isActive ? `Deactivate ${name}?` : `Reactivate ${name}?`}
          confirm={isActive ? 'Deactivate' : 'Reactivate'}
          danger={isActive}
        >
          {isActive ? 'They are signed out at once.' : 'They can sign in again.'}
        </ConfirmButton>
      )}
    </div>
  )
}

interface ActionsProps {
  admin: StaffAccount
  isMe: boolean
}

/** A dialog that adds a staff member, who is emailed a link to set a password. */
const AddAdminDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Add admin">
    <AddAdmin onClose={onClose} />
  </Dialog>
)

function AddAdmin({ onClose }: { onClose: () => void }) {
  const form = useActionForm(constraints, { onDone: onClose })
  const { field } = form
  return (
    <ActionForm form={form} intent="add" className="flex flex-col gap-5">
      <p className="text-quiet">We mail them a link to set their password. It works once, for 3 days.</p>
      <Field label="Name" {...field('name')}>
        <TextInput autoComplete="off" data-autofocus="" />
      </Field>
      <Field label="Email" {...field('email')}>
        <TextInput type="email" autoComplete="off" />
      </Field>
      <Field label="Role" hint="A super admin also decides who is on the staff" {...field('role', 'admin')}>
        <Select options={Object.entries(roleLabels).map(([value, label]) => ({ value, label }))} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={form.pending} pendingText="Adding...">
          Add Admin
        </Button>
      </div>
    </ActionForm>
  )
}

const constraints = {
  name: { required: true, maxLength: 80 },
  email: { required: true, maxLength: 254 },
  role: { required: true },
} as const
