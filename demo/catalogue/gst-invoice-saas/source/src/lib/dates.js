// Dates are "YYYY-MM-DD" strings in Indian time, so they sort and compare as text.

const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const today = () => indianDay.format(new Date());

export function isDate(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function addDays(date, days) {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

export function showDate(date) {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

export const showMonth = (month) => `${MONTHS[month.slice(5, 7) - 1]} ${month.slice(0, 4)}`;

/** The last `count` months ending with the month of `date`, oldest first, as "YYYY-MM". */
export function lastMonths(date, count) {
  const [year, month] = date.split('-').map(Number);
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7));
}

/** Indian financial year, April to March: 2026-11-21 falls in "26-27". */
export function financialYear(date) {
  const [year, month] = date.split('-').map(Number);
  const start = month >= 4 ? year : year - 1;
  return `${String(start % 100).padStart(2, '0')}-${String((start + 1) % 100).padStart(2, '0')}`;
}
