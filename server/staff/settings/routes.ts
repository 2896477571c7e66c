import { settings } from '#contract/staff/settings.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { allSettings, changeSettings } from './service.ts'

export const settingsRoutes = (serve: Serve, { db }: Parts) =>
  serve(settings, {
    get: async () => ({ success: true, settings: await allSettings(db) }),
    identity: async ({ body }, { caller }) => {
      await changeSettings(db, caller, 'identity', body)
      return { success: true }
    },
    tax: async ({ body }, { caller }) => {
      await changeSettings(db, caller, 'tax', body)
      return { success: true }
    },
    home: async ({ body }, { caller }) => {
      await changeSettings(db, caller, 'home', body)
      return { success: true }
    },
  })
