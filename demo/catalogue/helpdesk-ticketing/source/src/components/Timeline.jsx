import { PRIORITY_LABELS, STATUS_LABELS, ago, dateTime } from '../format.js';
import { useDesk, useNow } from '../hooks.js';
import { Avatar } from './Bits.jsx';

function describe({ field, to }, nameOf) {
  if (field === 'assigneeId') return to ? `assigned this to ${nameOf(to)}` : 'removed the assignee';
  if (field === 'status') return `set the status to ${STATUS_LABELS[to]}`;
  if (field === 'priority') return `set the priority to ${PRIORITY_LABELS[to]}`;
  return `moved this to ${to}`;
}

function Message({ by, at, text, kind, now }) {
  const { nameOf, placeOf } = useDesk();
  return (
    <li className={`message ${kind}`}>
      <Avatar name={nameOf(by)} />
      <div>
        <header><strong>{nameOf(by)}</strong><span>{placeOf(by)}</span>{kind === 'note' && <em>Internal note</em>}<time title={dateTime(at)}>{ago(at, now)}</time></header>
        <p>{text}</p>
      </div>
    </li>
  );
}

export default function Timeline({ ticket }) {
  const { nameOf } = useDesk();
  const now = useNow();
  return (
    <ol className="timeline">
      <Message by={ticket.requesterId} at={ticket.createdAt} text={ticket.body} kind="comment" now={now} />
      {ticket.events.map((event) => (event.type === 'change'
        ? <li key={event.id} className="change"><span>{nameOf(event.by)} {describe(event, nameOf)}</span><time>{ago(event.at, now)}</time></li>
        : <Message key={event.id} {...event} kind={event.type} now={now} />))}
    </ol>
  );
}
