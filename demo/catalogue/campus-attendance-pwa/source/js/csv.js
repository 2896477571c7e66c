// CSV out, pasted roll lists in.
import { classesNeeded, formatPercent, tally } from './attendance.js';

/** Quotes where needed, and disarms values a spreadsheet would run as a formula. */
export function csvCell(value) {
  let text = String(value ?? '');
  if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const toCsv = (rows) => rows.map((row) => row.map(csvCell).join(',')).join('\r\n');

/** The full register: one row per student, one column per session. */
export function registerCsv({ students, sessions, threshold }) {
  const inOrder = [...sessions].sort(bySession);
  const header = ['Roll no', 'Name', ...inOrder.map((s) => `${s.date} H${s.hour}`),
    'Held', 'Attended', 'Percent', 'Status'];
  const rows = students.map((student) => {
    const record = tally(sessions, student.id);
    return [
      student.roll, student.name,
      ...inOrder.map((session) => session.marks[student.id] ?? ''),
      record.held, record.attended, record.percent === null ? '' : record.percent.toFixed(2),
      classesNeeded(record, threshold) > 0 ? 'SHORTAGE' : 'OK',
    ];
  });
  return toCsv([header, ...rows]);
}

export function shortageCsv(entries) {
  const header = ['Class', 'Subject', 'Roll no', 'Name', 'Held', 'Attended', 'Percent', 'Required', 'Classes needed'];
  const rows = entries.map(({ course, row }) => {
    const needed = classesNeeded(row, course.threshold);
    return [course.section, `${course.code} ${course.title}`, row.student.roll, row.student.name,
      row.held, row.attended, formatPercent(row.percent), `${course.threshold}%`,
      needed === Infinity ? 'Not reachable' : needed];
  });
  return toCsv([header, ...rows]);
}

/**
 * Reads a pasted roll list: one student a line, "roll, name" (comma, tab or
 * semicolon). Lines without a separator are reported rather than guessed at.
 */
export function parseRollList(text) {
  const students = [];
  const rejected = [];
  const seen = new Set();
  for (const line of text.split(/\r?\n/).map((l) => l.trim()).filter(Boolean)) {
    const match = /^"?([^,;\t"]+?)"?\s*[,;\t]\s*"?(.+?)"?$/.exec(line);
    const roll = match?.[1].toUpperCase();
    if (!match || seen.has(roll)) rejected.push(line);
    else {
      seen.add(roll);
      students.push({ roll, name: match[2].trim() });
    }
  }
  return { students, rejected };
}

export const bySession = (a, b) => a.date.localeCompare(b.date) || a.hour - b.hour;

/** Hands a file to the browser. The BOM makes Excel read names as UTF-8. */
export function download(name, text, type = 'text/csv') {
  const url = URL.createObjectURL(new Blob([type === 'text/csv' ? '\ufeff' : '', text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
