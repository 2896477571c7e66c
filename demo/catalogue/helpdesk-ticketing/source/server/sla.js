// The clock of a ticket. Every function takes "now" so it can be tested at any moment.

export const PRIORITIES = ['urgent', 'high', 'medium', 'low'];
export const STATUSES = ['open', 'in_progress', 'waiting', 'resolved', 'closed'];
export const DONE = ['resolved', 'closed'];

/** Minutes allowed for the first reply and for the solution. Admins can change these. */
export const DEFAULT_POLICY = {
  urgent: { respond: 30, resolve: 240 },
  high: { respond: 120, resolve: 480 },
  medium: { respond: 480, resolve: 1440 },
  low: { respond: 1440, resolve: 4320 },
};

const MINUTE = 60_000;
const WARN_SHARE = 0.25;

const time = (iso) => new Date(iso).getTime();

/** Time that does not count, because we were waiting for the requester. */
function pausedTime(ticket, until) {
  return ticket.pausedMs + (ticket.pausedAt ? Math.max(0, until - time(ticket.pausedAt)) : 0);
}

function clock({ startedAt, allowed, finishedAt, paused, isPaused, now }) {
  const dueAt = startedAt + allowed + paused;
  const left = dueAt - (finishedAt ?? now);
  let state = 'running';
  if (finishedAt) state = left >= 0 ? 'met' : 'missed';
  else if (left < 0) state = 'breached';
  else if (isPaused) state = 'paused';
  else if (left < allowed * WARN_SHARE) state = 'warning';
  return { state, dueAt: new Date(dueAt).toISOString(), allowedMs: allowed, leftMs: left };
}

export function slaOf(ticket, policy, now = Date.now()) {
  const limits = policy[ticket.priority];
  const startedAt = time(ticket.createdAt);
  return {
    respond: clock({
      startedAt, allowed: limits.respond * MINUTE, paused: 0, isPaused: false, now,
      finishedAt: ticket.firstResponseAt && time(ticket.firstResponseAt),
    }),
    resolve: clock({
      startedAt, allowed: limits.resolve * MINUTE, isPaused: Boolean(ticket.pausedAt), now,
      paused: pausedTime(ticket, now), finishedAt: ticket.resolvedAt && time(ticket.resolvedAt),
    }),
  };
}

/** Moves a ticket to a new status and starts, stops or finishes its clock accordingly. */
export function applyStatus(ticket, status, now = Date.now()) {
  if (ticket.pausedAt) {
    ticket.pausedMs += now - time(ticket.pausedAt);
    ticket.pausedAt = null;
  }
  if (status === 'waiting') ticket.pausedAt = new Date(now).toISOString();
  if (DONE.includes(status)) ticket.resolvedAt ??= new Date(now).toISOString();
  else if (ticket.resolvedAt) {
    // Reopened: the time it spent resolved does not count against the team.
    ticket.pausedMs += now - time(ticket.resolvedAt);
    ticket.resolvedAt = null;
  }
  ticket.status = status;
}
