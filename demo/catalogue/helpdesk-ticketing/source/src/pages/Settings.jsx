import { useState } from 'react';
import { api } from '../api.js';
import { Heading, Priority, Problem } from '../components/Bits.jsx';
import { PRIORITY_LABELS, minutesLabel } from '../format.js';
import { useDesk, useLoad } from '../hooks.js';

const ROLES = ['requester', 'agent', 'admin'];

function Policy() {
  const { data: policy, setData, reload } = useLoad(() => api.get('/policy'), 'policy');
  const [message, setMessage] = useState(null);
  const [error, setError] = useState(null);
  if (!policy) return null;

  const edit = (priority, field, value) => setData({ ...policy, [priority]: { ...policy[priority], [field]: Number(value) } });
  const save = async (event) => {
    event.preventDefault();
    setMessage(null);
    try {
      await api.put('/policy', policy);
      setError(null);
      setMessage('Saved. All clocks follow the new times from now.');
      reload();
    } catch (problem) {
      setError(problem);
    }
  };

  return (
    <form className="panel" onSubmit={save}>
      <h2>SLA times</h2>
      <Problem error={error} />
      {message && <p className="done" role="status">{message}</p>}
      <table className="policy">
        <thead><tr><th>Priority</th><th>First reply (minutes)</th><th>Solution (minutes)</th></tr></thead>
        <tbody>{Object.keys(PRIORITY_LABELS).map((priority) => (
          <tr key={priority}>
            <td><Priority value={priority} /></td>
            {['respond', 'resolve'].map((field) => (
              <td key={field}>
                <input type="number" min="5" max="43200" value={policy[priority][field]} aria-label={`${priority} ${field}`} onChange={(event) => edit(priority, field, event.target.value)} />
                <small>{minutesLabel(policy[priority][field])}</small>
              </td>
            ))}
          </tr>
        ))}</tbody>
      </table>
      <button className="primary">Save times</button>
    </form>
  );
}

function People() {
  const { me, people, loadDirectory } = useDesk();
  const [error, setError] = useState(null);
  const run = async (request) => {
    try {
      await request;
      await loadDirectory();
      setError(null);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    }
  };
  const add = async (event) => {
    event.preventDefault();
    const form = event.target;
    if (await run(api.post('/people', Object.fromEntries(new FormData(form))))) form.reset();
  };

  return (
    <section className="panel">
      <h2>People</h2>
      <Problem error={error} />
      <table className="people">
        <tbody>{people.map((person) => (
          <tr key={person.id}>
            <td><strong>{person.name}</strong><small>{person.email}</small></td>
            <td>{person.place}</td>
            <td><select aria-label={`Role of ${person.name}`} value={person.role} disabled={person.id === me.id}
              onChange={(event) => run(api.patch(`/people/${person.id}`, { role: event.target.value }))}>
              {ROLES.map((role) => <option key={role}>{role}</option>)}
            </select></td>
          </tr>
        ))}</tbody>
      </table>
      <form className="add-person" onSubmit={add}>
        <input name="name" placeholder="Name" aria-label="Name" required />
        <input name="email" type="email" placeholder="Email" aria-label="Email" required />
        <input name="place" placeholder="Team, city" aria-label="Team and city" required />
        <input name="password" type="password" placeholder="First password" aria-label="First password" minLength="8" autoComplete="new-password" required />
        <select name="role" aria-label="Role">{ROLES.map((role) => <option key={role}>{role}</option>)}</select>
        <button>Add person</button>
      </form>
    </section>
  );
}

export default function Settings() {
  return (
    <>
      <Heading title="Settings" hint="SLA times and people" />
      <div className="settings"><Policy /><People /></div>
    </>
  );
}
