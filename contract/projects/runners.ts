import { endpoint } from '../kit/endpoint.ts'
import { Done, Id, line, list, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { DemoSignIn } from './demo-sign-ins.ts'

/** The kinds of project that a runner starts; what is of another kind is not tried. */
export const runKinds = ['php-mysql', 'php', 'static', 'sql'] as const
export type RunKind = (typeof runKinds)[number]

/** The most that a runner may say of one run, and the form of its pictures (pixels, bytes). */
export const runLimits = {
  pages: 40,
  signIns: 40,
  dumps: 24,
  failedStatements: 50,
  problems: 10,
  picture: { width: 1280, height: 800, bytes: 4 * 1024 * 1024 },
  bytes: 64 * 1024 * 1024,
} as const

/**
 * The seconds without a sign of life after which a runner has lost its run, the minutes after which it has lost it
 * whatever it says, and the most runners that try one.
 */
export const runLease = { seconds: 60, minutes: 15, attempts: 3 } as const

/** What a project in a sandbox said: one line without signs that turn or hide what stands beside it. */
const said = (max: number) =>
  line(max).regex(/^[^\u202a-\u202e\u2066-\u2069]*$/, 'Use plain text on one line')

/** An address inside the sandbox, where the project answers. */
const address = said(500).regex(/^http:\/\/localhost(?:\/|$)/, 'Give an address under http://localhost')

const version = text(20)
  .regex(/^\d{1,3}(?:\.\d{1,4}){0,3}$/, 'Give a version, such as 8.2')
  .nullable()

/** What the machine of a runner has. `lacks`: what keeps it from running anything, each as a sentence. */
const RunnerMachine = z.object({
  php: version,
  mariadb: version,
  browser: version,
  lacks: list(said(300), 20),
})
schemaNames.add(RunnerMachine, { id: 'RunnerMachine' })
export type RunnerMachine = z.infer<typeof RunnerMachine>

/** A run as a runner gets it. All paths are of files in the ZIP of `GET /runners/runs/:id/files`. */
const RunTask = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  /** How many files the ZIP has, and their size in bytes. */
  files: z.int(),
  bytes: z.int(),
  /** The folder that the web server gets; empty for the top. */
  root: z.string(),
  /** The script of PHP that answers every path that is no file, as the command of its README has it; null where none does. */
  router: z.string().nullable().optional(),
  /** The first folder in the links of its pages: under this name it lies on the server of its owner. */
  folder: z.string().nullable(),
  /** The page that is opened first, as its owner or the check names it; null where the runner looks for it. */
  startAt: z.string().nullable(),
  dumps: z.array(
    z.object({
      path: z.string(),
      database: z.string().nullable(),
      sameAs: z.string().nullable(),
      /** Whether it is written for another system than MySQL, so that it is left out. */
      isOther: z.boolean().optional(),
    }),
  ),
  /** The names of databases in the code. */
  databases: z.array(z.string()),
  signIns: z.array(DemoSignIn),
})
schemaNames.add(RunTask, { id: 'RunTask' })
export type RunTask = z.infer<typeof RunTask>

/** A page as the browser of a runner saw it. */
export const SeenPage = z.object({
  /** What was asked for, and where it led. */
  asked: address,
  url: address,
  status: z.int().min(0).max(999),
  title: said(200),
  /** The user who was signed in; empty before that. */
  after: said(100),
  /** The messages of PHP and the database that it shows. */
  problems: list(said(300), runLimits.problems),
  isBroken: z.boolean(),
  /** What it said by alert(). */
  dialogs: list(said(300), runLimits.problems),
})
schemaNames.add(SeenPage, { id: 'SeenPage' })
export type SeenPage = z.infer<typeof SeenPage>

const SeenDump = z.object({
  path: said(1000),
  statements: z.int().min(0).max(10_000_000),
  tables: z.int().min(0).max(10_000),
  failed: list(
    z.object({
      code: z.int().min(0).max(100_000),
      line: z.int().min(0).max(100_000_000),
      error: said(300),
    }),
    runLimits.failedStatements,
  ),
})

const SeenSignIn = z.object({
  form: address,
  user: said(100),
  /** Where user and password are from, such as 'README.md' or 'table admin'; empty for the ones of the task. */
  from: said(200),
  worked: z.boolean(),
  /** What the page said that came after, where it was broken. */
  problem: said(300),
})

/** What a runner saw of a run besides its pages. What it means is decided by the server. No password is in it. */
export const SeenRun = z.object({
  /** Why it could not be started; null where it was. */
  error: said(300).nullable(),
  /** What happened to the machine, so that the project is not to blame; null where nothing did. */
  machineError: said(300).nullable(),
  php: version,
  mariadb: version,
  dumps: list(SeenDump, runLimits.dumps),
  tables: z.int().min(0).max(10_000),
  signIns: list(SeenSignIn, runLimits.signIns),
  /** Libraries of CDNs for which a copy of the runner stood in. */
  standIns: list(said(60), 40),
  /** Hosts that its pages asked for and did not get. */
  outside: list(said(200), 40),
  /** Paths that were found only because upper and lower case count for the same, as they do on Windows. */
  otherCase: list(said(500), 20),
  seconds: z.number().min(0).max(3600),
  /** The most memory of both sandboxes together, in MiB. */
  mebibytes: z.int().min(0).max(100_000),
})
schemaNames.add(SeenRun, { id: 'SeenRun' })
export type SeenRun = z.infer<typeof SeenRun>

const runner = ['runner'] as const
const ofRun = z.object({ id: Id })

/** The calls of runners, which start projects in sandboxes. A runner reads only the run that it holds. */
export const runners = {
  claim: endpoint({
    method: 'POST',
    path: '/runners/claim',
    summary: 'Takes the next run, and says what the machine has. `run` is null where nothing waits.',
    access: runner,
    body: RunnerMachine,
    bodyLimit: 128 * 1024,
    reply: Done.extend({ run: RunTask.nullable() }),
  }),
  files: endpoint({
    method: 'GET',
    path: '/runners/runs/:id/files',
    summary: 'The files of a run that the caller holds, as a ZIP that is made while it is sent.',
    access: runner,
    problems: ['conflict'],
    params: ofRun,
    reply: 'file',
  }),
  alive: endpoint({
    method: 'PUT',
    path: '/runners/runs/:id/alive',
    summary: `Keeps a run for another minute, up to ${runLease.minutes} in all. 409: it was lost meanwhile, and is to be stopped.`,
    access: runner,
    problems: ['conflict'],
    params: ofRun,
    reply: Done,
  }),
  addPage: endpoint({
    method: 'POST',
    path: '/runners/runs/:id/pages',
    summary:
      'Adds a page that was seen; with its picture, a PNG of 1280 × 800 and 4 MB at most, where there is one.',
    access: runner,
    problems: ['conflict'],
    params: ofRun,
    /** `page`: a `SeenPage` as JSON. */
    form: z.object({ page: text(16_000, { missing: 'Send the page' }) }),
    files: 'picture',
    reply: Done,
  }),
  end: endpoint({
    method: 'PUT',
    path: '/runners/runs/:id',
    summary: 'Ends a run with what was seen.',
    access: runner,
    problems: ['conflict'],
    params: ofRun,
    body: SeenRun,
    bodyLimit: 6 * 1024 * 1024,
    reply: Done,
  }),
}
