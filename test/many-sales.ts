import pg from 'pg'

/** The id of a generated row of a kind; rows count from 1. */
export const idOf = (kind: keyof typeof prefixes, row: number) =>
  `${prefixes[kind]}-0000-7000-8000-${row.toString(16).padStart(12, '0')}`

const prefixes = {
  member: '01000000',
  project: '02000000',
  release: '03000000',
  payment: '04000000',
  order: '05000000',
  posting: '06000000',
  refund: '07000000',
  payout: '08000000',
  dispute: '09000000',
  invoice: '0a000000',
  coupon: '0b000000',
  request: '0c000000',
  review: '0d000000',
  help: '0e000000',
  message: '0f000000',
  picture: '10000000',
} as const

const id = (kind: keyof typeof prefixes, row: string) =>
  `('${prefixes[kind]}-0000-7000-8000-' || lpad(to_hex(${row}), 12, '0'))::uuid`

/**
 * Fills an empty, migrated database with a number of completed orders (2,000 or more) of two years and everything that
 * belongs to them, with a balanced ledger: one in forty is refunded, one in five hundred is disputed, one in five is
 * sold by the first member, who also referred every fifth buyer, and who is asked for help with the newest 500. Failed
 * attempts lie between them. The rows are the same each time.
 */
export async function fillWithSales(url: string, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = 'replica'; set work_mem = '64MB'`)
    for (const statement of statementsFor(orders)) await client.query(statement)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/**
 * The numbers of rows for a number of orders. Among the members owners come first, then buyers with ten orders each.
 */
export function sizesOf(orders: number) {
  const owners = Math.max(20, Math.round(orders / 500))
  const projects = Math.max(200, Math.round(orders / 100))
  return { owners, projects, buyers: Math.ceil(orders / 10), attempts: Math.round(orders / 20) }
}

function statementsFor(orders: number): string[] {
  const { owners, projects, buyers, attempts } = sizesOf(orders)
  const ofFirst = Math.max(20, projects / 100)
  const when = `now() - (${orders} - i) * interval '730 days' / ${orders}`
  return [
    `insert into members (id, email, name, referral_code, created_at, is_email_verified, is_agent, referred_by)
      select ${id('member', 'i')}, 'member' || i || '@sales.example', 'Member ' || i, 'SALES' || i, now() - interval '800 days', true, i = 1,
        case when i > ${owners} and i % 5 = 1 then ${id('member', '1')} when i > ${owners} and i % 5 = 2 then ${id('member', `2 + i % ${owners - 1}`)} end
      from generate_series(1, ${owners + buyers}) i`,
    `insert into projects (id, owner_id, title, price_paise, description, category, difficulty, repository, verification_status, release_id, created_at)
      select ${id('project', 'i')}, ${id('member', `case when i <= ${ofFirst} then 1 else 2 + i % ${owners - 1} end`)}, 'Project ' || i,
        (i % 40 + 1) * 9900, 'Sold often', 'Web Development', 'Beginner', 'sales-' || i, 'approved', ${id('release', 'i')}, now() - interval '800 days'
      from generate_series(1, ${projects}) i`,
    `insert into releases (id, project_id, number, status, file_count, total_size, lines, approved_at, created_at)
      select release_id, id, 1, 'approved', 12, 48000, 900, created_at, created_at from projects`,
    `insert into published_projects (project_id, category, difficulty, price_paise, technologies, rating, rating_count, sales_count, created_at, words)
      select id, category, difficulty, price_paise, '{PHP}', 0, 0, 100, created_at, ''::tsvector from projects`,
    `insert into sold_listings (id, project_id, hash, licence) select id, id, '', 'Ours' from projects`,
    `insert into project_views (project_id, day, source, views)
      select id, current_date - day, 'search', 3 from projects, generate_series(0, 29) day`,
    `insert into coupons (id, code, owner_id, percent, max_uses, max_discount_paise, budget_paise) values
      (${id('coupon', '1')}, 'OWNERTENTH', ${id('member', '1')}, 10, null, null, null), (${id('coupon', '2')}, 'SHOPTENTH', null, 10, 1000000000, 1000000, 2000000000)`,
    // Each row is one order in the state in which settling, refunds and disputes would have left it. A payment holds one order, every twentieth two.
    `create temporary table sold as
      select *, (price * 4000 + 10000) / 20000 as fee, case when referrer is null then 0 else price / 10 end as commission,
        least((price * tds_rate * 2 + 10000) / 20000, price - (price * 4000 + 10000) / 20000) as tds
      from (
        select *, list - case when discount_by = 'owner' then discount else 0 end as price, list - discount as paid,
          list > discount and (i % 40 = 0 or is_lost) as is_refunded
        from (
          select i, case when i % 20 = 0 then i - 1 else i end as payment, ${owners} + 1 + (i - 1) / 10 as buyer, project, ${when} as at,
            list, case when is_disputed and list > 0 then true else false end as is_disputed, is_disputed and list > 0 and i % 2000 = 11 as is_lost,
            case when list = 0 then null when i % 17 = 0 then 'owner' when i % 19 = 0 then 'platform' end as discount_by,
            case when i % 17 = 0 or i % 19 = 0 then list / 10 else 0 end as discount,
            owner, case when owner <> referrer then referrer end as referrer, case when i % 4 = 0 then 10 else 0 end as tds_rate
          from (
            select i, project, is_disputed, case when i % 101 = 0 then 0 else (project % 40 + 1) * 9900 end as list,
              case when project <= ${ofFirst} then 1 else 2 + project % ${owners - 1} end as owner,
              case buyer % 5 when 1 then 1 when 2 then 2 + buyer % ${owners - 1} end as referrer
            from (
              select i, i % 500 = 11 as is_disputed, ${owners} + 1 + (i - 1) / 10 as buyer,
                case when i % 5 = 0 then i / 5 % ${ofFirst} + 1 else ${ofFirst} + 1 + i % ${projects - ofFirst} end as project
              from generate_series(1, ${orders}) i
            ) numbered
          ) listed
        ) priced
      ) paid`,
    `analyze sold`,
    `insert into payments (id, member_id, idempotency_key, gateway, gateway_order_id, gateway_payment_id, amount_paise, state, status,
        created_at, captured_at, asked_at, reconciled_at, coupon_id)
      select ${id('payment', 'payment')}, ${id('member', 'min(buyer)')}, 'sales-' || payment, 'sandbox',
        case when sum(paid) > 0 then 'order_sales' || payment end, case when sum(paid) > 0 then 'pay_sales' || payment end, sum(paid),
        'Kerala', 'captured', min(at), min(at), min(at), case when sum(paid) > 0 and payment <= ${orders - 100} then min(at) end,
        ${id('coupon', `case max(discount_by) when 'owner' then 1 when 'platform' then 2 end`)}
      from sold group by payment`,
    `insert into orders (id, payment_id, member_id, project_id, kind, title, amount_paise, owner_id, referrer_id, release_id, status,
        created_at, completed_at, number, refund_days, discount_paise, discount_by, listing_id)
      select ${id('order', 'i')}, ${id('payment', 'payment')}, ${id('member', 'buyer')}, ${id('project', 'project')}, 'source',
        'Project ' || project, paid, ${id('member', 'owner')}, ${id('member', 'referrer')}, ${id('release', 'project')},
        case when is_refunded then 'refunded' when paid > 0 and i % 1000 = 7 then 'refund_requested' else 'completed' end,
        at, at, 'RM-2026-' || lpad(i::text, 7, '0'), case when paid > 0 then 7 end, discount, discount_by,
        ${id('project', 'project')} from sold`,
    `insert into payments (id, member_id, idempotency_key, gateway, gateway_order_id, amount_paise, state, status, created_at, asked_at)
      select ${id('payment', `${orders} + i`)}, ${id('member', `${owners} + 1 + i`)}, 'attempt-' || i, 'sandbox', 'order_attempt' || i,
        9900, 'Kerala', case when i > ${attempts - 20} then 'created' else 'cancelled' end,
        now() - (${attempts} - i) * interval '730 days' / ${attempts}, now() - (${attempts} - i) * interval '729 days' / ${attempts}
      from generate_series(1, ${attempts}) i`,
    `insert into orders (id, payment_id, member_id, project_id, kind, title, amount_paise, owner_id, status, created_at, number, refund_days, listing_id)
      select ${id('order', `${orders} + i`)}, ${id('payment', `${orders} + i`)}, ${id('member', `${owners} + 1 + i`)}, ${id('project', `1 + i % ${projects}`)},
        'report', 'Project ' || 1 + i % ${projects}, 9900, ${id('member', `case when 1 + i % ${projects} <= ${ofFirst} then 1 else 2 + (1 + i % ${projects}) % ${owners - 1} end`)},
        case when i > ${attempts - 20} then 'pending' else 'cancelled' end, now() - (${attempts} - i) * interval '730 days' / ${attempts},
        'RM-2026-' || lpad((${orders} + i)::text, 7, '0'), 7, ${id('project', `1 + i % ${projects}`)}
      from generate_series(1, ${attempts}) i`,
    `insert into ledger_transactions (id, kind, order_id, happened_at, tds_rate)
      select ${id('posting', 'i')}, 'sale', ${id('order', 'i')}, at, tds_rate from sold`,
    entries('i', 'sale'),
    `insert into disputes (id, gateway, gateway_dispute_id, gateway_payment_id, amount_paise, deducted_paise, reason, phase, status, said_at,
        opened_at, respond_by, settled_at)
      select ${id('dispute', 'i')}, 'sandbox', 'disp_sales' || i, 'pay_sales' || payment, paid, case when is_lost then paid else 0 end, 'Not as described',
        'chargeback', case when is_lost then 'lost' when ${isOpen(orders)} then 'open' else 'won' end, at, at, at + interval '9 days', case when not ${isOpen(orders)} then at end
      from sold where is_disputed`,
    `insert into disputed_orders (dispute_id, order_id, outcome)
      select ${id('dispute', 'i')}, ${id('order', 'i')}, case when is_lost then 'refunded' when not ${isOpen(orders)} then 'released' end from sold where is_disputed`,
    `insert into ledger_transactions (id, kind, order_id, dispute_id, happened_at)
      select ${id('posting', `n * ${orders} + i`)}, kind, ${id('order', 'i')}, ${id('dispute', 'i')}, at
      from sold, (values (3, 'dispute_hold'), (4, 'dispute_release')) of (n, kind) where is_disputed and (n = 3 or not ${isOpen(orders)})`,
    holds(orders),
    `insert into refunds (id, payment_id, order_id, cause, gateway, gateway_payment_id, amount_paise, status, gateway_refund_id, created_at, returned_at, dispute_id)
      select ${id('refund', 'i')}, ${id('payment', 'payment')}, ${id('order', 'i')}, case when is_lost then 'disputed' else 'requested' end, 'sandbox',
        'pay_sales' || payment, paid, case when ${isDue(orders)} then 'due' else 'returned' end,
        case when not ${isDue(orders)} and not is_lost then 'rfnd_sales' || i end, at + interval '1 day', case when not ${isDue(orders)} then at + interval '1 day' end,
        case when is_lost then ${id('dispute', 'i')} end
      from sold where is_refunded`,
    `insert into ledger_transactions (id, kind, order_id, happened_at)
      select ${id('posting', `${orders} + i`)}, 'refund', ${id('order', 'i')}, at + interval '1 day' from sold where is_refunded`,
    entries(`${orders} + i`, 'refund'),
    `insert into ledger_transactions (id, kind, refund_id, happened_at)
      select ${id('posting', `2::bigint * ${orders} + i`)}, 'repayment', ${id('refund', 'i')}, at + interval '1 day' from sold where is_refunded and not ${isDue(orders)}`,
    `insert into ledger_entries (transaction_id, account, amount_paise, kind, happened_at)
      select ${id('posting', `2::bigint * ${orders} + i`)}, account, sign * paid, 'repayment', at + interval '1 day' from sold, (values ('refunds:due', -1), ('clearing:sandbox', 1)) of (account, sign)
      where is_refunded and not ${isDue(orders)}`,
    `insert into refund_requests (id, order_id, reason, requested_at, outcome, decided_by, decided_at)
      select ${id('request', 'i')}, ${id('order', 'i')}, 'It does not run', at, case when is_refunded then 'approved' end,
        case when is_refunded then 'Staff' end, case when is_refunded then at + interval '1 day' end
      from sold where is_refunded and not is_lost or paid > 0 and not is_refunded and i % 1000 = 7`,
    `insert into invoices (id, payment_id, member_id, kind, number, year, serial, issued_at, seller, buyer_name, buyer_state, rate_basis_points, rounds_to_rupee)
      select ${id('invoice', 'payment')}, ${id('payment', 'payment')}, ${id('member', 'min(buyer)')}, 'receipt', 'R/2026/' || payment, 2025, payment, min(at),
        '{}', 'Member', 'Kerala', 0, false from sold group by payment having sum(paid) > 0`,
    `insert into invoice_lines (order_id, invoice_id, position, order_number, title, kind, sac, amount_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise)
      select ${id('order', 'i')}, ${id('invoice', 'payment')}, i - payment, 'RM-2026-' || lpad(i::text, 7, '0'), 'Project ' || project, 'source', '998434', paid, paid, 0, 0, 0
      from sold where paid > 0`,
    `insert into credit_notes (order_id, number, year, serial, issued_at)
      select ${id('order', 'i')}, 'C/2026/' || i, 2025, i, at + interval '1 day' from sold where is_refunded`,
    `insert into reviews (id, order_id, project_id, member_id, rating, text, created_at, withdrawn_at)
      select ${id('review', 'i')}, ${id('order', 'i')}, ${id('project', 'project')}, ${id('member', 'buyer')}, 4, 'Runs', at, case when is_refunded then at end
      from sold where i % 10 = 3`,
    `insert into downloads (member_id, release_id, first_at, last_at)
      select ${id('member', 'buyer')}, ${id('release', 'project')}, at, at from sold where i % 2 = 0 on conflict do nothing`,
    `create temporary table helped as
      select row_number() over (order by i desc) as n, * from sold where owner = 1 and paid > 0 and not is_refunded order by i desc limit ${maxHelped}`,
    `insert into help_requests (id, order_id, member_id, owner_id, project_id, kind, status, owner_answers, opened_at, asked_at, ends_at, last_at,
        waiting_since, due_at, first_answer_at, last_answer_at)
      select ${id('help', 'n')}, ${id('order', 'i')}, ${id('member', 'buyer')}, ${id('member', 'owner')}, ${id('project', 'project')}, 'does_not_run',
        case when n % 3 = 0 then 'answered' else 'open' end, n % 4 > 0, at, at, at + interval '30 days', at,
        case when n % 3 > 0 then at end, case when n % 3 > 0 then at + interval '1 day' end, case when n % 3 = 0 then at end, case when n % 3 = 0 then at end
      from helped`,
    `insert into help_messages (id, request_id, writer, text, sent_at)
      select ${id('message', '10 * n + m')}, ${id('help', 'n')}, case m % 2 when 0 then 'buyer' else 'owner' end, repeat('It says: Unknown database. ', 30), at
      from helped, generate_series(0, 3) m`,
    `insert into help_pictures (id, message_id, position, width, height, member_id, bytes)
      select ${id('picture', '10 * n + p')}, ${id('message', '10 * n')}, p, 1600, 900, ${id('member', 'buyer')}, 60000 from helped, generate_series(0, 2) p`,
    // The first member gets a payout each month, the others four in all.
    `create temporary table paid_out as
      select row_number() over (order by nth, owner) as i, owner, nth, now() - (24 - nth) * interval '30 days' as at,
        case when nth < 23 then 'paid' when nth = 23 then 'approved' else 'requested' end as status
      from generate_series(1, ${owners}) owner, generate_series(1, 24) nth where owner = 1 or nth in (4, 12, 20, 24)`,
    `insert into payouts (id, number, member_id, amount_paise, method, masked, status, reference, requested_at, approved_at, ended_at)
      overriding system value
      select ${id('payout', 'i')}, i, ${id('member', 'owner')}, 10000, 'upi', 'm…@upi', status, case when status = 'paid' then 'UTR' || i end,
        at, case when status <> 'requested' then at end, case when status = 'paid' then at end from paid_out`,
    `insert into ledger_transactions (id, kind, payout_id, happened_at)
      select ${id('posting', `n * ${orders} + i`)}, kind, ${id('payout', 'i')}, at
      from paid_out, (values (5::bigint, 'payout', 'requested'), (6, 'disbursement', 'paid')) of (n, kind, state)
      where case n when 5 then status <> 'requested' else status = 'paid' end`,
    `insert into ledger_entries (transaction_id, account, amount_paise, kind, happened_at)
      select ${id('posting', `n * ${orders} + i`)}, case account when 'member' then 'member:' || ${id('member', 'owner')} else account end, amount,
        case n when 5 then 'payout' else 'disbursement' end, at
      from paid_out, (values (5::bigint, 'member', -10000), (5, 'payouts:due', 10000), (6, 'payouts:due', -10000), (6, 'clearing:manual', 10000)) of (n, account, amount)
      where case n when 5 then status <> 'requested' else status = 'paid' end`,
    `drop table sold, helped, paid_out`,
  ]
}

/** The open help requests: more than one owner will ever have. */
const maxHelped = 500

/** Selects disputes that their bank has not decided. */
const isOpen = (orders: number) => `(not is_lost and i > ${orders * 0.98})`
/** Selects refunds that the gateway has not made yet. */
const isDue = (orders: number) => `(not is_lost and i > ${orders * 0.999})`

/** Inserts the ledger entries of sales, or with the opposite sign those of refunds. */
const entries = (posting: string, kind: 'sale' | 'refund') => {
  const [which, sign, at, collected] =
    kind === 'sale'
      ? ['true', 1, 'at', `'clearing:sandbox'`]
      : ['is_refunded', -1, `at + interval '1 day'`, `'refunds:due'`]
  return `insert into ledger_entries (transaction_id, account, amount_paise, kind, happened_at)
    select ${id('posting', posting)}, account, ${sign} * amount, '${kind}', ${at} from sold, lateral (values
      (${collected}, -paid), ('platform:coupons', paid - price), ('member:' || ${id('member', 'owner')}, price - fee - tds),
      ('member:' || ${id('member', 'referrer')} || ':commission', commission), ('platform:fees', fee - commission), ('withheld:tds', tds)) part (account, amount)
    where ${which} and amount <> 0`
}

const holds = (orders: number) =>
  `insert into ledger_entries (transaction_id, account, amount_paise, kind, happened_at)
    select ${id('posting', `n * ${orders} + i`)}, account, sign * amount, case n when 3 then 'dispute_hold' else 'dispute_release' end, at
    from sold, (values (3::bigint, 1), (4, -1)) moves (n, sign), lateral (values
      ('disputes:held', price - fee - tds + commission), ('member:' || ${id('member', 'owner')}, tds + fee - price),
      ('member:' || ${id('member', 'referrer')} || ':commission', -commission)) part (account, amount)
    where is_disputed and (n = 3 or not ${isOpen(orders)}) and amount <> 0`
