import { api } from '../api.js';
import { Heading, Problem } from '../components/Bits.jsx';
import Filters from '../components/Filters.jsx';
import TicketTable from '../components/TicketTable.jsx';
import { STATUS_LABELS } from '../format.js';
import { useDesk, useLoad } from '../hooks.js';

function titleOf(query, me) {
  if (query.sla === 'breached') return 'Late tickets';
  if (query.sla === 'warning') return 'Tickets due soon';
  if (query.assignee === 'none') return 'Unassigned tickets';
  if (query.assignee === me.id) return 'Assigned to me';
  if (query.status === 'active') return 'Active tickets';
  return query.status ? STATUS_LABELS[query.status] : 'All tickets';
}

export default function Tickets({ query }) {
  const { me } = useDesk();
  const search = new URLSearchParams(query).toString();
  const { data, error } = useLoad(() => api.get(`/tickets?${search}`), search, 30_000);
  return (
    <>
      <Heading title={titleOf(query, me)} hint={data && `${data.tickets.length} ${data.tickets.length === 1 ? 'ticket' : 'tickets'}, the most pressing first`}>
        <a className="button primary" href="#/new">New ticket</a>
      </Heading>
      <Filters query={query} />
      <Problem error={error} />
      {data && <section className="panel flush"><TicketTable tickets={data.tickets} /></section>}
    </>
  );
}
