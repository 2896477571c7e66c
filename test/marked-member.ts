import { randomInt, randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { ownerLicence } from '#contract/accounts/agreements.ts'
import { openSession } from '#server/accounts/service.ts'
import type { Database } from '#server/platform/database/connection.ts'

import type { TestApp } from './app.ts'
import { aMember, anAdmin, aProject } from './makers.ts'
import { aBuyer, checkoutBy, source } from './orders.ts'
import { drawn } from './pictures.ts'
import { approve, upload, manifestOf } from './uploads.ts'

/** A mark in the data of other people, which no answer about the member may contain. */
export const foreignMark = 'Foreignmark'

/**
 * Creates a member with data in every table, in which all personal data contains `mark`. The member has a project that
 * somebody bought and one that nobody bought, and has bought, reviewed, downloaded, followed and sent a contact
 * message.
 */
export async function aMarkedMember(app: TestApp) {
  // Only letters, because a search index does not split them.
  const mark = randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrs'[Number(digit)]!)
  const phone = String(9_000_000_000 + randomInt(999_999_999))
  const member = await aMember(app, {
    name: `Zuleikha ${mark}name`,
    email: `${mark}mail@example.in`,
    phone,
    college: `${mark}college`,
    course: `${mark}course`,
    year: '2nd Year',
  })
  await member.api.accounts.updateProfile({
    body: {
      address: { street: `${mark}street`, city: `${mark}city` },
      socialMedia: { linkedin: `https://www.linkedin.com/in/${mark}social` },
      preferences: { publicProfile: true },
    },
  })
  const avatar = new FormData()
  avatar.set('avatar', new Blob([new Uint8Array(await aPicture())], { type: 'image/png' }), 'me.png')
  await member.api.accounts.changeAvatar({ form: avatar })
  await openSession(app.dependencies, member.id, { device: `${mark}device`, network: `${mark}network` })

  const admin = await anAdmin(app)
  const published = async (owner: typeof member, title: string, form?: FormData) => {
    const { _id: id } = await aProject(owner, {
      title,
      price: 0,
      description: `Written by ${mark}name.`,
      githubUrl: `https://github.com/${mark}git`,
    })
    if (form) await owner.api.releases.addImages({ params: { id }, form })
    await upload(owner, id, { 'README.md': `# ${title}\n`, 'main.py': 'print(1)\n' })
    await approve(admin, id)
    return id
  }
  const pictures = new FormData()
  pictures.set('images', new Blob([new Uint8Array(await aPicture())], { type: 'image/png' }), 'one.png')
  const sold = await published(member, 'Sold project', pictures)
  const unsold = await published(member, 'Unsold project')
  const { version } = ownerLicence((await member.api.content.site()).site)
  await member.api.projects.ownerUpdate({ params: { id: sold }, body: { ownerLicence: version } })
  await app.db
    .insertInto('findingWaivers')
    .values({
      projectId: sold,
      rule: 'phone',
      file: 'main.py',
      mark: '0a1b2c3d',
      reason: `Mine, ${mark}reason`,
      waivedBy: `${mark}name`,
    })
    .execute()
  const { releaseId } = await app.db
    .selectFrom('projects')
    .select('releaseId')
    .where('id', '=', sold)
    .executeTakeFirstOrThrow()
  const runId = randomUUID()
  await app.db
    .insertInto('runRecords')
    .values({
      id: runId,
      projectId: sold,
      releaseId: releaseId!,
      ownerId: member.id,
      cause: 'owner',
      status: 'ended',
      kind: 'php',
      outcome: 'failed',
      reason: `It calls ${mark}reason()`,
      seen: JSON.stringify({ error: `${mark}error`, signIns: [], dumps: [], roles: {} }),
      ownerNote: `Mine, ${mark}note`,
      endedAt: new Date(),
      shownAt: new Date(),
    })
    .execute()
  await app.db
    .insertInto('runPages')
    .values({
      runId,
      position: 0,
      seen: JSON.stringify({ title: `${mark}title`, after: '' }),
      picture: randomUUID(),
    })
    .execute()
  await member.api.samples.add({ params: { id: sold }, body: { path: 'main.py' } })
  const { sha256 } = (await manifestOf(app, sold)).find(({ path }) => path === 'main.py')!
  const excerpt = JSON.stringify([{ text: `# written by ${mark}name`, tokens: [] }])
  await app.db
    .insertInto('sampleHighlights')
    .values({ sha256, language: 'Python', version: 1, excerpt, tokens: '[]' })
    .onConflict((conflict) => conflict.columns(['sha256', 'language']).doUpdateSet({ excerpt }))
    .execute()
  const buyer = await aBuyer(app)
  await app.db
    .updateTable('members')
    .set({ name: `Nadia ${foreignMark}`, phone: foreignMark, referredBy: member.id })
    .where('id', '=', buyer.id)
    .execute()
  await checkoutBy(buyer, source({ id: sold }))

  const seller = await aMember(app, { name: `Nadia ${foreignMark}` })
  await seller.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  const other = await aProject(seller, { title: 'Bought project', price: 0 })
  await upload(seller, other._id, { 'README.md': '# Bought\n' })
  await approve(admin, other._id)
  await checkoutBy(member, source({ id: other._id }))
  await member.api.downloads.archive({ params: { id: other._id }, query: {} })
  await member.api.reviews.write({ params: { id: other._id }, body: { rating: 5, text: 'Very good' } })
  const { orders: bought } = await member.api.orders.mine({ query: {} })
  await member.api.runAnswers.set({
    params: { id: bought[0]!._id },
    body: { ran: false, reason: 'setup', text: `Not on my ${mark}laptop` },
  })
  await app.db.insertInto('reportDownloads').values({ orderId: bought[0]!._id }).execute()
  const { review } = await buyer.api.reviews.write({
    params: { id: sold },
    body: { rating: 1, text: `Bad, ${foreignMark}` },
  })
  await member.api.complaints.sendAboutReview({
    params: { id: sold, review: review._id },
    body: { reason: 'other', text: `It names ${mark}name` },
  })
  await member.api.complaints.send({
    params: { id: other._id },
    body: { kind: 'copied', text: `I wrote it first, ${mark}name` },
  })
  await buyer.api.complaints.send({
    params: { id: sold },
    body: { kind: 'broken', text: `Broken, ${foreignMark}` },
  })
  const { complaints } = await member.api.complaints.received({ params: { id: sold } })
  await app.db
    .updateTable('complaints')
    .set({ text: 'It does not start', answer: `It runs, ${mark}answer`, answeredAt: new Date() })
    .where('id', '=', complaints[0]!._id)
    .execute()
  await member.api.questions.ask({
    params: { id: other._id },
    body: { text: `Does it run? ${mark}name` },
  })
  await member.api.wishlist.save({ params: { id: other._id } })
  await member.api.accounts.leaveBehind({ body: { entries: '{"compared":"mine"}' } })
  await member.api.follows.follow({ params: { id: seller.id } })
  await member.api.contacts.send({
    body: {
      name: `${mark}name`,
      email: member.email,
      phone,
      subject: 'Other',
      message: `I am ${mark}name and need help.`,
    },
  })
  // A change that waits, with a picture of its own.
  await member.api.projects.ownerUpdate({
    params: { id: sold },
    body: { description: `Waiting, ${mark}waiting`, features: [`${mark}waitingfeature`] },
  })
  const another = new FormData()
  another.set('images', new Blob([new Uint8Array(await aPicture())], { type: 'image/png' }), 'two.png')
  const { images } = await member.api.releases.addImages({ params: { id: sold }, form: another })
  await member.api.releases.describeImages({
    params: { id: sold },
    body: { descriptions: [{ url: images.at(-1)!.url, alt: `${mark}waitingalt` }] },
  })
  await member.api.taxIds.save({ body: { pan: 'ABCPZ1234C' } })
  await member.api.coupons.create({ body: { code: randomUUID().slice(0, 8), percent: 10 } })
  const { id: messageId } = await app.db
    .selectFrom('contactMessages')
    .select('id')
    .where('email', '=', member.email)
    .executeTakeFirstOrThrow()
  await admin.api.staffContacts.reply({
    params: { id: messageId },
    body: { text: `Dear ${mark}name, it is done.`, key: randomUUID() },
  })
  const orders = await app.db
    .selectFrom('orders')
    .select(['id', 'memberId', 'ownerId', 'projectId', 'paymentId'])
    .where((order) => order.or([order('memberId', '=', member.id), order('ownerId', '=', member.id)]))
    .execute()
  for (const { id: orderId, memberId, paymentId } of orders) {
    const isOwn = memberId === member.id
    await anInvoice(app.db, { orderId, memberId, paymentId, buyerName: isOwn ? `${mark}name` : foreignMark })
    const accepted = { terms: 'Agreed', address: isOwn ? `${mark}address` : foreignMark }
    await app.db
      .insertInto('checkoutRecords')
      .values({ paymentId, ...accepted })
      .onConflict((conflict) => conflict.column('paymentId').doUpdateSet(accepted))
      .execute()
    const decidedAt = new Date()
    await app.db
      .insertInto('refundRequests')
      .values({
        id: randomUUID(),
        orderId,
        reason: isOwn ? `It does not run, ${mark}refund` : foreignMark,
        answer: isOwn ? 'Try again' : `It does run, ${mark}reply`,
        answeredAt: decidedAt,
        outcome: 'declined',
        note: isOwn ? `Dear ${mark}name` : null,
        decidedAt,
      })
      .execute()
  }
  for (const order of orders) await aHelpRequest(app, order, mark, order.memberId === member.id)
  const foreign = orders.find(({ memberId }) => memberId !== member.id)!
  await app.db
    .insertInto('seats')
    .values({
      id: randomUUID(),
      orderId: foreign.id,
      place: 1,
      expiresAt: new Date(),
      memberId: member.id,
      acceptedAt: new Date(),
      code: 'A'.repeat(20),
      name: `${mark}name`,
    })
    .execute()
  await app.db
    .insertInto('helpTexts')
    .values({ memberId: member.id, texts: [`${mark}texts`] })
    .execute()
  await app.db
    .insertInto('payouts')
    .values({
      id: randomUUID(),
      memberId: member.id,
      amountPaise: 50_000,
      method: 'upi',
      destination: `${mark}destination`,
      masked: `${mark}••••@okaxis`,
      note: `Not yours, ${mark}payout`,
      status: 'declined',
      endedAt: new Date(),
    })
    .execute()
  await app.db
    .insertInto('debtRepayments')
    .values({ id: randomUUID(), memberId: member.id, amountPaise: 100, reference: randomUUID() })
    .execute()
  await app.db
    .insertInto('mailBounces')
    .values({ email: member.email, reply: `${mark}reply`, isBlocked: false })
    .execute()
  await app.db
    .insertInto('verifications')
    .values({
      id: randomUUID(),
      projectId: sold,
      status: 'approved',
      previousStatus: 'pending',
      notes: `Well done, ${mark}name`,
      verifiedBy: 'Staff',
    })
    .execute()
  await app.db
    .insertInto('verifications')
    .values({
      id: randomUUID(),
      projectId: sold,
      status: 'pending',
      previousStatus: 'approved',
      verifiedBy: `${mark}name`,
    })
    .execute()
  return { ...member, mark, phone, sold, unsold, bought: other._id, buyer, seller, admin }
}

/** Lists the tables that contain one of some texts in any column of any row. */
export async function tablesWith(db: Database, texts: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const pattern = texts.map((text) => `%${text}%`)
    const { rows } = await sql`
      select 1 from ${sql.table(name)} whole where whole::text ilike any (${pattern}) limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** Inserts an invoice with the buyer's name, even for a free order, because invoices keep names. */
async function anInvoice(
  db: Database,
  {
    orderId,
    paymentId,
    memberId,
    buyerName,
  }: { orderId: string; paymentId: string; memberId: string; buyerName: string },
) {
  const id = randomUUID()
  await db
    .insertInto('invoices')
    .values({
      id,
      paymentId,
      memberId,
      kind: 'receipt',
      number: `T/${id.slice(0, 12).toUpperCase()}`,
      year: 2000,
      serial: sql<number>`(select count(*) from invoices)`,
      issuedAt: new Date(),
      seller: '{}',
      buyerName,
      buyerState: 'Kerala',
      rateBasisPoints: 0,
      roundsToRupee: false,
    })
    .execute()
  const noTax = { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
  await db
    .insertInto('invoiceLines')
    .values({
      orderId,
      invoiceId: id,
      position: 0,
      orderNumber: 'RM-2000-000001',
      title: 'A project',
      kind: 'source',
      sac: '998434',
      amountPaise: 100,
      taxablePaise: 100,
      ...noTax,
    })
    .execute()
}

/** Inserts a help request with a picture, even for a free order, which the member opened or answered. */
async function aHelpRequest(
  { db, dependencies }: TestApp,
  order: { id: string; memberId: string; ownerId: string; projectId: string },
  mark: string,
  isOwn: boolean,
) {
  const [id, messageId, pictureId] = [randomUUID(), randomUUID(), randomUUID()]
  const { id: orderId, memberId, ownerId, projectId } = order
  await db
    .insertInto('helpRequests')
    .values({
      id,
      orderId,
      memberId,
      ownerId,
      projectId,
      kind: 'question',
      ownerAnswers: true,
      steps: [isOwn ? `${mark}steps` : foreignMark],
      endsAt: new Date(Date.now() + 86_400_000),
    })
    .execute()
  const [asked, answered] = isOwn ? [`${mark}help`, 'Try again'] : [foreignMark, `${mark}helper`]
  await db
    .insertInto('helpMessages')
    .values([
      { id: isOwn ? messageId : randomUUID(), requestId: id, writer: 'buyer', text: asked },
      { id: isOwn ? randomUUID() : messageId, requestId: id, writer: 'owner', text: answered },
    ])
    .execute()
  const picture = { messageId, position: 0, width: 600, height: 600, bytes: 5 }
  await db
    .insertInto('helpPictures')
    .values({ id: pictureId, memberId: isOwn ? memberId : ownerId, ...picture })
    .execute()
  await dependencies.storage.put(`help/${pictureId}/1600.webp`, Buffer.from('bytes'))
}

const aPicture = () => drawn(600, 600, '#3a6').png().toBuffer()
