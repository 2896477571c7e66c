import { admins, staff, totp } from '#contract/staff/accounts.ts'
import { audit } from '#contract/staff/audit.ts'
import { sealed } from '#contract/staff/sealed.ts'
import { settings as everySetting } from '#contract/staff/settings-calls.ts'
import { sectionNames, type Settings, type SettingsSection } from '#contract/staff/settings.ts'

import type { Area, Dependencies } from '../dependencies.ts'
import type { StaffCaller } from '../platform/http/caller.ts'
import { logRefusal, type Serve } from '../platform/http/serve.ts'
import { accountOf, changePassword, rename, setPassword } from './account.ts'
import { createStaff, listStaff, sendPasswordLink, removeTotpOf, toggleStatus } from './admins.ts'
import { listActions, staffNames } from './audit/queries.ts'
import { toEntry, toName } from './audit/service.ts'
import { demoCredentials } from './first-admin.ts'
import { toAdmin, toStaffAccount } from './presenter.ts'
import { openSealed } from './sealed/service.ts'
import { needsSecondPerson } from './second-person.ts'
import { signOut } from './service.ts'
import { allSettings, changeSettings, sendTestMail } from './settings/service.ts'
import { signIn, signInByLink } from './sign-in.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.ts'

export const registerStaff: Area = ({ serve }, dependencies) => {
  staffRoutes(serve, dependencies)
  adminRoutes(serve, dependencies)
  totpRoutes(serve, dependencies)
  settingsRoutes(serve, dependencies)
  sealedRoutes(serve, dependencies)
  auditRoutes(serve, dependencies)
}

const staffRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(staff, {
    login: async ({ body }, { request }) => {
      const { admin, token, notice } = await signIn(dependencies, request.ip, body).catch(
        logRefusal(request, body.email),
      )
      request.log.info({ event: 'signed in', staff: admin.id, address: request.ip })
      return { token, admin: toAdmin(admin), notice }
    },
    loginByLink: async ({ body: { linkToken, code } }, { request }) => {
      const { admin, token, notice } = await signInByLink(dependencies, request.ip, linkToken, code).catch(
        logRefusal(request, 'by link'),
      )
      request.log.info({ event: 'signed in', staff: admin.id, address: request.ip })
      return { token, admin: toAdmin(admin), notice }
    },
    logout: async (_, { caller, request }) => {
      await signOut(dependencies, caller)
      request.log.info({ event: 'signed out', staff: caller.id, address: request.ip })
    },
    profile: async (_, { caller }) => ({ admin: await accountOf(dependencies.db, caller) }),
    updateProfile: async ({ body }, { caller }) => ({
      admin: await rename(dependencies.db, caller, body.name),
    }),
    changePassword: async ({ body }, { caller }) => {
      await changePassword(dependencies, caller, body)
      return { message: 'Your password is changed. You are signed out everywhere else.' }
    },
    setPassword: async ({ body }) => {
      await setPassword(dependencies, body.linkToken, body.password)
      return { message: 'Your password is set. Sign in with it now.' }
    },
    demoCredentials: async () => ({ credentials: await demoCredentials(dependencies) }),
  })

const adminRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(admins, {
    list: async () => ({ admins: await listStaff(dependencies.db) }),
    create: async ({ body }, { caller }) => ({
      admin: toStaffAccount(await createStaff(dependencies, caller, body)),
    }),
    toggleStatus: async ({ params }, { caller }) => ({
      admin: toStaffAccount(await toggleStatus(dependencies.db, caller, params.id)),
    }),
    invite: async ({ params }, { caller }) => {
      await sendPasswordLink(dependencies, caller, params.id)
    },
    removeTotp: async ({ params }, { caller }) => {
      await removeTotpOf(dependencies.db, caller, params.id)
    },
  })

interface Change<S extends SettingsSection> {
  query: { version: number }
  body: Settings[S]
}

function settingsRoutes(serve: Serve, dependencies: Dependencies) {
  const { db } = dependencies
  const change =
    <S extends SettingsSection>(section: S) =>
    async ({ query, body }: Change<S>, { caller }: { caller: StaffCaller }): Promise<void> => {
      await changeSettings(db, caller, section, { value: body, edited: query.version })
    }
  // That of Verification is answered where the listings are: server/projects/routes.ts.
  const { verification: _, ...settings } = everySetting
  serve(settings, {
    get: async () => ({
      settings: await allSettings(db),
      needsSecondPerson: await needsSecondPerson(db),
    }),
    ...(Object.fromEntries(sectionNames.map((section) => [section, change(section)])) as {
      [S in Exclude<SettingsSection, 'verification'>]: ReturnType<typeof change<S>>
    }),
    testMail: async (_, { caller }) => ({ message: await sendTestMail(dependencies, caller.id) }),
  })
}

const totpRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(totp, {
    begin: ({ body }, { caller }) => beginTotp(dependencies, caller, body.currentPassword),
    confirm: async ({ body }, { caller }) => ({
      recoveryCodes: await confirmTotp(dependencies, caller, body.code),
    }),
    remove: async ({ body }, { caller }) => {
      await removeTotp(dependencies, caller, body)
    },
  })

const sealedRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(sealed, {
    open: async ({ body }, { caller }) => ({ copies: await openSealed(dependencies, caller, body) }),
  })

const auditRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(audit, {
    list: async ({ query }) => {
      const { rows, pagination } = await listActions(db, query, query)
      return { entries: rows.map(toEntry), staff: (await staffNames(db)).map(toName), pagination }
    },
  })
