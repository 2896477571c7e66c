import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { helpIn } from '../../../test/help.ts'
import { aMember, anAdmin, aProject, codeMailedTo, deleteAccount } from '../../../test/makers.ts'
import { markedWords, textFields, wordsInObjects } from '../../../test/marked-fields.ts'
import { tablesWith } from '../../../test/marked-member.ts'
import { aBuyer, buyAndPay, collectWebhooks, source, soldDaysAgo } from '../../../test/orders.ts'
import { drawn } from '../../../test/pictures.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { actAsStaff } from '../../../test/staff-acts.ts'
import { timePasses } from '../../../test/time.ts'
import { approve, upload } from '../../../test/uploads.ts'
import { catalogueJobs } from '../../catalogue/jobs.ts'
import { releaseJobs } from '../../projects/jobs.ts'
import { personalDataJobs } from '../jobs.ts'

const app = await startApp()
const { db, dependencies, jobs } = app
collectWebhooks(app)
beforeAll(() =>
  dependencies.jobs.work([
    ...personalDataJobs(dependencies),
    ...releaseJobs(dependencies),
    ...catalogueJobs(dependencies),
  ]),
)

const { words, word } = markedWords()
const pan = 'ABCPZ9876C'
const phones = ['9123456701', '9123456702', '9123456703']

/** Fields that hold no text of the member's own, each with the reason. */
const noText: Record<string, string> = {
  'accounts.checkEmail.email': 'is not stored',
  'accounts.sendOtp.referralCode': 'names the code of another member',
  'accounts.verifyOtp.email': 'is that of sendOtp',
  'accounts.verifyOtp.otp': 'is a code',
  'accounts.verifyOtp.sessionToken': 'is a token',
  'accounts.verifyOtp.userData.email': 'is that of sendOtp',
  'accounts.verifyOtp.userData.referralCode': 'names the code of another member',
  'accounts.verifyOtp.userData.year': 'is a choice in most cases, and planted by updateProfile',
  'accounts.refresh.refreshToken': 'is a token',
  'projects.countView.from': 'is not stored',
  'orders.quote.coupon': 'names a coupon',
  'orders.checkout.coupon': 'names a coupon',
  'findings.waive.file': 'names a file',
  'findings.waive.marks': 'names findings',
  'findings.unwaive.file': 'names a file',
  'findings.unwaive.mark': 'names a finding',
  'samples.add.path': 'names a file',
  'contacts.send.projectId': 'names a project',
  'complaints.send.name': 'is stored without an account alone, and proves nothing',
  'complaints.send.email': 'is stored without an account alone, and proves nothing',
  'complaints.sendAboutReview.name': 'is stored without an account alone, and proves nothing',
  'complaints.sendAboutReview.email': 'is stored without an account alone, and proves nothing',
  'taxIds.save.gstin': 'is encrypted like the PAN',
  'releases.removeImage.index': 'is a number',
  'releases.removeImage.url': 'names a picture',
  'releases.describeImages.descriptions.url': 'names a picture',
  'releases.chooseThumbnail.url': 'names a picture',
  'projects.create.difficulty': 'is a choice',
  'projects.create.ownerLicence': 'names a text of ours',
  'projects.update.difficulty': 'is a choice',
  'projects.update.ownerLicence': 'names a text of ours',
  'projects.ownerUpdate.difficulty': 'is a choice',
  'projects.ownerUpdate.ownerLicence': 'names a text of ours',
  'projects.update.verificationNotes': 'is written by staff',
  'projects.update.verificationOverride': 'is written by staff',
  'projects.update.staffNote': 'is written by staff',
  'payouts.request.destination.accountNumber': 'is a number, and encrypted like the UPI id',
  'payouts.request.destination.ifsc': 'is the code of a bank',
  'seats.invite.email': 'is kept as a keyed hash alone',
  'seats.invitation.token': 'is a token',
  'seats.accept.token': 'is a token',
  'seats.decline.token': 'is a token',
  'reviews.edit.text': 'takes the place of reviews.write.text',
}
/** Calls without a text of the member's own: sign-in by link, codes, payments, numbers, staff, and uploads' counts. */
const noTextCalls =
  /^(accounts\.verifyLink|emailChange\.confirm|personalData|orders\.callback|staff\.|browserErrors\.|coupons\.create\.(?!code)|releases\.(upload|reUpload)\.(?!relativePaths)|releases\.(add|change)Report\.price)|\.(idempotencyKey|bundlePrice)$/

/** Texts that later ones took the place of, and those inside the ZIP of a project, which the export has too. */
const replaced =
  /^(accounts\.(verifyOtp|updateProfile\.address\.state)|projects\.create|(un)?sold content|report content)/
/** Texts that are in no export: the destination of a payout is encrypted, and shown masked. */
const notInExport = ['payouts.request.destination.holder', 'payouts.request.destination.vpa']

/** Texts that stay after the deletion, each with the reason. */
const kept: Record<string, string> = {
  'projects.ownerUpdate.title': 'buyers keep the title of what they bought',
  'projects.create.title': 'buyers keep the title of what they bought',
  'releases.upload.relativePaths': 'buyers keep the files that they bought',
  'sold content': 'buyers keep the files that they bought',
  'reviews.write.text': 'stays as a former member’s',
}

test('of a word in every field that a member can fill none is in any table or object after the deletion, but what buyers keep', async () => {
  const admin = await anAdmin(app)
  const address = (field: string) => `${word(field)}@example.in`
  const firstEmail = address('accounts.sendOtp.email')
  const member = await aMember(app, {
    email: firstEmail,
    name: `Asha ${word('accounts.verifyOtp.userData.name')}`,
    phone: phones[0]!,
    college: word('accounts.verifyOtp.userData.college'),
    course: word('accounts.verifyOtp.userData.course'),
  })
  words.set('accounts.verifyOtp.userData.phone', phones[0]!)
  const write = (email: string, suffix = '') =>
    member.api.contacts.send({
      body: {
        name: word(`contacts.send.name${suffix}`),
        email,
        phone: phones[1]!,
        subject: 'Other',
        message: `I am ${word(`contacts.send.message${suffix}`)}`,
      },
    })
  const stranger = await aMember(app)
  const { _id: foreign } = await aProject(stranger, { title: 'Foreign' })
  await upload(stranger, foreign, { 'README.md': '# Foreign\n' })
  await approve(admin, foreign)
  await member.api.complaints.send({
    params: { id: foreign },
    body: {
      kind: 'copied',
      text: 'It is the project that I published in May.',
      notice: {
        rights: 'owner',
        work: `The original, ${word('complaints.send.notice.work')}`,
        address: `MG Road 1, ${word('complaints.send.notice.address')}`,
      },
    },
  })
  await member.api.accounts.leaveBehind({ body: { entries: word('accounts.leaveBehind.entries') } })
  words.set('contacts.send.phone', phones[1]!)
  words.set('contacts.send.email', words.get('accounts.sendOtp.email')!)
  await write(firstEmail)
  const email = address('emailChange.ask.email')
  await member.api.emailChange.ask({ body: { email } })
  await member.api.emailChange.confirm({
    body: { code: codeMailedTo(app, firstEmail), emailCode: codeMailedTo(app, email) },
  })
  await write(email, ' later')
  const text = (field: string) => word(`accounts.updateProfile.${field}`)
  await member.api.accounts.updateProfile({
    body: {
      name: `Asha ${text('name')}`,
      phone: phones[2]!,
      college: text('college'),
      course: text('course'),
      address: {
        street: text('address.street'),
        city: text('address.city'),
        state: text('address.state'),
        country: text('address.country'),
        pincode: '560001',
      },
      socialMedia: Object.fromEntries(
        (['instagram', 'facebook', 'twitter', 'linkedin', 'youtube'] as const).map((site) => [
          site,
          `https://www.${site}.com/${text(`socialMedia.${site}`)}`,
        ]),
      ),
      preferences: { publicProfile: true },
    },
  })
  words.set('accounts.updateProfile.phone', phones[2]!)
  noText['accounts.updateProfile.year'] = 'is a choice'
  noText['accounts.updateProfile.address.pincode'] = 'is a number'
  await member.api.taxIds.save({ body: { pan } })
  words.set('taxIds.save.pan', pan)

  const project = async (of: 'create' | 'update' | 'ownerUpdate', what: string) => {
    const own = (field: string) => word(`projects.${of}.${field}`)
    return {
      title: `${what} ${own('title')}`,
      description: `Written by ${own('description')}`,
      technologies: [own('technologies')],
      features: [own('features')],
      requirements: [own('requirements')],
      tags: [own('tags')],
      demoUrl: `https://example.in/${own('demoUrl')}`,
      githubUrl: `https://github.com/${own('githubUrl')}`,
      demoSignIns: [
        {
          role: own('demoSignIns.role'),
          user: own('demoSignIns.user'),
          password: own('demoSignIns.password'),
        },
      ],
      codeQuestions: [{ question: own('codeQuestions.question'), answer: own('codeQuestions.answer') }],
    }
  }
  const created = await member.api.projects.create({
    body: { ...(await project('create', 'Sold')), category: 'Web Development', price: 1000 },
  })
  const sold = created.project._id
  await member.api.projects.ownerUpdate({
    params: { id: sold },
    body: await project('ownerUpdate', 'Sold'),
  })
  const unsold = (
    await member.api.projects.create({
      body: { ...(await project('create', 'Unsold')), category: 'Web Development', price: 1000 },
    })
  ).project._id
  await member.api.projects.update({ params: { id: unsold }, body: await project('update', 'Unsold') })
  await upload(member, sold, {
    'README.md': `# ${word('sold content')}\n`,
    [`${word('releases.upload.relativePaths')}.py`]: 'print(1)\n',
  })
  await upload(member, unsold, {
    'README.md': `# ${word('unsold content')}\n`,
    [`${word('releases.reUpload.relativePaths')}.py`]: 'print(2)\n',
  })
  await member.api.releases.addReport({
    params: { id: unsold },
    form: formOf(
      docx({ 'word/notes.xml': `<?xml version="1.0"?><notes>${word('report content')}</notes>` }),
      50,
      `${word('report name')}.docx`,
    ),
  })
  const png = drawn(600, 600, '#3a6').png()
  const pictures = new FormData()
  pictures.set('images', new Blob([new Uint8Array(await png.toBuffer())], { type: 'image/png' }), 'one.png')
  for (const id of [sold, unsold]) {
    const { images } = await member.api.releases.addImages({ params: { id }, form: pictures })
    const descriptions = images.map(({ url }) => ({
      url,
      alt: word('releases.describeImages.descriptions.alt'),
    }))
    await member.api.releases.describeImages({ params: { id }, body: { descriptions } })
  }
  await db
    .insertInto('findingWaivers')
    .values({
      projectId: sold,
      rule: 'phone',
      file: 'README.md',
      mark: '0a1b2c3d',
      reason: word('findings.waive.reason'),
      waivedBy: 'Asha',
    })
    .execute()
  for (const id of [sold, unsold]) await approve(admin, id)
  await member.api.downloads.setNotes({
    params: { id: sold, number: '1' },
    body: { notes: word('downloads.setNotes.notes') },
  })
  await member.api.coupons.create({ body: { code: word('coupons.create.code').slice(0, 11), percent: 10 } })
  words.set('coupons.create.code', words.get('coupons.create.code')!.slice(0, 11))

  const buyer = await aBuyer(app)
  const { orders: sales } = await buyAndPay(app, buyer, source({ id: sold }))
  const of = { params: { id: sold } }
  const { review } = await buyer.api.reviews.write({ ...of, body: { rating: 2, text: 'Not bad' } })
  await member.api.reviews.reply({
    params: { id: sold, review: review._id },
    body: { text: word('reviews.reply.text') },
  })
  const { question } = await buyer.api.questions.ask({ ...of, body: { text: 'Does it run?' } })
  await member.api.questions.answer({
    params: { id: sold, question: question._id },
    body: { text: word('questions.answer.text') },
  })
  await buyer.api.complaints.send({ ...of, body: { kind: 'broken', text: 'It does not start' } })
  const { complaints } = await member.api.complaints.received(of)
  await member.api.complaints.answer({
    params: { id: complaints[0]!._id },
    body: { text: `It runs, ${word('complaints.answer.text')}` },
  })
  const refundOf = async (who: Pick<typeof buyer, 'api'>, orderId: string, reason: string) => {
    const { refund } = await who.api.refundRequests.ask({ params: { id: orderId }, body: { reason } })
    return { params: { id: refund.request!._id } }
  }
  const asked = await refundOf(buyer, sales[0]!._id, 'The database script stops at line 40.')
  await member.api.refundRequests.answer({
    ...asked,
    body: { answer: `It does not stop, ${word('refundRequests.answer.answer')}` },
  })
  await admin.api.refundRequests.decide({ ...asked, body: { decision: 'decline', note: 'It runs' } })

  const seller = await aMember(app)
  const bought = { id: (await aProject(seller, { title: 'Bought', price: 1000 }))._id }
  await upload(seller, bought.id, { 'README.md': '# Bought\n' })
  await approve(admin, bought.id)
  const { orders: purchases } = await buyAndPay(app, member, source(bought))
  const there = { params: { id: bought.id } }
  await member.api.downloads.archive({ ...there, query: {} })
  await member.api.reviews.write({ ...there, body: { rating: 4, text: word('reviews.write.text') } })
  await member.api.questions.ask({ ...there, body: { text: word('questions.ask.text') } })
  await member.api.complaints.send({
    ...there,
    body: { kind: 'copied', text: `I wrote it, ${word('complaints.send.text')}` },
  })
  const other = await aBuyer(app)
  await buyAndPay(app, other, source(bought))
  const { review: others } = await other.api.reviews.write({ ...there, body: { rating: 1, text: 'Bad' } })
  await member.api.complaints.sendAboutReview({
    params: { id: bought.id, review: others._id },
    body: { reason: 'other', text: word('complaints.sendAboutReview.text') },
  })
  await member.api.runAnswers.set({
    params: { id: purchases[0]!._id },
    body: { ran: false, reason: 'setup', text: word('runAnswers.set.text') },
  })
  const help = helpIn(app)
  const own = { params: { id: purchases[0]!._id } }
  await help.open(member.api, own, {
    text: `It stops, ${word('help.open.text')}`,
    steps: [word('help.open.steps')],
    pictures: 1,
  })
  await help.write(member.api, own, `It stops again, ${word('help.write.text')}`)
  const helped = { params: { id: sales[0]!._id } }
  await help.open(buyer.api, helped)
  await help.write(member.api, helped, `Try this, ${word('help answer')}`)
  await member.api.help.saveTexts({ body: { texts: [word('help.saveTexts.texts')] } })
  const mine = await refundOf(member, purchases[0]!._id, `It stops, ${word('refundRequests.ask.reason')}`)
  await admin.api.refundRequests.decide({ ...mine, body: { decision: 'decline', note: 'It runs' } })

  await soldDaysAgo(db, member.id, 40)
  const { payout } = await member.api.payouts.request({
    body: {
      destination: {
        method: 'upi',
        holder: `Asha ${word('payouts.request.destination.holder')}`,
        vpa: `${word('payouts.request.destination.vpa')}@okaxis`,
      },
    },
  })
  for (const action of ['hold', 'decline'] as const)
    await admin.api.payouts.act({ body: { action, ids: [payout._id], note: 'Wrong name' } })

  const fields = textFields()
  const missing = fields.filter((field) => !words.has(field) && !noText[field] && !noTextCalls.test(field))
  expect(missing, 'fields without a planted word or a reason').toEqual([])

  await jobs.run()
  const all = [...words.values()]
  expect((await tablesWith(db, all)).length).toBeGreaterThan(15)
  await member.api.personalData.askForExport()
  await jobs.run()
  const { downloadUrl } = await member.api.personalData.exportLink()
  const zip = await app.app.inject({ url: downloadUrl.replace(dependencies.config.publicUrl, '') })
  const data = Object.entries(unzipSync(new Uint8Array(zip.rawPayload)))
    .map(([path, bytes]) => `${path} ${strFromU8(bytes, true)}`)
    .join('\n')
    .toLowerCase()
  const notExported = [...words]
    .filter(([, one]) => !data.includes(one.toLowerCase()))
    .map(([field]) => field)
  expect(notExported.filter((field) => !replaced.test(field))).toEqual(notInExport)
  const { coupons } = await member.api.coupons.mine({ query: {} })
  const signedIn = await actAsStaff(app, {
    note: `Do not write ${word('staff notes')}`,
    sold,
    unsold,
    bought: bought.id,
    member: { ...member, email },
    coupon: coupons[0]!._id,
    complaint: complaints[0]!._id,
    order: helped.params.id,
  })
  const { deletion } = await signedIn.api.personalData.deletion()
  await deleteAccount(app, signedIn, deletion.owed)
  await jobs.run()
  const open = (await admin.api.complaints.list({ query: { limit: 100 } })).complaints
  expect(open.filter(({ complainant }) => complainant === null)).toHaveLength(3)
  for (const { _id: id } of open)
    await admin.api.complaints.decide({ params: { id }, body: { outcome: 'no_action', reasons: 'Fine' } })
  await timePasses(db, '2 days', 'blobs')
  for (const kind of ['sweep-uploads', 'sum-catalogue'] as const)
    await dependencies.jobs.enqueue(db, kind, {})
  await jobs.run()

  const placesOf = async (some: string[]) => [
    ...(await tablesWith(db, some)).filter((table) => !keepingTables.has(table)),
    ...(await wordsInObjects(dependencies.storage, some)).map(() => 'objects'),
  ]
  const gone = [...words].filter(([field]) => !(field in kept))
  const left: Record<string, string[]> = {}
  // All at once, because every table is read for it; one by one only to say what is left.
  if ((await placesOf(gone.map(([, one]) => one))).length > 0)
    for (const [field, one] of gone) {
      const places = await placesOf([one])
      if (places.length > 0) left[field] = places
    }
  expect(left).toEqual({})
}, 120_000)

/**
 * The law has a seller keep invoices as they were issued; what buyers were promised is kept while their bank may ask
 * for it.
 */
const keepingTables = new Set(['invoices', 'invoice_lines', 'sold_listings'])
