import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The metrics of this process since its start, for all apps in it. Labels have few values: none comes from a caller's
 * input.
 */
export const registry = new Registry()
const registers = [registry]

export const requestSeconds = new Histogram({
  name: 'readymade_request_duration_seconds',
  help: "Requests by route pattern, method and status class; via 'page' for those that a page made on the server",
  labelNames: ['method', 'route', 'status', 'via'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
  registers,
})

export const settledPayments = new Counter({
  name: 'readymade_payments_settled_total',
  help: 'What was heard of payments, by what came of it; completed ones were delivered',
  labelNames: ['outcome'] as const,
  registers,
})

export const finishedJobs = new Counter({
  name: 'readymade_jobs_finished_total',
  help: "Jobs done, failed (to be tried again) or given_up; emails are of the kind 'mail'",
  labelNames: ['kind', 'outcome'] as const,
  registers,
})

export const countedMails = new Counter({
  name: 'readymade_mails_total',
  help: 'Emails by what came of them in this process; what was given up is among the finished jobs',
  labelNames: ['outcome'] as const,
  registers,
})

export const countedBrowserErrors = new Counter({
  name: 'readymade_browser_errors_total',
  help: 'Errors that browsers told of: new, known, or counted with others because there was no room',
  labelNames: ['outcome'] as const,
  registers,
})

export const countedRuns = new Counter({
  name: 'readymade_runs_total',
  help: 'Runs of projects by their outcome, as this process received it: ran, failed, not_tried, or lost by our machines',
  labelNames: ['outcome'] as const,
  registers,
})

export const runSeconds = new Histogram({
  name: 'readymade_run_duration_seconds',
  help: 'Runs of projects, from the first file to the last page, as their machines say',
  buckets: [2, 5, 10, 20, 40, 80, 160, 320],
  registers,
})

export const ledgerFindings = new Gauge({
  name: 'readymade_ledger_faults',
  help: 'What the newest check of the ledger in this process found, up to a hundred of a kind, and unchecked 1 when it did not end; absent before the first check',
  labelNames: ['kind'] as const,
  registers,
})

export const reconciledVolume = new Gauge({
  name: 'readymade_reconciled_volume_ratio',
  help: 'Share of what was captured in 30 days that the gateway confirmed when asked, 0 to 1; absent before the first run in this process and while nothing was paid',
  registers,
})

export const unreconciledSeconds = new Gauge({
  name: 'readymade_unreconciled_oldest_seconds',
  help: 'Since when the oldest captured payment waits to be confirmed; 0 when none does',
  registers,
})

export const waitingForGateway = new Gauge({
  name: 'readymade_waiting_for_gateway',
  help: 'Payments, refunds and disputes of a gateway, or of an account there, that the configuration cannot ask any more; absent while there are none',
  labelNames: ['gateway', 'what'] as const,
  registers,
})

export const haltedLog = new Gauge({
  name: 'readymade_log_halted',
  help: '1 while the public log is not signed because it would contradict what it said before',
  registers,
})

export const clockSkew = new Gauge({
  name: 'readymade_clock_skew_seconds',
  help: 'By how much the clock of this process was ahead of the database when it was last compared, below 0 behind',
  registers,
})

let isObserved = false

/** Starts to measure memory, event loop and garbage collection; further calls do nothing. */
export function observeProcess() {
  if (!isObserved) collectDefaultMetrics({ register: registry })
  isObserved = true
}

/** Writes one line to the log when something happened that a person must look at. */
export function logAlert(what: string, facts: Record<string, unknown>) {
  process.stderr.write(
    `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), alarm: what, ...facts })}\n`,
  )
}
