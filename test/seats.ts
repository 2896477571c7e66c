import { ownerLicence } from '#contract/accounts/agreements.ts'
import type { Api } from '#contract/client.ts'

import type { TestApp } from './app.ts'
import { anEmail, mailsTo } from './makers.ts'

/** Allows seats for a project, with the licence that names them. */
export async function allowSeats({ api }: Pick<TestApp, 'api'>, owner: { api: Api }, id: string) {
  const { version } = ownerLicence((await api.content.site()).site)
  await owner.api.projects.ownerUpdate({
    params: { id },
    body: { allowsSeats: true, ownerLicence: version },
  })
}

/** The token in the invitation that was mailed last to an address. */
export const tokenMailedTo = (app: Pick<TestApp, 'mails'>, email: string): string =>
  /\/seats\/invitation#([\w-]+)/.exec(mailsTo(app, email, 'seat-invitation').at(-1)!.text)![1]!

/** Invites to a seat of an order; returns the token of the email. */
export async function anInvitation(app: TestApp, buyer: { api: Api }, id: string, email = anEmail()) {
  await buyer.api.seats.invite({ params: { id }, body: { email } })
  return tokenMailedTo(app, email)
}

/** Gives a member a seat of an order; returns its id. */
export const aSeat = async (app: TestApp, buyer: { api: Api }, id: string, member: { api: Api }) =>
  (await member.api.seats.accept({ body: { token: await anInvitation(app, buyer, id) } })).id
