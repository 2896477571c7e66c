import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

import { Button, type ButtonProps } from '../ui/button.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { ActionForm, type useActionForm } from './form/action-form.tsx'

/** A case for staff in a list of such: its title and status, what happened, the evidence, and the decision. */
export const CaseSheet = ({ label, title, status, ...parts }: CaseProps & { label: string }) => (
  <Sheet as="li" aria-label={label}>
    <SheetHead title={title}>{status}</SheetHead>
    <Parts {...parts} className="gap-x-10 p-4 sm:p-5" />
  </Sheet>
)

/** The page of a case for staff: as a CaseSheet, with its number, and each part is made of sheets. */
export const CasePage = ({ number, title, status, ...parts }: CaseProps & { number: string }) => (
  <>
    <p className="text-13 text-quiet">{number}</p>
    <div className="mt-1 mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
      <h1 className="text-28 min-w-0 wrap-anywhere">{title}</h1>
      {status}
    </div>
    <Parts {...parts} />
  </>
)

/** The parts of a case in the order in which they are read; the evidence is beside the others where there is room. */
const Parts = ({ children, evidence, decision, className }: PartsProps) => (
  <div
    className={clsx(
      'grid items-start gap-6',
      evidence && 'xl:grid-cols-[minmax(0,1fr)_26rem]',
      decision && 'xl:grid-rows-[auto_1fr]',
      className,
    )}
  >
    <div className="flex min-w-0 flex-col gap-6 empty:hidden">{children}</div>
    {evidence && (
      <div
        className={clsx(
          'flex min-w-0 flex-col gap-6 xl:col-start-2 xl:row-start-1',
          decision && 'xl:row-span-2',
        )}
      >
        {evidence}
      </div>
    )}
    {decision && <div className="flex min-w-0 flex-col gap-6 xl:col-start-1">{decision}</div>}
  </div>
)

interface PartsProps {
  /** What happened and what was written. */
  children?: ReactNode
  evidence?: ReactNode
  /** The form or the buttons while the case waits. */
  decision?: ReactNode
  className?: string
}

type CaseProps = Omit<PartsProps, 'className'> & { title: string; status?: ReactNode }

/**
 * The form in which staff decide: `fields` name the case, the children ask for what is told to the member, and each of
 * the `decisions` has a button, which sends its value as the field `name`.
 */
export function DecisionForm({ form, name = 'decision', fields, decisions, children }: DecisionFormProps) {
  const busy = form.sent?.get(name)
  return (
    <ActionForm form={form} className="flex max-w-(--container-text) min-w-0 flex-col gap-4">
      {Object.entries(fields ?? {}).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
      <div className="flex flex-wrap gap-2">
        {decisions.map(({ value, label, tone }) => (
          <Button
            key={value}
            type="submit"
            name={name}
            value={value}
            tone={tone}
            pending={busy === value}
            disabled={form.pending && busy !== value}
            pendingText="One moment..."
          >
            {label}
          </Button>
        ))}
      </div>
    </ActionForm>
  )
}

interface DecisionFormProps {
  form: ComponentProps<typeof ActionForm>['form'] &
    Pick<ReturnType<typeof useActionForm<never>>, 'sent' | 'pending'>
  name?: 'decision' | 'intent'
  fields?: Record<string, string>
  decisions: readonly { value: string; label: string; tone?: ButtonProps['tone'] }[]
  children: ReactNode
}
