import { setTimeout } from 'node:timers/promises'

import type { FastifyReply } from 'fastify'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import { coupons } from '#contract/orders/coupons.ts'
import { documentFileName, type DocumentKind, type InvoiceKind } from '#contract/orders/document-names.ts'
import { invoices, licences } from '#contract/orders/documents.ts'
import { downloads } from '#contract/orders/downloads.ts'
import { help } from '#contract/orders/help.ts'
import { orders, sandbox } from '#contract/orders/orders.ts'
import { projectPage } from '#contract/orders/project-page.ts'
import { refundRequests } from '#contract/orders/refunds.ts'
import { reviews } from '#contract/orders/reviews.ts'
import { runAnswers } from '#contract/orders/run-answers.ts'
import { seats } from '#contract/orders/seats.ts'
import { verifiedFiles } from '#contract/orders/verified-files.ts'

import type { Area, Dependencies } from '../dependencies.ts'
import { contentDisposition } from '../platform/http/send-bytes.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Gateway } from '../platform/payments/gateway.ts'
import type { SandboxGateway } from '../platform/payments/sandbox.ts'
import { requireVisible } from '../projects/access.ts'
import { logFacts } from '../projects/log/keys.ts'
import { recordList } from '../staff/audit/service.ts'
import { quote } from './cart.ts'
import { checkout, paymentOnItsWay } from './checkout/service.ts'
import {
  createCouponAsStaff,
  createCoupon,
  listCoupons,
  switchCouponAsStaff,
  switchOwnCoupon,
} from './coupons/service.ts'
import { recordDispute } from './disputes/service.ts'
import { computerLinkRoutes, mailComputerLink } from './downloads/computer-link.ts'
import { linkedSourceRoutes, linkToSource } from './downloads/linked-source.ts'
import { listReleases, releaseChanges, releaseFileChanges, setNotes } from './downloads/releases.ts'
import { linkToReport, reportRoutes } from './downloads/report-link.ts'
import { sendArchive } from './downloads/service.ts'
import { changeHelp } from './help/change.ts'
import { openHelp } from './help/open.ts'
import { helpPictureRoutes } from './help/pictures.ts'
import { helpReceived, saveTexts, threadsAfter, threadsOf } from './help/threads.ts'
import { writeHelp } from './help/write.ts'
import { creditNoteDocument, draw, invoiceDocument } from './invoices/documents.ts'
import type { PrintedDocument } from './invoices/pdf/layout.ts'
import { creditNoteFor, invoiceFor } from './invoices/service.ts'
import { myLicence, verifiedLicence } from './licences/service.ts'
import { pageOfProject } from './project-page.ts'
import {
  answerRequest,
  requestRefund,
  requestsForOwner,
  refundOf,
  withdrawRequest,
} from './returns/requests.ts'
import { editReview, myReview, replyToReview, reviewsOf, writeReview } from './reviews/service.ts'
import { runOf, runsReceived, saveRunAnswer } from './run-answers/service.ts'
import { acceptInvitation, declineInvitation, invitationWith } from './seats/invitations.ts'
import { leaveSeat, myLicenceOfSeat, mySeat, mySeats } from './seats/own-seats.ts'
import { endSeat, invite, seatsOfOrder } from './seats/service.ts'
import { myOrder, myOrders, myOwned, myPayment } from './service.ts'
import { handleCallback, paymentWebhook } from './settle/events.ts'
import type { RecordDispute } from './settle/service.ts'
import { listHelp, refundByStaff } from './staff/help-requests.ts'
import { listCases, decideRequest } from './staff/refund-cases.ts'
import { disputeRoutes, heldPaymentRoutes, recallRoutes, staffOrderRoutes } from './staff/routes.ts'
import { filesWith, sumsFor } from './verified-files/service.ts'

export const registerOrders: Area = ({ app, serve }, dependencies) => {
  projectPageRoutes(serve, dependencies)
  orderRoutes(serve, dependencies)
  couponRoutes(serve, dependencies)
  refundRequestRoutes(serve, dependencies)
  helpRoutes(serve, dependencies)
  helpPictureRoutes(app, dependencies)
  seatRoutes(serve, dependencies)
  invoiceRoutes(serve, dependencies)
  licenceRoutes(serve, dependencies)
  verifiedFileRoutes(serve, dependencies)
  runAnswerRoutes(serve, dependencies)
  reviewRoutes(serve, dependencies)
  downloadRoutes(serve, dependencies)
  staffOrderRoutes(serve, dependencies)
  disputeRoutes(serve, dependencies)
  heldPaymentRoutes(serve, dependencies)
  recallRoutes(serve, dependencies)
  sandboxRoutes(serve, dependencies)
  reportRoutes(app, dependencies)
  linkedSourceRoutes(app, dependencies)
  void app.register((own) => computerLinkRoutes(own, dependencies))
  const noteDispute: RecordDispute = (trx, gateway, dispute) =>
    recordDispute({ ...dependencies, gateway }, trx, dispute)
  void app.register(paymentWebhook(dependencies, noteDispute), { prefix: '/api' })
}

const projectPageRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(projectPage, {
    get: ({ params }, { caller, request }) =>
      pageOfProject(dependencies, caller, params.id, (error) => request.log.error(error)),
  })

const orderRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(orders, {
    quote: async ({ body }, { caller }) => {
      const memberId = caller?.role === 'member' ? caller.id : undefined
      const priced = await quote(dependencies, body.items, { memberId, coupon: body.coupon })
      return priced
    },
    onItsWay: async ({ body }, { caller }) => ({
      // A page waits for the answer; what comes later is settled all the same.
      paymentId: await Promise.race([
        paymentOnItsWay(dependencies, caller.id, body.items),
        setTimeout(3000, null, { ref: false }),
      ]),
    }),
    checkout: async ({ body }, { caller, request }) => {
      // A buyer counts as a visitor of today even if they requested no page.
      request.server.daily.visitorOf(request)
      const paymentId = await checkout(dependencies, caller.id, body, request.ip)
      return { payment: await myPayment(dependencies, caller.id, paymentId) }
    },
    payment: async ({ params }, { caller }) => ({
      payment: await myPayment(dependencies, caller.id, params.id),
    }),
    callback: async ({ body }, { caller }) => {
      const paymentId = await handleCallback(dependencies, caller.id, body)
      return { payment: await myPayment(dependencies, caller.id, paymentId) }
    },
    owned: (_received, { caller }) => myOwned(dependencies.db, caller.id),
    get: async ({ params }, { caller }) => ({ order: await myOrder(dependencies, caller, params.id) }),
    mine: ({ query }, { caller }) => myOrders(dependencies, caller.id, query),
  })

const couponRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(coupons, {
    mine: ({ query }, { caller }) => listCoupons(db, caller.id, query),
    create: async ({ body }, { caller }) => ({ coupon: await createCoupon(db, caller.id, body) }),
    setOn: async ({ params, body }, { caller }) => ({
      coupon: await switchOwnCoupon(db, caller.id, params.id, body.isOn),
    }),
    all: ({ query }) => listCoupons(db, undefined, query),
    createAsStaff: async ({ body }, { caller }) => ({ coupon: await createCouponAsStaff(db, caller, body) }),
    setOnAsStaff: async ({ params, body }, { caller }) => ({
      coupon: await switchCouponAsStaff(db, caller, params.id, body.isOn),
    }),
  })

const refundRequestRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(refundRequests, {
    get: async ({ params }, { caller }) => ({
      refund: await refundOf(dependencies.db, caller.id, params.id),
    }),
    ask: async ({ params, body }, { caller }) => ({
      refund: await requestRefund(dependencies, caller.id, params.id, body.reason),
    }),
    withdraw: async ({ params }, { caller }) => ({
      refund: await withdrawRequest(dependencies.db, caller.id, params.id),
    }),
    received: ({ query }, { caller }) => requestsForOwner(dependencies.db, caller.id, query),
    answer: async ({ params, body }, { caller }) => {
      await answerRequest(dependencies.db, caller.id, params.id, body.answer)
    },
    cases: ({ query }, { caller }) =>
      recordList(
        dependencies.db,
        caller,
        ['refund requests', query],
        listCases(dependencies.db, caller, query),
      ),
    decide: async ({ params, body }, { caller }) => ({
      needsSecondPerson: !(await decideRequest(dependencies, caller, params.id, body)),
    }),
  })

const helpRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(help, {
    get: ({ params }, { caller }) => threadsOf(dependencies, caller, params.id),
    open: ({ params }, { caller, request }) => openHelp(dependencies, caller, params.id, request),
    write: ({ params }, { caller, request }) => writeHelp(dependencies, caller, params.id, request),
    change: ({ params, body }, { caller }) => changeHelp(dependencies, caller, params.id, body.status),
    refund: async ({ params, body }, { caller }) => {
      const isDone = await refundByStaff(dependencies, caller, params.id, body.note)
      return { ...(await threadsAfter(dependencies, params.id)), needsSecondPerson: !isDone }
    },
    received: ({ query }, { caller }) => helpReceived(dependencies.db, caller.id, query),
    saveTexts: ({ body }, { caller }) => saveTexts(dependencies.db, caller.id, body.texts),
    list: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['help requests', query], listHelp(dependencies.db, query)),
  })

const invoiceRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(invoices, {
    invoice: async ({ params }, { caller, reply }) => {
      const invoice = await invoiceFor(db, caller, params.id)
      return sendDocument(reply, invoice.kind as InvoiceKind, invoiceDocument(invoice))
    },
    creditNote: async ({ params }, { caller, reply }) =>
      sendDocument(reply, 'credit note', creditNoteDocument(await creditNoteFor(db, caller, params.id))),
  })

const sendDocument = async (reply: FastifyReply, kind: DocumentKind, document: PrintedDocument) =>
  reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(documentFileName(kind, document.number)))
    .send(await draw(document))

const licenceRoutes = (serve: Serve, { db, config }: Dependencies) =>
  serve(licences, {
    file: async ({ params }, { caller, reply }) =>
      sendLicence(reply, await myLicence(db, caller.id, params.id, config.publicUrl)),
    verify: async ({ params }) => ({ licence: await verifiedLicence(db, params.code) }),
  })

const verifiedFileRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(verifiedFiles, {
    get: ({ params }) => filesWith(dependencies, params.hash),
    log: async () => ({ log: await logFacts(dependencies) }),
    sums: ({ params }, { caller }) => sumsFor(dependencies.db, caller, params),
  })

const sendLicence = (reply: FastifyReply, { name, bytes }: { name: string; bytes: Buffer }) =>
  reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', contentDisposition(name))
    .header('x-content-type-options', 'nosniff')
    .send(bytes)

const seatRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(seats, {
    ofOrder: ({ params }, { caller }) => seatsOfOrder(dependencies.db, caller.id, params.id),
    invite: ({ params, body }, { caller }) => invite(dependencies, caller.id, params.id, body.email),
    end: ({ params, query }, { caller }) => endSeat(dependencies, caller.id, { ...params, ...query }),
    invitation: async ({ body }) => ({ invitation: await invitationWith(dependencies, body.token) }),
    accept: async ({ body }, { caller }) => ({
      id: await acceptInvitation(dependencies, caller.id, body.token),
    }),
    decline: ({ body }) => declineInvitation(dependencies, body.token),
    mine: async (_received, { caller }) => ({ seats: await mySeats(dependencies, caller.id) }),
    get: async ({ params }, { caller }) => ({ seat: await mySeat(dependencies, caller, params.id) }),
    licence: async ({ params }, { caller, reply }) =>
      sendLicence(reply, await myLicenceOfSeat(dependencies, caller.id, params.id)),
    leave: ({ params }, { caller }) => leaveSeat(dependencies.db, caller.id, params.id),
  })

const runAnswerRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(runAnswers, {
    get: ({ params }, { caller }) => runOf(dependencies.db, caller.id, params.id),
    received: ({ params }, { caller }) => runsReceived(dependencies.db, caller, params.id),
    set: ({ params, body }, { caller }) => saveRunAnswer(dependencies, caller.id, params.id, body),
  })

const reviewRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(reviews, {
    list: async ({ params }, { caller }) => {
      const { id } = await requireVisible(dependencies.db, caller, params.id)
      return reviewsOf(dependencies.db, id)
    },
    write: ({ params, body }, { caller }) => writeReview(dependencies, caller, params.id, body),
    mine: ({ params }, { caller }) => myReview(dependencies.db, caller, params.id),
    edit: ({ params, body }, { caller }) => editReview(dependencies, caller, params.id, body),
    reply: ({ params, body }, { caller }) => replyToReview(dependencies, caller, params, body.text),
  })

const downloadRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(downloads, {
    archive: ({ params, query }, { caller, request, reply }) =>
      sendArchive(dependencies, caller, { projectId: params.id, ref: query.ref }, request, reply),
    link: ({ params, query }, { caller, request }) =>
      linkToSource(dependencies, caller, { projectId: params.id, ref: query.ref }, (error) =>
        request.log.error(error),
      ),
    mailLink: ({ params }, { caller, request }) =>
      mailComputerLink(dependencies, caller, params.id, (error) => request.log.error(error)),
    reportLink: ({ params }, { caller }) => linkToReport(dependencies, caller, params.id),
    releases: async ({ params }, { caller }) => ({
      releases: await listReleases(dependencies.db, caller, params.id),
    }),
    setNotes: async ({ params, body }, { caller }) => ({
      releases: await setNotes(dependencies, caller, params, body.notes),
    }),
    changes: async ({ params, query }, { caller }) => ({
      changes: await releaseChanges(dependencies, caller, params, query.from),
    }),
    fileChanges: async ({ params, query }, { caller }) => ({
      changes: await releaseFileChanges(dependencies, caller, params, query),
    }),
  })

/** Serves the sandbox gateway's pay page. With any other gateway, and in live mode, these addresses do not exist. */
function sandboxRoutes(serve: Serve, dependencies: Dependencies) {
  if (dependencies.config.mode === 'live' || !isSandbox(dependencies.gateway)) return
  const gateway = () => dependencies.gateway as SandboxGateway
  serve(sandbox, {
    show: async ({ params }) => {
      const { amountPaise, description, status } = await gateway().show(params.orderId)
      return { amount: rupeesOf(amountPaise), description, status }
    },
    pay: async ({ params, body: { outcome, amount } }) => ({
      callback: await gateway().pay(
        params.orderId,
        outcome,
        amount === undefined ? undefined : paiseOf(amount),
      ),
    }),
    refund: ({ params, body }) => gateway().refundByHand(params.orderId, paiseOf(body.amount)),
  })
}

const isSandbox = (gateway: Gateway): gateway is SandboxGateway => gateway.name === 'sandbox'
