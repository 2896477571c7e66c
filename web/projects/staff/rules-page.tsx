import { findings as calls, type RuleSwitches } from '#contract/projects/findings.ts'

import { formAction, useAction } from '../../shell/form/action-form.tsx'
import { FormError, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { StaffList } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import type { Route } from './+types/rules-page'

export const handle: PageHandle = {
  title: 'Checks',
  failure: 'Failed to load checks',
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(apiContext).findings.rules()
}

/** Sets the two switches of the rule that the form names. */
export const clientAction = formAction('Failed to save the switch', async ({ api, form }) => {
  const { data: params } = calls.setRule.params.safeParse({ rule: textIn(form, 'rule') })
  if (!params) throw new FormError({ message: 'Reload the page and try again.' })
  const body = { shown: textIn(form, 'shown') === 'true', required: textIn(form, 'required') === 'true' }
  await api.findings.setRule({ params, body })
})

export default function RulesPage({ loaderData: { rules } }: Route.ComponentProps) {
  return (
    <StaffList
      title="Checks"
      lead="What is looked for in the files of every upload. A super admin switches them; a change holds for releases that are checked from then on. What is required is always shown to owners."
      rows={rules.map((rule) => ({ _id: rule.rule, ...rule }))}
      columns={columns}
    />
  )
}

function RuleSwitch({ rule, name }: { rule: RuleSwitches; name: 'shown' | 'required' }) {
  const { send, sent, pending, failure } = useAction()
  const checked = sent ? sent.get(name) === 'true' : rule[name]
  const set = (value: boolean) => {
    const next = { shown: rule.shown, required: rule.required, [name]: value }
    // A required rule has to be shown, and a rule that is not shown cannot be required.
    if (name === 'required' && value) next.shown = true
    if (name === 'shown' && !value) next.required = false
    send({ rule: rule.rule, shown: String(next.shown), required: String(next.required) })
  }
  return (
    <FailureBelow failure={failure}>
      <label className="inline-flex min-h-11 items-center">
        <span className="sr-only">
          {rule.title}: {name}
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          className="switch"
          checked={checked}
          disabled={pending || storedAdmin()?.role !== 'super_admin'}
          onChange={({ target }) => set(target.checked)}
        />
      </label>
    </FailureBelow>
  )
}

const kinds: Record<RuleSwitches['kind'], string> = {
  secret: 'Secret',
  personal: 'Personal data',
  running: 'Running it',
  note: 'Hint',
}

const columns: Column<RuleSwitches>[] = [
  { key: 'title', head: 'Finds', className: 'min-w-56 font-semibold', cell: ({ title }) => title },
  { key: 'kind', head: 'About', className: 'whitespace-nowrap', cell: ({ kind }) => kinds[kind] },
  {
    key: 'rule',
    head: 'Name',
    className: 'text-13 text-quiet whitespace-nowrap',
    cell: ({ rule }) => rule,
  },
  {
    key: 'shown',
    head: 'Shown to owners',
    className: 'folded:items-center!',
    cell: (rule) => <RuleSwitch rule={rule} name="shown" />,
  },
  {
    key: 'required',
    head: 'Required',
    className: 'folded:items-center!',
    cell: (rule) => <RuleSwitch rule={rule} name="required" />,
  },
]
