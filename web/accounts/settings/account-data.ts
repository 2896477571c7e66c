import type { EmailChange } from '#contract/accounts/email-change.ts'
import type { DataExport, Deletion } from '#contract/accounts/personal-data.ts'
import type { Session } from '#contract/accounts/sessions.ts'
import type { Api } from '#contract/client.ts'

/** What the account sections of Settings show. What could not be loaded is undefined, and its section says so. */
export interface AccountData {
  sessions: Session[] | undefined
  change: EmailChange | null | undefined
  dataExport: DataExport | null | undefined
  deletion: Deletion | undefined
}

/** Loads what the account sections show; one that fails leaves the others as they are. A redirect is thrown on. */
export async function loadAccount(api: Api): Promise<AccountData> {
  const [sessions, change, dataExport, deletion] = await Promise.all([
    orNone(api.sessions.mine()),
    orNone(api.emailChange.pending()),
    orNone(api.personalData.export()),
    orNone(api.personalData.deletion()),
  ])
  return {
    sessions: sessions?.sessions,
    change: change?.change,
    dataExport: dataExport?.export,
    deletion: deletion?.deletion,
  }
}

const orNone = <Value>(loading: Promise<Value>): Promise<Value | undefined> =>
  loading.catch((thrown: unknown) => {
    if (thrown instanceof Response) throw thrown
    return undefined
  })
