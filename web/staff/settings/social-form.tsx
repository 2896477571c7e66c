import { type SocialSite, socialSiteNames, socialSites } from '#contract/content/social-sites.ts'

import { textIn } from '../../forms/entered.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { SettingsForm } from './settings-form.ts'

const socialConstraints = Object.fromEntries(socialSiteNames.map((site) => [site, { maxLength: 300 }])) as Record<
  SocialSite,
  { maxLength: number }
>

/** Our own accounts elsewhere. */
export const socialForm: SettingsForm<'social'> = {
  lead: 'The accounts of Readymade, as icons at the foot of every page. Without an address there is no icon.',
  constraints: socialConstraints,
  read: (form) => Object.fromEntries(socialSiteNames.map((site) => [site, textIn(form, site)])),
  Fields: ({ value, field }) => (
    <div className="grid gap-4 sm:grid-cols-2">
      {socialSiteNames.map((site) => (
        <Field key={site} label={socialSites[site].name} {...field(site, value[site])}>
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={`https://${socialSites[site].hosts[0]}/…`}
          />
        </Field>
      ))}
    </div>
  ),
}
