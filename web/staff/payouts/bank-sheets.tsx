import { type FetcherWithComponents, useFetcher, useRevalidator } from 'react-router'

import { isoDay } from '#contract/kit/day.ts'

import { useForm } from '../../forms/use-form.ts'
import { SaveButton } from '../../saving/save-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { PayoutAnswer } from './payout-changes.ts'
import { Results } from './results.tsx'

/** How approved payouts reach the bank, and what it says about them comes back: that stays when the last of them is paid. */
export function BankSheets({ hasApproved }: { hasApproved: boolean }) {
  const paying = useFetcher<PayoutAnswer>()
  if (hasApproved) return <Sheets paying={paying} />
  return paying.data?.results && <Results results={paying.data.results} />
}

const Sheets = ({ paying }: { paying: FetcherWithComponents<PayoutAnswer | undefined> }) => (
  <div className="mb-6 grid items-start gap-6 xl:grid-cols-2">
    <Sheet as="section" aria-label="File for the bank">
      <SheetHead title="1. File for the bank" />
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        <p>
          The approved payouts as CSV, with each account in full. A payout is in one file only; download all
          again only when a file was lost.
        </p>
        <div className="flex flex-wrap gap-2">
          <ExportButton which="new">Download New Ones</ExportButton>
          <ExportButton which="all">Download All Again</ExportButton>
        </div>
      </div>
    </Sheet>
    <Sheet as="section" aria-label="Mark as paid">
      <SheetHead title="2. Mark as paid" />
      <PaidForm paying={paying} />
    </Sheet>
  </div>
)

function ExportButton({ which, children }: { which: 'new' | 'all'; children: string }) {
  const { revalidate } = useRevalidator()
  return (
    <SaveButton
      file={async () => (await requireStaff()).payouts.export({ body: { which } })}
      name={() => `readymade-payouts-${isoDay(new Date())}.csv`}
      failure="Failed to make the file"
      onSaved={revalidate}
      tone={which === 'new' ? 'primary' : 'quiet'}
      icon={<Icon name="download" />}
      pendingText="One moment..."
    >
      {children}
    </SaveButton>
  )
}

function PaidForm({ paying }: { paying: FetcherWithComponents<PayoutAnswer | undefined> }) {
  const { ref, message, field } = useForm(constraints, paying.data)
  const results = paying.data?.results
  return (
    <paying.Form ref={ref} method="post" className="flex flex-col gap-4 p-4 sm:p-5" noValidate>
      {results && <Results results={results} />}
      {message && <Callout tone="stopped" {...message} />}
      <Field
        label="Payouts and references"
        hint="The payout’s number and the bank’s reference, one payout on each line"
        {...field('list')}
      >
        <TextArea rows={3} className="font-mono" placeholder="P-000123, HDFCN52024112212345" />
      </Field>
      <Button
        type="submit"
        name="action"
        value="pay"
        tone="quiet"
        className="self-start"
        pending={paying.state !== 'idle'}
        pendingText="One moment..."
      >
        Mark as Paid
      </Button>
    </paying.Form>
  )
}

const constraints = { list: { required: true } } as const
