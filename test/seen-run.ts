import type { RunnerMachine, SeenPage, SeenRun } from '#contract/projects/runners.ts'

/** A machine that lacks nothing. */
export const machine: RunnerMachine = { php: '8.2', mariadb: '10.11', browser: '140', lacks: [] }

/** A page as a runner saw it. */
export const aPage = (page: Partial<SeenPage> = {}): SeenPage => ({
  asked: 'http://localhost/',
  url: 'http://localhost/index.php',
  status: 200,
  title: 'Hostel',
  after: '',
  problems: [],
  isBroken: false,
  dialogs: [],
  ...page,
})

/** What a runner saw of a run that ran. */
export const aSeenRun: SeenRun = {
  error: null,
  machineError: null,
  php: '8.2',
  mariadb: '10.11',
  dumps: [{ path: 'db.sql', statements: 20, tables: 2, failed: [] }],
  tables: 2,
  signIns: [],
  standIns: [],
  outside: [],
  otherCase: [],
  seconds: 11,
  mebibytes: 300,
}
