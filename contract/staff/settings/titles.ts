import type { SettingsSection } from '../settings.ts'

/** What the sections of the settings are called, on their page and in the audit log; Featured is kept elsewhere. */
export const settingsTitles: Record<SettingsSection | 'featured', string> = {
  identity: 'Identity',
  tax: 'Tax',
  fees: 'Fees',
  home: 'Home',
  aboutPage: 'About',
  teamPage: 'Team',
  faq: 'FAQ',
  supportPages: 'Support pages',
  social: 'Social links',
  signUp: 'Sign-up',
  featured: 'Featured',
}
