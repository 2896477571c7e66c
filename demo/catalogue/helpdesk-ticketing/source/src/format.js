export const STATUS_LABELS = { open: 'Open', in_progress: 'In progress', waiting: 'Waiting for requester', resolved: 'Resolved', closed: 'Closed' };
export const PRIORITY_LABELS = { urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low' };

/** 5400000 becomes "1h 30m". Seconds appear only in the last ten minutes. */
export function duration(ms) {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days}d ${hours}h`;
  if (hours > 0) return `${hours}h ${String(minutes).padStart(2, '0')}m`;
  if (minutes >= 10) return `${minutes}m`;
  return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
}

const full = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
export const dateTime = (iso) => full.format(new Date(iso));

export function ago(iso, now) {
  const ms = now - new Date(iso);
  if (ms < 60_000) return 'just now';
  return ms < 2 * 86_400_000 ? `${duration(ms).replace(/ \d+s$/, '')} ago` : dateTime(iso);
}

export const minutesLabel = (minutes) => duration(minutes * 60_000).replace(' 00s', '').replace(' 00m', '').replace(' 0h', '');
