import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, line, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { runKinds } from './runners.ts'
import { ofRelease } from './source.ts'

/** What a run came to. `not_tried`: projects of its kind are not started. */
export const runOutcomes = ['ran', 'failed', 'not_tried'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** The most runs that an owner may ask for in a day. */
export const ownRunsPerDay = 5

/** A page that was opened in a run. */
const RunPage = z.object({
  title: z.string(),
  /** Its path and query under http://localhost, such as '/hostel/admin/login.php'. */
  path: z.string(),
  /** The HTTP status; 0 where nothing answered. */
  status: z.int(),
  broken: z.boolean(),
  /** Who was signed in, by the role where the listing names it and by the user otherwise; empty before a sign-in. */
  after: z.string(),
  /** The messages of PHP and the database that it shows. */
  problems: z.array(z.string()),
  /** Null where there is none, or this caller may not see it. 1280 × 800, and 640 wide. */
  picture: z.object({ url: z.string(), smallUrl: z.string() }).nullable(),
})
schemaNames.add(RunPage, { id: 'RunPage' })
export type RunPage = z.infer<typeof RunPage>

/** What was seen when a release was started. `run record`: a run is a buyer's answer to 'Did it run?'. */
export const RunRecord = z.object({
  _id: z.string(),
  outcome: z.enum(runOutcomes),
  /** Why it did not run, or was not tried; empty when it ran. */
  reason: z.string(),
  /** What its owner can do about it; empty when there is nothing. */
  advice: z.string(),
  kind: z.enum(runKinds).nullable(),
  /** Of one that is not tried what it is of, such as 'Java'; empty otherwise, and where nothing says how it starts. */
  what: z.string(),
  /** With what it was started, such as 'PHP 8.2 and MariaDB 10.11'; empty for pages alone. */
  runtime: z.string(),
  ranAt: z.string(),
  /** The number of the release. */
  release: z.int(),
  statements: z.object({ run: z.int(), failed: z.int() }),
  tables: z.int(),
  pages: z.array(RunPage),
  /** The sign-ins that were tried. Of a visitor's no user and never a password. */
  signIns: z.array(z.object({ role: z.string(), worked: z.boolean() })),
  /** What failed in the database scripts. */
  failedStatements: z.array(z.object({ file: z.string(), line: z.int(), error: z.string() })),
  /** Libraries for which a copy of ours stood in, because the run had no network. */
  standIns: z.array(z.string()),
  /** Hosts that it asked for and did not reach. */
  outside: z.array(z.string()),
  /** Paths that are found on Windows and macOS alone, because upper and lower case differ. */
  otherCase: z.array(z.string()),
  /** What its owner says of a run that failed. */
  ownerNote: z.string().nullable(),
})
schemaNames.add(RunRecord, { id: 'RunRecord' })
export type RunRecord = z.infer<typeof RunRecord>

/** Why a run was asked for. `night`: another version of PHP, MariaDB or our rules. */
const runCauses = ['upload', 'sign_ins', 'owner', 'staff', 'night'] as const
export type RunCause = (typeof runCauses)[number]

/** A run record as its owner and staff see it. */
export const OwnRunRecord = RunRecord.extend({
  cause: z.enum(runCauses),
  askedAt: z.string(),
  /** The page that was opened first, as somebody chose it. */
  startAt: z.string().nullable(),
  /** Whether everybody sees it, and the pages behind its sign-in. Without such pages `isBehindShown` is as `isShown`. */
  isShown: z.boolean(),
  isBehindShown: z.boolean(),
  /** Whether it waits for staff before everybody sees all of it. */
  waitsForStaff: z.boolean(),
  /** Our machine failed three times, so that it says nothing of the project; nobody else sees it. */
  machineFailed: z.boolean(),
  seconds: z.number().nullable(),
  mebibytes: z.int().nullable(),
  /** As `signIns`, with user, page and where user and password are from. */
  triedSignIns: z.array(
    z.object({
      role: z.string(),
      user: z.string(),
      path: z.string(),
      from: z.string(),
      worked: z.boolean(),
      problem: z.string(),
    }),
  ),
})
schemaNames.add(OwnRunRecord, { id: 'OwnRunRecord' })
export type OwnRunRecord = z.infer<typeof OwnRunRecord>

/** A run that has not ended. */
export const OpenRun = z.object({
  state: z.enum(['waiting', 'running']),
  /** How many runs come before it, itself included; null while it runs. */
  place: z.int().nullable(),
  release: z.int(),
  askedAt: z.string(),
  cause: z.enum(runCauses),
  startAt: z.string().nullable(),
})
schemaNames.add(OpenRun, { id: 'OpenRun' })
export type OpenRun = z.infer<typeof OpenRun>

/** What the newest run of a release came to, or that one waits; undefined where there is none. */
export function runStateOf(
  { runs: records, open }: { runs: readonly OwnRunRecord[]; open: readonly OpenRun[] },
  release: number | null,
): 'waiting' | RunOutcome | undefined {
  const record = records.find((one) => one.release === release && !one.machineFailed)
  return record?.outcome ?? (open.some((one) => one.release === release) ? 'waiting' : undefined)
}

/** A path below the folder of the project, which a browser opens under http://localhost. */
const StartAt = line(300)
  .transform((path) => path.replace(/^\/+/, ''))
  .refine(
    (path) => !/^[a-z][a-z\d+.-]*:|\\|(?:^|\/)\.\.(?:\/|$)/i.test(path),
    'Enter a path, such as admin/index.php',
  )
  .transform((path) => path || null)
  .nullable()

/** What an owner says of a run that failed; null for nothing. */
export const RunNote = prose(500).transform((note) => note || null)

const ofProject = z.object({ id: Id })

export const runs = {
  get: endpoint({
    method: 'GET',
    path: '/projects/:id/run',
    summary:
      'What was seen when the files on sale were started; null while there is nothing to show. For owners and staff what everybody sees.',
    access: 'anyone',
    params: ofProject,
    reply: Done.extend({ run: RunRecord.nullable() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/runs',
    summary: "The run records of a project's releases, the newest first, and the runs that have not ended.",
    access: [...member, ...staff],
    params: ofProject,
    reply: Done.extend({
      /** Of the newest release first; `release` says of which each is. */
      runs: z.array(OwnRunRecord),
      open: z.array(OpenRun),
      /** Whether a run can be asked for now, and why not. */
      mayAsk: z.boolean(),
      whyNot: z.string(),
      /** Of today's, for its owner. */
      left: z.int(),
      /** Whether a machine that runs projects was seen within the last hour. */
      hasRunner: z.boolean(),
      /** Where the next run begins, as somebody chose it last. */
      startAt: z.string().nullable(),
      /** Whether its owner may write a note about the newest record. */
      mayNote: z.boolean(),
    }),
  }),
  bought: endpoint({
    method: 'GET',
    path: '/projects/:id/runs/:number',
    summary:
      'What was seen when a release was started that the caller has bought or has a seat of, on sale or not; null where there is nothing to show, and for everybody else.',
    access: member,
    params: ofRelease,
    reply: Done.extend({ run: RunRecord.nullable() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/projects/:id/run',
    summary: `Asks for a run of the newest release, or moves one that waits to another first page. Owners may ask ${ownRunsPerDay} times a day.`,
    access: [...member, ...staff],
    problems: ['conflict', 'too_many_requests'],
    params: ofProject,
    /** `startAt`: the page that is opened first; null for the one that the runner finds, absent for the one of last time. */
    body: z.object({ startAt: StartAt.optional() }),
    reply: Done,
  }),
  note: endpoint({
    method: 'PUT',
    path: '/projects/:id/run/note',
    summary:
      'Its owner says why the newest run of the newest release failed, before staff show it. Buyers read it then.',
    access: member,
    problems: ['conflict'],
    params: ofProject,
    body: z.object({ note: RunNote }),
    reply: Done,
  }),
}
