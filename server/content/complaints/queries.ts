import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { hoursToDecide, kindsAlone } from '#contract/content/complaint-kinds.ts'
import type { ComplaintItem, ComplaintOutcome } from '#contract/content/complaints.ts'
import type { reviewStates } from '#contract/content/moderation.ts'
import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'

import { isDiscounted } from '../../orders/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

type State = (typeof reviewStates)[number]

const isWithoutAccount = sql<boolean>`complaints.complainant_email is not null`
const isReported = sql<boolean>`exists (select from complaints
  where complaints.review_id = reviews.id and outcome is null)`
const isIn: Record<State, ReturnType<typeof sql<SqlBool>>> = {
  reported: sql<boolean>`${isReported}`,
  hidden: sql<boolean>`hidden_at is not null`,
  all: sql<boolean>`true`,
}

/** A page of reviews with their complaints: those with an open one first, then the newest. */
export const reviewsIn = (connection: Connection, state: State, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('reviews')
      .innerJoin('projects', 'projects.id', 'reviews.projectId')
      .innerJoin('members', 'members.id', 'reviews.memberId')
      .selectAll('reviews')
      .select(['projects.title', 'members.name', 'members.email', isDiscounted.as('isDiscounted')])
      .select((from) =>
        jsonArrayFrom(
          from
            .selectFrom('complaints')
            .leftJoin('members as complainant', 'complainant.id', 'complaints.memberId')
            // One-word names, because keys inside JSON are not converted to camel case.
            .select(['kind', 'complaints.text', 'sentAt as at', 'outcome'])
            .select(sql<string>`coalesce(complainant.name, complainant_name, '')`.as('name'))
            .whereRef('reviewId', '=', 'reviews.id')
            .orderBy(isWithoutAccount)
            .orderBy('sentAt', 'desc')
            .limit(20),
        ).as('complaints'),
      )
      .where('withdrawnAt', 'is', null)
      .where(isIn[state])
      .orderBy(isReported, 'desc')
      .orderBy('reviews.createdAt', 'desc')
      .orderBy('reviews.id', 'desc'),
    window,
  )
export type ReviewRow = Awaited<ReturnType<typeof reviewsIn>>['rows'][number]

export type ComplaintRow = Selectable<DB['complaints']>

/**
 * Increments and returns the number of complaints. The row stays locked until the transaction ends, so that a rollback
 * leaves no gap.
 */
export async function allocateNumber(trx: Connection): Promise<number> {
  const { last } = await trx
    .updateTable('complaintNumbers')
    .set({ last: sql<number>`last + 1` })
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/**
 * Inserts a complaint; undefined when the same member has an open one about the same item, or ever had one about the
 * same review.
 */
export const insertComplaint = (trx: Connection, complaint: Insertable<DB['complaints']>) =>
  trx
    .insertInto('complaints')
    .values(complaint)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const lockComplaint = (trx: Connection, id: string) =>
  trx.selectFrom('complaints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setAnswer = (trx: Connection, id: string, answer: string) =>
  trx
    .updateTable('complaints')
    .set({ answer, answeredAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/** Decides the open complaints that match, and returns them by number. */
export const decideComplaints = async (
  trx: Connection,
  { column, ids }: { column: 'id' | 'reviewId' | 'questionId'; ids: string[] },
  { by, ...decision }: { outcome: ComplaintOutcome; reasons: string; by: string },
) => {
  const decided = await trx
    .updateTable('complaints')
    .set({ ...decision, decidedBy: by, decidedAt: sql<Date>`now()` })
    .where(column, 'in', ids)
    .where('outcome', 'is', null)
    .returningAll()
    .execute()
  return decided.toSorted((one, other) => one.number - other.number)
}

/**
 * The complaints about a listing itself: what is open first and of that what members sent, which nobody can bury by
 * sending many without an account; then the newest.
 */
export const complaintsAboutListing = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('complaints')
    .leftJoin('projectBlocks as block', 'block.complaintId', 'complaints.id')
    .selectAll('complaints')
    .select(['block.endsAt as blockedUntil', 'block.endedAt as blockEndedAt'])
    .where('complaints.projectId', '=', projectId)
    .where('reviewId', 'is', null)
    .where('questionId', 'is', null)
    .orderBy(sql`outcome is not null`)
    .orderBy(isWithoutAccount)
    .orderBy('sentAt', 'desc')
    .limit(100)
    .execute()

/** The open complaints about some listings themselves. */
export const openComplaintsAbout = async (connection: Connection, projectIds: string[]) =>
  projectIds.length === 0
    ? []
    : connection
        .selectFrom('complaints')
        .selectAll()
        .where('projectId', 'in', projectIds)
        .where('reviewId', 'is', null)
        .where('questionId', 'is', null)
        .where('outcome', 'is', null)
        .execute()

/** The time by which a complaint must be decided, as `dueAt` of the contract computes it. */
const due = sql<Date>`complaints.sent_at + make_interval(hours => (${JSON.stringify(hoursToDecide)}::jsonb ->> complaints.kind)::integer)`

const withItems = (connection: Connection) =>
  connection
    .selectFrom('complaints')
    .innerJoin('projects', 'projects.id', 'complaints.projectId')
    .innerJoin('members as owner', 'owner.id', 'projects.ownerId')
    .leftJoin('members as complainant', 'complainant.id', 'complaints.memberId')
    .leftJoin('reviews', 'reviews.id', 'complaints.reviewId')
    .leftJoin('questions', 'questions.id', 'complaints.questionId')
    .leftJoin('projectBlocks as block', 'block.complaintId', 'complaints.id')
    .selectAll('complaints')
    .select(['block.endsAt as blockedUntil', 'block.endedAt as blockEndedAt'])
    .select(
      sql<number>`(select count(*) from project_blocks join projects on projects.id = project_blocks.project_id
        where projects.owner_id = owner.id)`.as('ownerBlocks'),
    )
    .select(['projects.title', 'owner.name as ownerName', 'owner.email as ownerEmail'])
    .select(['complainant.name as memberName', 'complainant.email as memberEmail'])
    .select(sql<string | null>`coalesce(reviews.text, questions.text)`.as('said'))
    .select(sql<boolean>`projects.deleted_at is not null or reviews.withdrawn_at is not null`.as('isGone'))
    .select('projects.ownerId')
export type ComplaintWithItem = NonNullable<Awaited<ReturnType<typeof complaintWithItem>>>

export const complaintWithItem = (connection: Connection, id: string) =>
  withItems(connection).where('complaints.id', '=', id).executeTakeFirst()

/** A complaint by the number that people see. */
export const complaintByNumber = (connection: Connection, number: number) =>
  withItems(connection).where('complaints.number', '=', number).executeTakeFirst()

/**
 * What has the same value is one entry in the list of staff: a complaint by itself, or those without an account of one
 * item and kind.
 */
const entryKey = sql<string>`case
  when complaints.complainant_email is null or complaints.kind = any(${kindsAlone}) then complaints.id::text
  else concat_ws(' ', coalesce(complaints.review_id, complaints.question_id, complaints.project_id), complaints.kind) end`

const items: Record<ComplaintItem, ReturnType<typeof sql<SqlBool>>> = {
  listing: sql`complaints.review_id is null and complaints.question_id is null`,
  review: sql`complaints.review_id is not null`,
  question: sql`complaints.question_id is not null`,
}
/** Whether a complaint is about a kind of item; about any without one. */
const isAbout = (item: ComplaintItem | undefined) => (item ? items[item] : sql<SqlBool>`true`)

/**
 * A page of the entries of open complaints, all or those about one kind of item, those of members first and then the
 * next due; each is its first complaint.
 */
export const openEntries = (connection: Connection, about: ComplaintItem | undefined, window: PageWindow) =>
  pageOf(
    connection,
    withItems(connection)
      .innerJoin(
        (from) =>
          from
            .selectFrom('complaints')
            .select(({ fn }) => [fn.min('number').as('first'), fn.countAll<number>().as('count')])
            .where('outcome', 'is', null)
            .groupBy(entryKey)
            .as('entry'),
        (join) => join.onRef('entry.first', '=', 'complaints.number'),
      )
      .select('entry.count')
      .where(isAbout(about))
      .orderBy(isWithoutAccount)
      .orderBy(due)
      .orderBy('complaints.number'),
    window,
  )

const alone = sql<number>`1`.as('count')

/** A page of the open complaints in the entry of one, by number. */
export const openInEntryOf = (connection: Connection, id: string, window: PageWindow) =>
  pageOf(
    connection,
    withItems(connection).select(alone).where(isInEntryOf(id)).orderBy('complaints.number'),
    window,
  )

/** The ids of the open complaints in the entry of one, up to a number. */
export const idsInEntryOf = async (trx: Connection, id: string, last: number): Promise<string[]> => {
  const rows = await trx
    .selectFrom('complaints')
    .select('id')
    .where(isInEntryOf(id))
    .where('complaints.number', '<=', last)
    .execute()
  return rows.map((row) => row.id)
}

const isInEntryOf = (id: string) =>
  sql<boolean>`complaints.outcome is null
    and ${entryKey} = (select ${entryKey} from complaints where complaints.id = ${id})`

/** A page of the decided complaints, all or those about one kind of item, newest first. */
export const decidedComplaints = (
  connection: Connection,
  about: ComplaintItem | undefined,
  window: PageWindow,
) =>
  pageOf(
    connection,
    withItems(connection)
      .select(alone)
      .where('outcome', 'is not', null)
      .where(isAbout(about))
      .orderBy('complaints.decidedAt', 'desc')
      .orderBy('complaints.number'),
    window,
  )

/**
 * What a complaint took down, as it is then: the complaint, and the listing with its owner and the files of its newest
 * release, and of those on sale, by release, path, size and sha256, and what was seen in its runs; or the review or question with its author.
 */
export async function takenDown(connection: Connection, id: string) {
  const { rows } = await sql<{ copy: object }>`
    select jsonb_build_object(
      'complaint', to_jsonb(complaints),
      'listing', case when is_listing then to_jsonb(projects) - 'idempotency_key' - 'request_hash' end,
      'change', (select to_jsonb(editions) from editions where editions.project_id = projects.id and number is null and is_listing),
      'review', to_jsonb(reviews),
      'question', to_jsonb(questions),
      'by', jsonb_build_object('id', author.id, 'name', author.name, 'email', author.email, 'phone', author.phone),
      'runs', case when is_listing then (
        select jsonb_agg(to_jsonb(run_records) || jsonb_build_object('pages', (
          select jsonb_agg(run_pages.seen order by position) from run_pages where run_id = run_records.id)) order by ended_at)
        from run_records where run_records.project_id = projects.id and run_records.status = 'ended') end,
      'files', (
        select jsonb_agg(jsonb_build_object('release', number, 'path', path, 'size', size, 'sha256', sha256) order by number, path)
        from releases join release_files on release_files.release_id = releases.id
        where releases.project_id = projects.id and is_listing and (
          releases.id in (projects.release_id, edited_release(projects))
          or number = (select max(number) from releases newest where newest.project_id = projects.id)))
    ) as copy
    from complaints join projects on projects.id = complaints.project_id
    left join reviews on reviews.id = complaints.review_id left join questions on questions.id = complaints.question_id
    cross join lateral (select complaints.review_id is null and complaints.question_id is null as is_listing) about
    left join members author
      on author.id = case when is_listing then projects.owner_id else coalesce(reviews.member_id, questions.asker_id) end
    where complaints.id = ${id}`.execute(connection)
  return rows[0]!.copy
}

/**
 * Counts the open complaints, the late ones of them, and the reviews and questions that staff find as reported, and finds
 * the time of the oldest and the one by which the next must be decided.
 */
export const countOpenComplaints = (connection: Connection) =>
  connection
    .selectFrom('complaints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(({ fn }) =>
      fn
        .countAll<number>()
        .filterWhere(due, '<', sql<Date>`now()`)
        .as('late'),
    )
    .select(sql<number>`count(distinct reviews.id)`.as('reviews'))
    .select(sql<number>`count(distinct case when ${items.question} then ${entryKey} end)`.as('questions'))
    .select(sql<Date | null>`min(${due})`.as('nextDue'))
    .select(({ fn }) => fn.min<Date | null>('sentAt').as('since'))
    .leftJoin('reviews', (join) =>
      join.onRef('reviews.id', '=', 'complaints.reviewId').on('withdrawnAt', 'is', null),
    )
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()

/**
 * Removes a member from the complaints that they made with their account, the words of the decided ones, and their
 * answers as the owner of some projects. What is open keeps its words: staff still decide it.
 */
export async function clearComplaintsOf(trx: Connection, memberId: string, projectIds: string[]) {
  const own = await trx
    .updateTable('complaints')
    .set({ memberId: null })
    .where('memberId', '=', memberId)
    .returning('id')
    .execute()
  await clearWordsOfFormer(
    trx,
    own.map(({ id }) => id),
  )
  if (projectIds.length > 0)
    await trx
      .updateTable('complaints')
      .set({ answer: '' })
      .where('projectId', 'in', projectIds)
      .where('answer', 'is not', null)
      .execute()
}

/** Clears the words of those of some complaints that are decided and were made by a member who has no account any more. */
export async function clearWordsOfFormer(trx: Connection, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .updateTable('complaints')
      .set({ notice: null, text: '' })
      .where('id', 'in', ids)
      .where('outcome', 'is not', null)
      .where('memberId', 'is', null)
      .where('complainantEmail', 'is', null)
      .execute()
}

/**
 * Removes from decided complaints who made them without an account, and their words, `limits.visitorDays` after the
 * decision.
 */
export const forgetComplainants = (db: Connection) =>
  db
    .updateTable('complaints')
    .set({ complainantName: null, complainantEmail: null, notice: null, text: '' })
    .where('complainantEmail', 'is not', null)
    .where('decidedAt', '<', sql<Date>`now() - make_interval(days => ${limits.visitorDays})`)
    .execute()
