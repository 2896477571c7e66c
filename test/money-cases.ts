import type { PayoutCase } from '#contract/money/payouts.ts'
import type { DisputeCase } from '#contract/orders/staff/disputes.ts'

import { allPayloads, payloadsIn } from './payloads.ts'

const id = '01890000-0000-7000-8000-00000000000'
const at = '2026-08-14T09:30:00.000Z'
const times = { firstAt: at, lastAt: at, times: 2 }

/** A payout that waits for staff, with everything that its page can show; its texts are payloads. */
export const payout: PayoutCase = {
  _id: `${id}1`,
  number: 'P-000123',
  amount: 1234.5,
  status: 'on_hold',
  method: 'upi',
  destination: 'as••••@okaxis',
  requestedAt: at,
  approvedAt: at,
  endedAt: null,
  note: allPayloads.slice(0, 1000),
  reference: null,
  member: { id: `${id}2`, name: payloadsIn(80), email: 'owner@e2e.example', isClosed: true },
  exportedAt: at,
  approvedBy: payloadsIn(80),
  needsSecondPerson: true,
  returnReport: { by: payloadsIn(80), at, note: allPayloads.slice(0, 1000), isOwn: false },
  again: { by: payloadsIn(80), note: allPayloads.slice(0, 1000), isOwn: false, isConfirmed: false },
  files: [{ number: 'B-000012', madeAt: at, isAgain: true }],
  allowed: ['approve', 'hold', 'decline', 'return', 'again', 'pay'],
  balance: { payable: -40, held: 800, requested: 1234.5, approved: 0, paid: 9600, frozen: 120 },
  movements: (['sale', 'refund', 'commission', 'payout', 'disputed'] as const).map((kind, index) => ({
    happenedAt: at,
    kind,
    number: `RM-2026-00000${index}`,
    title: kind === 'payout' ? null : payloadsIn(120),
    amount: index % 2 ? -99 : 99,
  })),
  sameDestination: [{ id: `${id}3`, name: payloadsIn(80) }],
  actions: [{ action: 'hold payout', by: payloadsIn(80), at }],
}

/** A dispute that waits for evidence, with all evidence of its sale; its texts are payloads. */
export const dispute: DisputeCase = {
  _id: `${id}3`,
  gatewayId: 'disp_FHOFwqWhatever1',
  gatewayPaymentId: 'pay_EsyWjHrfzb59eR',
  amount: 999,
  deducted: 0,
  reason: payloadsIn(90),
  phase: 'chargeback',
  status: 'action_required',
  openedAt: at,
  respondBy: '2026-12-31T09:30:00.000Z',
  settledAt: null,
  titles: [payloadsIn(120)],
  buyer: { name: payloadsIn(80), email: 'buyer@e2e.example', since: at },
  payment: { id: `${id}4`, amount: 999, capturedAt: at, state: 'Kerala' },
  accepted: { terms: allPayloads.slice(0, 800), at, address: '203.0.113.9' },
  mails: [{ kind: 'receipt', sentAt: at }],
  orders: [
    {
      orderId: `${id}5`,
      number: 'RM-2026-000123',
      title: payloadsIn(120),
      kind: 'source',
      amount: 999,
      status: 'completed',
      orderedAt: at,
      completedAt: at,
      help: [
        {
          number: 'HP-000012',
          kind: 'does_not_run',
          status: 'answered',
          openedAt: at,
          closedAt: null,
          end: null,
          messages: [{ by: 'buyer', text: payloadsIn(2000), sentAt: at }],
        },
      ],
      outcome: 'frozen',
      invoice: 'RM2627000123',
      invoiceKind: 'tax invoice',
      creditNote: null,
      policy: allPayloads.slice(0, 800),
      downloads: [{ ...times, release: 3 }],
      reportDownloads: times,
      ran: true,
      rating: 4,
      refundAskedAt: at,
      asBought: {
        title: payloadsIn(120),
        price: 999,
        orderedAt: at,
        release: 3,
        listing: {
          description: allPayloads,
          category: 'Web Development',
          difficulty: 'Beginner',
          technologies: [payloadsIn(40)],
          features: [payloadsIn(120)],
          requirements: [payloadsIn(120)],
          tags: [payloadsIn(40)],
          demoUrl: null,
          includesInstallationSupport: true,
          allowsCustomization: true,
          files: { count: 12, bytes: 48_000, lines: 900 },
          languages: [{ name: payloadsIn(40), percent: 100 }],
          report: { name: payloadsIn(60), pages: 20, headings: [{ level: 1, text: payloadsIn(90) }] },
        },
        ownLicence: null,
        licence: allPayloads.slice(0, 800),
        refundPolicy: allPayloads.slice(0, 800),
      },
      listing: { release: 3, files: 12, bytes: 48_000 },
    },
  ],
}
