import { settings, type Settings, type SettingsSection } from '#contract/staff/settings.ts'

import type { Serve } from '../../http/serve.ts'
import type { Caller } from '../../http/session.ts'
import type { Parts } from '../../parts.ts'
import { allSettings, changeSettings } from './service.ts'
import { sendTestMail } from './test-mail.ts'

interface Change<S extends SettingsSection> {
  query: { version: number }
  body: Settings[S]
}

export function settingsRoutes(serve: Serve, parts: Pick<Parts, 'db' | 'config' | 'sendNow'>) {
  const { db } = parts
  const change =
    <S extends SettingsSection>(section: S) =>
    async (
      { query, body }: Change<S>,
      { caller }: { caller: Caller<'admin' | 'super_admin'> },
    ): Promise<{ success: true }> => {
      await changeSettings(db, caller, section, { value: body, edited: query.version })
      return { success: true }
    }
  serve(settings, {
    get: async () => ({ success: true, settings: await allSettings(db, parts.config) }),
    identity: change('identity'),
    tax: change('tax'),
    fees: change('fees'),
    home: change('home'),
    aboutPage: change('aboutPage'),
    teamPage: change('teamPage'),
    faq: change('faq'),
    supportPages: change('supportPages'),
    social: change('social'),
    signUp: change('signUp'),
    testMail: async (_, { caller }) => ({ success: true, message: await sendTestMail(parts, caller.id) }),
  })
}
