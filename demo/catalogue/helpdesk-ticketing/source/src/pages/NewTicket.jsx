import { useState } from 'react';
import { api } from '../api.js';
import { Heading, Problem } from '../components/Bits.jsx';
import { go, useDesk } from '../hooks.js';

const PRIORITIES = [
  ['urgent', 'Urgent', 'Work has stopped for many people'],
  ['high', 'High', 'I cannot do my work'],
  ['medium', 'Medium', 'I can work, but with trouble'],
  ['low', 'Low', 'A request, no hurry'],
];

export default function NewTicket() {
  const { categories } = useDesk();
  const [error, setError] = useState(null);

  const submit = async (event) => {
    event.preventDefault();
    try {
      const ticket = await api.post('/tickets', Object.fromEntries(new FormData(event.target)));
      go(`/tickets/${ticket.number}`);
    } catch (problem) {
      setError(problem);
    }
  };

  return (
    <>
      <Heading title="New ticket" hint="Tell us what happened. We will reply here." />
      <form className="panel narrow" onSubmit={submit}>
        <Problem error={error} />
        <label>Subject<input name="title" required maxLength="120" autoFocus /></label>
        <label>Category<select name="category">{categories.map((name) => <option key={name}>{name}</option>)}</select></label>
        <fieldset>
          <legend>How serious is it?</legend>
          {PRIORITIES.map(([value, label, hint]) => (
            <label key={value} className={`option ${value}`}>
              <input type="radio" name="priority" value={value} defaultChecked={value === 'medium'} />
              <span><strong>{label}</strong><small>{hint}</small></span>
            </label>
          ))}
        </fieldset>
        <label>Description<textarea name="body" rows="6" required maxLength="4000" placeholder="What did you do, what did you see, and since when?" /></label>
        <button className="primary">Send ticket</button>
      </form>
    </>
  );
}
