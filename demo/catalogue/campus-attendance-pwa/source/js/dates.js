// Dates are kept as local 'YYYY-MM-DD' strings. Date#toISOString is avoided on
// purpose: it answers in UTC, which is still yesterday until 5:30 am in India.

export function toIso(date) {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${day}`;
}

export const today = () => toIso(new Date());

export function fromIso(iso) {
  const [year, month, day] = iso.split('-').map(Number);
  return new Date(year, month - 1, day);
}

const format = (options) => {
  const formatter = new Intl.DateTimeFormat('en-IN', options);
  return (iso) => formatter.format(fromIso(iso));
};

export const longDate = format({ weekday: 'long', day: 'numeric', month: 'long' });
export const shortDate = format({ weekday: 'short', day: 'numeric', month: 'short' });
export const dayMonth = format({ day: 'numeric', month: 'short' });
