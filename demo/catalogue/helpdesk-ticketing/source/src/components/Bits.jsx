import { PRIORITY_LABELS, STATUS_LABELS } from '../format.js';

const HUES = [168, 205, 262, 320, 14, 42, 95];

/** Initials on a colour that is always the same for the same name. */
export function Avatar({ name, small }) {
  const hue = HUES[[...name].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) % 9973, 7) % HUES.length];
  const initials = name.split(' ').map((word) => word[0]).slice(0, 2).join('');
  return <span className={small ? 'avatar small' : 'avatar'} style={{ '--hue': hue }} aria-hidden="true">{initials}</span>;
}

export const Priority = ({ value }) => (
  <span className={`priority ${value}`}><i /><i /><i /><i />{PRIORITY_LABELS[value]}</span>
);

export const Status = ({ value }) => <span className={`status ${value}`}>{STATUS_LABELS[value]}</span>;

export function Heading({ title, hint, children }) {
  return (
    <header className="heading">
      <div><h1>{title}</h1>{hint && <p>{hint}</p>}</div>
      {children && <div className="actions">{children}</div>}
    </header>
  );
}

export const Problem = ({ error }) => error && <p className="problem" role="alert">{error.message}</p>;
