import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'

const { db } = await startApp()

/**
 * Tables whose changes drop no pages, each with the reason. A new table either gets a trigger in
 * functions/page_changes.sql or is named here.
 */
const shownByNoPage = {
  'nobody but their owner sees them': [
    'acceptances',
    'sessions',
    'refresh_tokens',
    'one_time_codes',
    'one_time_links',
    'confirmations',
    'coupons',
    'data_exports',
    'tax_ids',
    'computer_links',
    'help_texts',
    'seats',
    'seat_refusals',
    'runners',
    'left_behind',
    'wishlist_items',
  ],
  'only buyer, owner and staff see them; their figures may be as old as a page': [
    'help_requests',
    'help_messages',
    'help_pictures',
  ],
  'only the owner and staff see them': [
    'project_views',
    'daily_counts',
    'payouts',
    'debt_repayments',
    'unlisted_images',
  ],
  'what everybody sees of them stands in projects': ['editions'],
  'no kept page shows them: the page that checks files asks each time': ['statements'],
  'what a page shows of them stands in projects': ['run_answers'],
  'only staff see them': [
    'complaints',
    'complaint_numbers',
    'project_blocks',
    'staff',
    'staff_actions',
    'staff_action_texts',
    'staff_recovery_codes',
    'verifications',
    'contact_messages',
    'contact_replies',
    'verification_claims',
    'verification_skips',
    'open_decisions',
    'similarity_sources',
    'similarity_fingerprints',
    'browser_errors',
    'approved_editions',
    'poor_searches',
    'notices',
    'payout_files',
    'payout_file_rows',
    'sealed_copies',
  ],
  'only staff see them, what they change stands in orders': ['disputes', 'disputed_orders', 'ledger_checks'],
  'only buyers and sellers see them, sales are shown by published_projects': [
    'orders',
    'order_numbers',
    'payments',
    'refunds',
    'refund_requests',
    'waiting_refunds',
    'invoices',
    'invoice_lines',
    'credit_notes',
    'document_numbers',
    'downloads',
    'report_downloads',
    'recall_notices',
    'licences',
    'sold_listings',
    'checkout_records',
    'ledger_transactions',
    'ledger_entries',
  ],
  'an upload is not shown before it is a release': ['uploads', 'upload_chunks', 'upload_files', 'blobs'],
  'written with the release they belong to, and never after': [
    'release_files',
    'release_folders',
    'release_languages',
  ],
  'what a page shows of a recall stands in releases': ['release_recalls'],
  'copied from a release when a page first shows them': ['readme_pictures'],
  'written before the record that they are of is shown': ['run_pages'],
  'what a page shows of a report is written together with its name in projects': ['reports'],
  'derived from published_projects in the same transaction': [
    'published_facets',
    'published_figures',
    'vocabulary',
    'word_counts',
  ],

  'a number of followers may be ten seconds old: who follows and unfollows must not empty the cache': [
    'follows',
  ],
  'counters and books of the machinery': [
    'attempts',
    'member_storage',
    'gateway_events',
    'gateway_refunds',
    'capture_excess',
    'sandbox_orders',
    'sandbox_refunds',
    'given_up_jobs',
    'mail_outcomes',
    'sent_mails',
    'mail_bounces',
    'first_listings',
    'release_notices',
    'migrations',
    'backups',
    'function_files',
    'store_sweeps',
    'archive_proofs',
  ],
}

/** Bits of pg_trigger.tgtype. A trigger that only truncate fires is not enough. */
const insertDeleteUpdate = 4 | 8 | 16

test('every table drops the cached public pages when it changes, or is named as one that no public page shows', async () => {
  const { rows } = await sql<{ table: string; tells: boolean }>`
    select relname as table, exists (
      select from pg_trigger where tgrelid = pg_class.oid
      and tgfoid in ('tell_page_change'::regproc, 'tell_project_change'::regproc)
      and tgtype & ${insertDeleteUpdate}::integer <> 0
    ) as tells
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db)
  const silent = rows.filter(({ tells }) => !tells).map(({ table }) => table)
  expect(silent.toSorted()).toEqual(Object.values(shownByNoPage).flat().toSorted())
})
