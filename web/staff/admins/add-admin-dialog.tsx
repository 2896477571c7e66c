import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { roleWords } from './role-words.ts'

/** What came of a change to who is on the staff. */
export type AdminsAnswer = FormAnswer & { done?: string; added?: true }

/** Asks who is to be on the staff; they are mailed a link to set a password. */
export const AddAdminDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
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
