import { duration } from '../format.js';
import { useNow } from '../hooks.js';

const FINISHED = ['met', 'missed'];

/**
 * A fuse that burns down towards the due time. The server decides the state once;
 * between reloads the browser only moves the time on, so the clock never stands still.
 */
function live(clock, now) {
  if (FINISHED.includes(clock.state) || clock.state === 'paused') return clock;
  const leftMs = new Date(clock.dueAt) - now;
  const state = leftMs < 0 ? 'breached' : leftMs < clock.allowedMs * 0.25 ? 'warning' : 'running';
  return { ...clock, leftMs, state };
}

function label({ state, leftMs }) {
  if (state === 'met') return `Met with ${duration(leftMs)} to spare`;
  if (state === 'missed') return `Missed by ${duration(leftMs)}`;
  if (state === 'breached') return `Late by ${duration(leftMs)}`;
  if (state === 'paused') return `Paused, ${duration(leftMs)} left`;
  return `${duration(leftMs)} left`;
}

export default function SlaClock({ clock, title, compact }) {
  const now = useNow();
  const current = live(clock, now);
  const share = current.state === 'breached' ? 1 : Math.max(0.02, Math.min(1, current.leftMs / current.allowedMs));
  return (
    <div className={`sla ${current.state} ${compact ? 'compact' : ''}`}>
      {title && <span className="sla-title">{title}</span>}
      <span className="sla-label">{label(current)}</span>
      {!(compact && FINISHED.includes(current.state)) && <span className="fuse"><i style={{ width: `${share * 100}%` }} /></span>}
    </div>
  );
}
