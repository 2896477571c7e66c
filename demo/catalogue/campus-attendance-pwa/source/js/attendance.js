// Attendance arithmetic. Pure functions only: no DOM, no database.

export const MARKS = {
  P: { label: 'Present', attended: true },
  A: { label: 'Absent', attended: false },
  O: { label: 'On duty', attended: true }, // sports, fests, placements: counts as attended
};

export const DEFAULT_THRESHOLD = 75;

/** How many of each mark one session holds. */
export function countMarks(marks) {
  const counts = { P: 0, A: 0, O: 0 };
  for (const mark of Object.values(marks)) counts[mark] += 1;
  return { ...counts, attended: counts.P + counts.O, total: counts.P + counts.A + counts.O };
}

/**
 * One student's record over a list of sessions. A session in which the
 * student has no mark (joined late, say) is not counted against them.
 */
export function tally(sessions, studentId) {
  const record = { held: 0, attended: 0, absent: 0, onDuty: 0 };
  for (const { marks } of sessions) {
    const mark = marks[studentId];
    if (!mark) continue;
    record.held += 1;
    if (mark === 'O') record.onDuty += 1;
    if (MARKS[mark].attended) record.attended += 1;
    else record.absent += 1;
  }
  return { ...record, percent: percentage(record.attended, record.held) };
}

/** A percentage, or null when nothing has been held yet. */
export function percentage(attended, held) {
  return held === 0 ? null : (100 * attended) / held;
}

/**
 * The number of classes to attend in a row to get back to the threshold.
 * From 100(a + n) >= t(h + n) it follows that n >= (t*h - 100a) / (100 - t).
 */
export function classesNeeded({ attended, held }, threshold) {
  const deficit = threshold * held - 100 * attended;
  if (deficit <= 0) return 0;
  return threshold >= 100 ? Infinity : Math.ceil(deficit / (100 - threshold));
}

/** The number of classes that can be missed in a row before falling short. */
export function classesToSpare({ attended, held }, threshold) {
  const surplus = 100 * attended - threshold * held;
  return surplus <= 0 || threshold <= 0 ? 0 : Math.floor(surplus / threshold);
}

export function isShort(record, threshold) {
  return record.held > 0 && 100 * record.attended < threshold * record.held;
}

/** Red, amber or green: amber is the ten points above the threshold. */
export function band(percent, threshold) {
  if (percent === null) return 'none';
  if (percent < threshold) return 'low';
  return percent < threshold + 10 ? 'near' : 'good';
}

/** Every student of a class with their record, plus the class average. */
export function classReport({ students, sessions, threshold }) {
  const rows = students.map((student) => ({ student, ...tally(sessions, student.id) }));
  const held = rows.reduce((sum, row) => sum + row.held, 0);
  const attended = rows.reduce((sum, row) => sum + row.attended, 0);
  return {
    rows,
    average: percentage(attended, held),
    short: rows
      .filter((row) => isShort(row, threshold))
      .sort((a, b) => a.percent - b.percent),
  };
}

export function formatPercent(percent) {
  return percent === null ? '–' : `${percent.toFixed(percent === 100 ? 0 : 1)}%`;
}

/** One plain sentence of advice for a student. */
export function advice(record, threshold) {
  if (record.held === 0) return 'No classes held yet.';
  const needed = classesNeeded(record, threshold);
  if (needed === Infinity) return `${threshold}% can no longer be reached.`;
  if (needed > 0) return `Attend the next ${plural(needed, 'class', 'classes')} to reach ${threshold}%.`;
  const spare = classesToSpare(record, threshold);
  return spare > 0
    ? `Can miss ${plural(spare, 'class', 'classes')} and stay at ${threshold}%.`
    : `At the limit: missing one class means a shortage.`;
}

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
