import { useState } from 'react';
import { api } from '../api.js';
import { Heading, Priority, Problem, Status } from '../components/Bits.jsx';
import SlaClock from '../components/SlaClock.jsx';
import Timeline from '../components/Timeline.jsx';
import { PRIORITY_LABELS, STATUS_LABELS, dateTime } from '../format.js';
import { useDesk, useLoad } from '../hooks.js';

function Reply({ onSend, canNote }) {
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const [busy, setBusy] = useState(false);

  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    if (await onSend({ text, internal })) setText('');
    setBusy(false);
  };

  return (
    <form className={internal ? 'reply note' : 'reply'} onSubmit={submit}>
      {canNote && (
        <div className="switch" role="group" aria-label="Kind of message">
          <button type="button" aria-pressed={!internal} onClick={() => setInternal(false)}>Reply</button>
          <button type="button" aria-pressed={internal} onClick={() => setInternal(true)}>Internal note</button>
        </div>
      )}
      <textarea rows="3" aria-label="Message" maxLength="4000" value={text} onChange={(event) => setText(event.target.value)}
        placeholder={internal ? 'Only the IT team will see this' : 'Write a reply'} />
      <button className="primary" disabled={busy || !text.trim()}>{internal ? 'Add note' : 'Send reply'}</button>
    </form>
  );
}

function Property({ label, value, options, onChange }) {
  return (
    <label>{label}
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
      </select>
    </label>
  );
}

export default function TicketPage({ number }) {
  const { me, isStaff, staff, categories, nameOf, placeOf } = useDesk();
  const { data: ticket, error, setData } = useLoad(() => api.get(`/tickets/${number}`), number, 30_000);
  const [problem, setProblem] = useState(null);

  const run = async (request) => {
    try {
      setData(await request);
      setProblem(null);
      return true;
    } catch (failure) {
      setProblem(failure);
      return false;
    }
  };
  const change = (changes) => run(api.patch(`/tickets/${number}`, changes));

  if (!ticket) return <Problem error={error} />;
  const done = ['resolved', 'closed'].includes(ticket.status);

  return (
    <>
      <Heading title={ticket.title} hint={`HD-${ticket.number}, raised by ${nameOf(ticket.requesterId)} on ${dateTime(ticket.createdAt)}`}>
        {isStaff && !ticket.assigneeId && <button type="button" onClick={() => change({ assigneeId: me.id })}>Take it</button>}
        {isStaff && !done && <button type="button" className="primary" onClick={() => change({ status: 'resolved' })}>Mark resolved</button>}
        {!isStaff && ticket.status === 'resolved' && <button type="button" className="primary" onClick={() => change({ status: 'closed' })}>Yes, it is solved</button>}
        {done && <button type="button" onClick={() => change({ status: 'open' })}>Reopen</button>}
      </Heading>
      <Problem error={problem ?? error} />
      <div className="ticket">
        <section>
          <Timeline ticket={ticket} />
          <Reply canNote={isStaff} onSend={(message) => run(api.post(`/tickets/${number}/comments`, message))} />
        </section>
        <aside>
          <section className="panel clocks">
            <SlaClock title="Time to solve" clock={ticket.sla.resolve} />
            <SlaClock title="First reply" clock={ticket.sla.respond} />
          </section>
          <section className="panel properties">
            {isStaff ? (
              <>
                <Property label="Status" value={ticket.status} options={Object.entries(STATUS_LABELS)} onChange={(status) => change({ status })} />
                <Property label="Priority" value={ticket.priority} options={Object.entries(PRIORITY_LABELS)} onChange={(priority) => change({ priority })} />
                <Property label="Assigned to" value={ticket.assigneeId} options={[['', 'Nobody yet'], ...staff.map((person) => [person.id, person.name])]} onChange={(assigneeId) => change({ assigneeId })} />
                <Property label="Category" value={ticket.category} options={categories.map((name) => [name, name])} onChange={(category) => change({ category })} />
                <p className="muted">Requester: {nameOf(ticket.requesterId)}, {placeOf(ticket.requesterId)}</p>
              </>
            ) : (
              <>
                <Status value={ticket.status} /><Priority value={ticket.priority} />
                <p className="muted">{ticket.assigneeId ? `${nameOf(ticket.assigneeId)} is working on this` : 'Not assigned yet'}</p>
              </>
            )}
          </section>
        </aside>
      </div>
    </>
  );
}
