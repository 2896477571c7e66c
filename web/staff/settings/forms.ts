import type { SettingsSection } from '#contract/staff/settings.ts'

import { homeForm } from './home-form.tsx'
import { identityForm } from './identity-form.tsx'
import type { SettingsForm } from './settings-form.ts'
import { taxForm } from './tax-form.tsx'

/** The form of every section, in the order of the page. */
export const settingsForms: { [S in SettingsSection]: SettingsForm<S> } = {
  identity: identityForm,
  tax: taxForm,
  home: homeForm,
}
