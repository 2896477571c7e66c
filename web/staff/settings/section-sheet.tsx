import { useState } from 'react'

import { day } from '#contract/kit/format.ts'
import { type StoredSettings, type SettingsSection, settingsTitles } from '#contract/staff/settings.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { identityForm, recordsForm, signUpForm, socialForm } from './company-forms.tsx'
import { feesForm, taxForm } from './money-forms.tsx'
import { aboutForm, faqForm, homeForm, hoursForm, supportForm, teamForm } from './page-forms.tsx'
import type { BuiltIn, SettingsForm } from './settings-form.ts'

/** One section of the settings in its form, with the person who changed it last beside the button. */
export function SectionSheet<S extends SettingsSection>({
  section,
  stored,
  builtIn,
  mayChange,
}: {
  section: S
  stored: StoredSettings<S>
  builtIn?: BuiltIn | undefined
  mayChange: boolean
}) {
  const { lead, constraints, Fields } = settingsForms[section]
  const { value, version, changedAt, changedBy } = stored
  const form = useActionForm(constraints, { draft: `settings ${section}` })
  // A field that was filled in keeps its text when another staff member saves the section meanwhile. A new key resets
  // the form, and the draft is restored.
  const [shown, setShown] = useState(version)
  if (form.answer?.message && shown !== version) setShown(version)
  return (
    <Sheet as="section" aria-label={settingsTitles[section]} className="max-w-4xl">
      <ActionForm key={shown} form={form} intent={section} className="flex flex-col">
        <input type="hidden" name="version" value={version} />
        <div className="flex flex-col gap-5 p-4 sm:p-6">
          <p className="text-quiet max-w-(--container-text)">{lead}</p>
          {!mayChange && (
            <Callout>
              Only a super admin changes this, because it decides what is charged, paid out and printed on
              invoices.
            </Callout>
          )}
          <fieldset disabled={!mayChange} className="contents">
            <Fields value={value} field={form.field} builtIn={builtIn} />
          </fieldset>
        </div>
        <div className="border-rule flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 sm:px-6">
          {mayChange && (
            <Button type="submit" pending={form.pending} pendingText="Saving...">
              Save
            </Button>
          )}
          <p className="text-13 text-quiet font-mono">
            {changedAt ? `Changed ${day(changedAt)}${changedBy ? ` by ${changedBy}` : ''}` : 'Never changed'}
          </p>
        </div>
      </ActionForm>
    </Sheet>
  )
}

/** The form of every section, in the order of the page. */
export const settingsForms: { [S in SettingsSection]: SettingsForm<S> } = {
  identity: identityForm,
  tax: taxForm,
  fees: feesForm,
  home: homeForm,
  aboutPage: aboutForm,
  teamPage: teamForm,
  faq: faqForm,
  hours: hoursForm,
  supportPages: supportForm,
  social: socialForm,
  signUp: signUpForm,
  records: recordsForm,
}
