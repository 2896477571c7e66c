import type { SettingsSection } from '#contract/staff/settings.ts'

import { feesForm } from './fees-form.tsx'
import { homeForm } from './home-form.tsx'
import { identityForm } from './identity-form.tsx'
import { aboutForm } from './pages/about-form.tsx'
import { faqForm } from './pages/faq-form.tsx'
import { supportForm } from './pages/support-form.tsx'
import { teamForm } from './pages/team-form.tsx'
import type { SettingsForm } from './settings-form.ts'
import { signUpForm } from './sign-up-form.tsx'
import { socialForm } from './social-form.tsx'
import { taxForm } from './tax-form.tsx'

/** The form of every section, in the order of the page. */
export const settingsForms: { [S in SettingsSection]: SettingsForm<S> } = {
  identity: identityForm,
  tax: taxForm,
  fees: feesForm,
  home: homeForm,
  aboutPage: aboutForm,
  teamPage: teamForm,
  faq: faqForm,
  supportPages: supportForm,
  social: socialForm,
  signUp: signUpForm,
}
