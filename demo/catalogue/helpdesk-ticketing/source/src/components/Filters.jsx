import { useEffect, useState } from 'react';
import { PRIORITY_LABELS, STATUS_LABELS } from '../format.js';
import { go, useDesk } from '../hooks.js';

function Choice({ label, value, options, onChange }) {
  return (
    <select aria-label={label} value={value ?? ''} className={value ? 'chosen' : ''} onChange={(event) => onChange(event.target.value)}>
      <option value="">{label}</option>
      {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
    </select>
  );
}

/** The filters are the address, so a filtered list can be bookmarked or sent to a colleague. */
export default function Filters({ query }) {
  const { categories, staff, isStaff } = useDesk();
  const [words, setWords] = useState(query.q ?? '');
  const set = (change) => go('/tickets', { ...query, ...change });

  useEffect(() => setWords(query.q ?? ''), [query.q]);
  useEffect(() => {
    if (words === (query.q ?? '')) return undefined;
    const timer = setTimeout(() => set({ q: words }), 250);
    return () => clearTimeout(timer);
  });

  return (
    <div className="filters">
      <input type="search" placeholder="Search subject, number or person" aria-label="Search" value={words} onChange={(event) => setWords(event.target.value)} />
      <Choice label="Any status" value={query.status} options={[['active', 'Active'], ...Object.entries(STATUS_LABELS)]} onChange={(status) => set({ status })} />
      <Choice label="Any priority" value={query.priority} options={Object.entries(PRIORITY_LABELS)} onChange={(priority) => set({ priority })} />
      <Choice label="Any category" value={query.category} options={categories.map((name) => [name, name])} onChange={(category) => set({ category })} />
      {isStaff && <Choice label="Anyone" value={query.assignee} options={[['none', 'Nobody yet'], ...staff.map((person) => [person.id, person.name])]} onChange={(assignee) => set({ assignee })} />}
      {Object.values(query).some(Boolean) && <button type="button" className="plain" onClick={() => go('/tickets')}>Clear</button>}
    </div>
  );
}
