import { useDesk } from '../hooks.js';
import { Avatar, Priority, Status } from './Bits.jsx';
import SlaClock from './SlaClock.jsx';

export default function TicketTable({ tickets }) {
  const { nameOf, placeOf } = useDesk();
  if (tickets.length === 0) return <p className="empty">No tickets match. Try removing a filter.</p>;
  return (
    <table className="tickets">
      <thead><tr><th>Ticket</th><th>Priority</th><th>Status</th><th>Time to solve</th><th>Assigned to</th></tr></thead>
      <tbody>
        {tickets.map((ticket) => (
          <tr key={ticket.number} className={ticket.sla.resolve.state}>
            <td className="subject">
              <a href={`#/tickets/${ticket.number}`}>{ticket.title}</a>
              <small>HD-{ticket.number} · {nameOf(ticket.requesterId)}{placeOf(ticket.requesterId) && `, ${placeOf(ticket.requesterId)}`} · {ticket.category}</small>
            </td>
            <td><Priority value={ticket.priority} /></td>
            <td><Status value={ticket.status} /></td>
            <td><SlaClock clock={ticket.sla.resolve} compact /></td>
            <td>{ticket.assigneeId
              ? <span className="person"><Avatar small name={nameOf(ticket.assigneeId)} />{nameOf(ticket.assigneeId).split(' ')[0]}</span>
              : <span className="muted">Nobody yet</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
