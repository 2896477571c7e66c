import { endpoint, staff, superAdmin } from '../../kit/endpoint.ts'
import { Done, Id, line } from '../../kit/fields.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { OwnRunRecord, RunNote, RunRecord } from '../runs.ts'

/**
 * What staff decide about a record of what is on sale. `show`: all of it. `show_public`: without the pages behind a
 * sign-in. `hide`: nothing of it; what was shown before stays.
 */
const runDecisions = ['show', 'show_public', 'hide'] as const
export type RunDecision = (typeof runDecisions)[number]

/** A run record that waits for staff. */
export const HeldRun = z.object({
  projectId: z.string(),
  projectTitle: z.string(),
  run: OwnRunRecord,
  /** What everybody sees meanwhile. */
  shown: RunRecord.nullable(),
  /**
   * Why it waits. `failed`: it did not run. `unseen`: it ran, but not as staff saw it: they hid one like it, it began at
   * another page or with sign-ins that wait for review, or it ended during their decision. `behind`: its pages behind a
   * sign-in.
   */
  why: z.enum(['failed', 'unseen', 'behind']),
  /** Whether the check found data of people in the files. */
  hasPersonalData: z.boolean(),
})
schemaNames.add(HeldRun, { id: 'HeldRun' })
export type HeldRun = z.infer<typeof HeldRun>

/** A machine that runs projects, as staff see it. */
export const Runner = z.object({
  _id: z.string(),
  name: z.string(),
  addedAt: z.string(),
  /** Null before its first call. */
  seenAt: z.string().nullable(),
  isSilent: z.boolean(),
  /** What it said of itself last; `lacks`: what keeps it from running anything. */
  machine: z
    .object({
      php: z.string().nullable(),
      mariadb: z.string().nullable(),
      browser: z.string().nullable(),
      lacks: z.array(z.string()),
    })
    .nullable(),
  /** How many runs it ended since midnight in India, and the median of their seconds; null without any. */
  today: z.int(),
  medianSeconds: z.number().nullable(),
  /** The project that it runs now. */
  running: z.object({ projectId: z.string(), title: z.string(), since: z.string() }).nullable(),
})
schemaNames.add(Runner, { id: 'Runner' })
export type Runner = z.infer<typeof Runner>

export const staffRuns = {
  list: endpoint({
    method: 'GET',
    path: '/admin/runs',
    summary: 'The run records of what is on sale that wait for staff, the oldest first.',
    access: staff,
    reply: Done.extend({ runs: z.array(HeldRun) }),
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/admin/runs/:id',
    summary: 'Shows a run record to everybody, all of it or without the pages behind a sign-in, or hides it.',
    access: staff,
    problems: ['conflict'],
    params: z.object({ id: Id }),
    /** `ownerNote`: the note of its owner as the caller read it; another one that came meanwhile is a conflict. */
    body: z.object({ decision: z.enum(runDecisions), ownerNote: RunNote.optional() }),
    reply: Done,
  }),
}

export const staffRunners = {
  list: endpoint({
    method: 'GET',
    path: '/admin/runners',
    summary:
      'The machines that run projects: when each was seen last, what it has and lacks, and what waits.',
    access: staff,
    reply: Done.extend({
      runners: z.array(Runner),
      waiting: z.int(),
      /** Since when the oldest of them waits. */
      waitingSince: z.string().nullable(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/runners',
    summary: 'Adds a machine that runs projects, and answers its token, which is shown this once.',
    access: superAdmin,
    body: z.object({ name: line(60, 'Name the machine').min(1, 'Name the machine') }),
    reply: Done.extend({ runner: Runner, token: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/runners/:id',
    summary: 'Removes such a machine: its token is worth nothing at once, and its run goes to another.',
    access: superAdmin,
    params: z.object({ id: Id }),
    reply: Done,
  }),
}
