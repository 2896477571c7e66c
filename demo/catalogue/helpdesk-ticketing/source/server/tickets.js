import { randomUUID } from 'node:crypto';
import { DONE, applyStatus, slaOf } from './sla.js';

export const CATEGORIES = ['Hardware', 'Network', 'Software', 'Email', 'Access', 'Printer'];

export const isStaff = (person) => person.role !== 'requester';

/** Requesters see only what they raised. */
export const canSee = (person, ticket) => isStaff(person) || ticket.requesterId === person.id;

export function createTicket(data, { title, body, category, priority, requesterId }, now = Date.now()) {
  const at = new Date(now).toISOString();
  data.lastNumber += 1;
  const ticket = {
    number: data.lastNumber, title, body, category, priority, status: 'open', requesterId, assigneeId: null,
    createdAt: at, updatedAt: at, firstResponseAt: null, resolvedAt: null, pausedAt: null, pausedMs: 0, events: [],
  };
  data.tickets.push(ticket);
  return ticket;
}

function addEvent(ticket, event, now) {
  const at = new Date(now).toISOString();
  ticket.events.push({ id: randomUUID(), at, ...event });
  ticket.updatedAt = at;
}

export function changeTicket(ticket, person, changes, now = Date.now()) {
  for (const [field, to] of Object.entries(changes)) {
    const from = ticket[field];
    if (from === to) continue;
    if (field === 'status') applyStatus(ticket, to, now);
    else ticket[field] = to;
    addEvent(ticket, { type: 'change', by: person.id, field, from, to }, now);
  }
}

/**
 * Adds a reply, or a note that only staff can read. The first public staff reply stops the
 * response clock. A reply from the requester wakes up a waiting or resolved ticket.
 */
export function addComment(ticket, person, { text, internal }, now = Date.now()) {
  addEvent(ticket, { type: internal ? 'note' : 'comment', by: person.id, text }, now);
  if (internal) return;
  if (isStaff(person) && person.id !== ticket.requesterId) ticket.firstResponseAt ??= new Date(now).toISOString();
  else if (['waiting', 'resolved'].includes(ticket.status)) {
    changeTicket(ticket, person, { status: ticket.assigneeId ? 'in_progress' : 'open' }, now);
  }
}

/** What the browser receives: no internal notes for requesters, and the clocks worked out. */
export function present(ticket, data, person, { full = false } = {}) {
  const { events, ...rest } = ticket;
  const visible = events.filter((event) => event.type !== 'note' || isStaff(person));
  return {
    ...rest, sla: slaOf(ticket, data.policy), replies: visible.filter((event) => event.type !== 'change').length,
    ...(full && { events: visible }),
  };
}

const byUrgency = (a, b) => {
  const done = Number(DONE.includes(a.status)) - Number(DONE.includes(b.status));
  if (done !== 0) return done;
  return DONE.includes(a.status)
    ? b.updatedAt.localeCompare(a.updatedAt)
    : a.sla.resolve.dueAt.localeCompare(b.sla.resolve.dueAt);
};

export function searchTickets(data, person, query) {
  const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const names = new Map(data.people.map((entry) => [entry.id, entry.name]));
  const matches = (ticket) => {
    const done = DONE.includes(ticket.status);
    if (query.status === 'active' ? done : query.status && ticket.status !== query.status) return false;
    if (query.priority && ticket.priority !== query.priority) return false;
    if (query.category && ticket.category !== query.category) return false;
    if (query.assignee === 'none' ? ticket.assigneeId : query.assignee && ticket.assigneeId !== query.assignee) return false;
    const text = `hd-${ticket.number} ${ticket.title} ${names.get(ticket.requesterId)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return data.tickets
    .filter((ticket) => canSee(person, ticket) && matches(ticket))
    .map((ticket) => present(ticket, data, person))
    .filter((ticket) => !query.sla || (!DONE.includes(ticket.status) && ticket.sla.resolve.state === query.sla))
    .sort(byUrgency);
}
