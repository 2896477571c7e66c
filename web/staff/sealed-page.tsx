import { redirect } from 'react-router'

import { minute } from '#contract/kit/format.ts'
import { OpenSealed, type SealedCopy } from '#contract/staff/sealed.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { storedAdmin } from '../shell/session/staff-session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea, TextInput } from '../ui/inputs.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'

export const handle: PageHandle = {
  title: 'Sealed copies',
  failure: 'This page could not be loaded',
}

/** Redirects to the dashboard who is no super admin. */
export async function clientLoader() {
  if (storedAdmin()?.role !== 'super_admin') throw redirect('/admin/dashboard')
  return null
}

export const clientAction = formAction<{ copies: SealedCopy[] }>(
  'Failed to open the copy',
  async ({ api, form }) => {
    const { copies } = await api.sealed.open({ body: checked(OpenSealed, form) })
    return { copies, done: '' }
  },
)

const constraints = constraintsOf(OpenSealed)

/** Opens the sealed copies about one complaint, project, member or email. They are shown on this page alone. */
export default function SealedPage() {
  const form = useActionForm<keyof typeof constraints, { copies: SealedCopy[] }>(constraints)
  const copies = form.answer?.copies ?? []
  return (
    <>
      <h1 className="text-28 mb-2">Sealed copies</h1>
      <p className="text-quiet mb-6 max-w-(--container-text)">
        What was taken down, and the sign-up data of deleted accounts, for an authority or a court that asks
        in writing. There is no list: you need the number of the complaint, the id of the project or member,
        or the email of the account. Each time is written into the audit log with your reason.
      </p>
      <Sheet as="section" aria-label="Open a copy" className="max-w-3xl">
        <SheetHead title="Open a copy" />
        <ActionForm form={form} className="flex flex-col gap-4 p-4 sm:p-5">
          <Field label="About" hint="RP-000123, an id, or an email" {...form.field('about')}>
            <TextInput autoComplete="off" spellCheck={false} className="font-mono" />
          </Field>
          <Field label="Who asks for it, and why" {...form.field('reason')}>
            <TextArea rows={2} />
          </Field>
          <div>
            <Button type="submit" pending={form.pending} pendingText="One moment...">
              Open
            </Button>
          </div>
        </ActionForm>
      </Sheet>
      {copies.map(({ kind, madeAt, endsAt, content }) => (
        <Sheet key={madeAt} as="section" aria-label={kindLabels[kind]} className="mt-6">
          <SheetHead title={kindLabels[kind]} />
          <p className="text-13 text-quiet px-4 pt-3 sm:px-5">
            {`made ${minute(madeAt)}, erased ${minute(endsAt)}`}
          </p>
          <pre
            // It scrolls, so the keyboard must reach it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="text-13 max-h-[60vh] overflow-auto p-4 font-mono wrap-anywhere whitespace-pre-wrap sm:p-5"
          >
            {indented(content)}
          </pre>
        </Sheet>
      ))}
    </>
  )
}

const kindLabels = { takedown: 'Taken down', deletion: 'Deleted account' }

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2)
