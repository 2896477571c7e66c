import { type ReactNode, useState } from 'react'

import { day } from '#contract/kit/format.ts'
import { missingIdentity } from '#contract/staff/identity.ts'
import type { AllSettings } from '#contract/staff/settings-calls.ts'
import { type Settings, type SettingsSection, sectionNames, settingsTable } from '#contract/staff/settings.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import type { BuiltIn } from './built-in-texts.ts'
import { SettingControl } from './setting-controls.tsx'
import { constraintsOfFields, fieldsOf, type SettingField } from './settings-form.ts'

/** One section of the settings in its form, with the person who changed it last beside the button. */
export function SectionSheet({
  section,
  stored,
  builtIn,
  mayChange,
}: {
  section: SettingsSection
  stored: AllSettings[SettingsSection]
  builtIn?: BuiltIn | undefined
  mayChange: boolean
}) {
  const { title, lead } = settingsTable[section]
  const { fields, constraints } = forms[section]!
  const { value, version, changedAt, changedBy } = stored
  const form = useActionForm(constraints, { draft: `settings ${section}` })
  // A field that was filled in keeps its text when another staff member saves the section meanwhile. A new key resets
  // the form, and the draft is restored.
  const [shown, setShown] = useState(version)
  if (form.answer?.message && shown !== version) setShown(version)
  return (
    <Sheet as="section" aria-label={title} className="max-w-4xl">
      <ActionForm key={shown} form={form} intent={section} className="flex flex-col">
        <input type="hidden" name="version" value={version} />
        <div className="flex flex-col gap-5 p-4 sm:p-6">
          <p className="text-quiet max-w-(--container-text)">{lead}</p>
          {!mayChange && (
            <Callout>
              {`Only a super admin changes this, because it decides ${whatItDecides[section] ?? 'what is charged, paid out and printed on invoices'}.`}
            </Callout>
          )}
          {section === 'identity' && <AskedByLaw identity={value as Settings['identity']} />}
          <fieldset disabled={!mayChange} className="contents">
            {partsOf(fields).map((part) => (
              <Part key={part[0]!.name} heading={part[0]!.heading}>
                {part.map((setting) => (
                  <SettingControl
                    key={setting.name}
                    setting={setting}
                    value={valueAt(value, setting.name)}
                    field={form.field}
                    builtIn={builtIn}
                  />
                ))}
              </Part>
            ))}
          </fieldset>
        </div>
        <div className="border-rule flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 sm:px-6">
          {mayChange && (
            <Button type="submit" pending={form.pending} pendingText="Saving...">
              Save
            </Button>
          )}
          <p className="text-13 text-quiet">
            {changedAt ? `Changed ${day(changedAt)}${changedBy ? ` by ${changedBy}` : ''}` : 'Never changed'}
          </p>
        </div>
      </ActionForm>
    </Sheet>
  )
}

/** What a section decides that only super admins change, where it is not money. */
const whatItDecides: Partial<Record<SettingsSection, string>> = {
  verification: 'what is on sale',
  help: 'what buyers are promised',
  runs: 'what is started on our machines',
}

/** The fields of each section, and their constraints. */
const forms = Object.fromEntries(
  sectionNames.map((section) => {
    const fields = fieldsOf(settingsTable[section])
    return [section, { fields, constraints: constraintsOfFields(fields) }]
  }),
)

/** Divides fields into the parts of a form; a heading begins one. */
function partsOf(fields: readonly SettingField[]): SettingField[][] {
  const parts: SettingField[][] = []
  for (const field of fields)
    if (field.heading || parts.length === 0) parts.push([field])
    else parts.at(-1)!.push(field)
  return parts
}

/** Returns the value at a path such as `tcs/on`. */
const valueAt = (value: object, path: string) =>
  path.split('/').reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], value)

function Part({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  const grid = <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
  if (!heading) return grid
  return (
    <fieldset className="border-rule flex flex-col gap-3 not-first:border-t not-first:pt-6">
      <legend className="sr-only">{heading}</legend>
      <p aria-hidden="true" className="text-13 text-quiet">
        {heading}
      </p>
      {grid}
    </fieldset>
  )
}

/** Lists what the law wants to be shown and is still empty. */
function AskedByLaw({ identity }: { identity: Settings['identity'] }) {
  const missing = missingIdentity(identity)
  if (missing.length === 0) return null
  return (
    <Callout title={`Still empty: ${missing.join(', ')}`}>
      The law asks an online shop to show its legal name, the address of its head office, and an email and a
      phone for customers (rule 4 of the Consumer Protection (E-Commerce) Rules, 2020), and who takes
      complaints and how to reach them (the same rule, and rule 3(2) of the IT Rules, 2021); a company also a
      nodal officer.
    </Callout>
  )
}
