import { DONE, PRIORITIES, slaOf } from './sla.js';

const DAY = 86_400_000;
const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const dayOf = (value) => indianDay.format(new Date(value));

const share = (list, test) => (list.length === 0 ? null : Math.round((list.filter(test).length / list.length) * 100));

/** The numbers behind the dashboard. */
export function summarise(data, now = Date.now()) {
  const clocks = new Map(data.tickets.map((ticket) => [ticket, slaOf(ticket, data.policy, now)]));
  const active = data.tickets.filter((ticket) => !DONE.includes(ticket.status));
  const recent = data.tickets.filter((ticket) => now - new Date(ticket.createdAt) < 30 * DAY);
  const inState = (state) => active.filter((ticket) => clocks.get(ticket).resolve.state === state).length;

  return {
    active: active.length,
    unassigned: active.filter((ticket) => !ticket.assigneeId).length,
    warning: inState('warning'),
    breached: inState('breached'),
    waiting: active.filter((ticket) => ticket.status === 'waiting').length,
    priorities: PRIORITIES.map((priority) => ({ priority, count: active.filter((ticket) => ticket.priority === priority).length })),
    respondedInTime: share(recent.filter((ticket) => ticket.firstResponseAt), (ticket) => clocks.get(ticket).respond.state === 'met'),
    resolvedInTime: share(recent.filter((ticket) => ticket.resolvedAt), (ticket) => clocks.get(ticket).resolve.state === 'met'),
    days: Array.from({ length: 14 }, (_, i) => {
      const day = dayOf(now - (13 - i) * DAY);
      return {
        day,
        created: data.tickets.filter((ticket) => dayOf(ticket.createdAt) === day).length,
        resolved: data.tickets.filter((ticket) => ticket.resolvedAt && dayOf(ticket.resolvedAt) === day).length,
      };
    }),
    agents: data.people.filter((person) => person.role !== 'requester').map((person) => {
      const mine = data.tickets.filter((ticket) => ticket.assigneeId === person.id);
      const open = mine.filter((ticket) => !DONE.includes(ticket.status));
      return {
        id: person.id, name: person.name, open: open.length,
        breached: open.filter((ticket) => clocks.get(ticket).resolve.state === 'breached').length,
        solved: mine.filter((ticket) => ticket.resolvedAt && now - new Date(ticket.resolvedAt) < 30 * DAY).length,
      };
    }),
  };
}
