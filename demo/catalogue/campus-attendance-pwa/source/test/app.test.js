import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { advice, band, classesNeeded, classesToSpare, classReport, countMarks, isShort, percentage, tally } from '../js/attendance.js';
import { csvCell, parseRollList, registerCsv, toCsv } from '../js/csv.js';
import { toIso } from '../js/dates.js';
import { buildSample } from '../js/sample.js';

const session = (marks) => ({ marks });

test('on duty counts as attended, a missing mark is not counted at all', () => {
  const sessions = [session({ a: 'P' }), session({ a: 'O' }), session({ a: 'A' }), session({ b: 'P' })];
  assert.deepEqual(tally(sessions, 'a'), { held: 3, attended: 2, absent: 1, onDuty: 1, percent: 200 / 3 });
  assert.equal(tally(sessions, 'c').percent, null);
});

test('marks of one session are counted', () => {
  assert.deepEqual(countMarks({ a: 'P', b: 'A', c: 'O', d: 'P' }), { P: 2, A: 1, O: 1, attended: 3, total: 4 });
});

test('classes needed and to spare agree with trying every number in turn', () => {
  for (const threshold of [50, 60, 75, 80, 85]) {
    for (let held = 1; held <= 40; held += 1) {
      for (let attended = 0; attended <= held; attended += 1) {
        let needed = 0;
        while (100 * (attended + needed) < threshold * (held + needed)) needed += 1;
        assert.equal(classesNeeded({ attended, held }, threshold), needed);

        let spare = 0;
        while (100 * attended >= threshold * (held + spare + 1)) spare += 1;
        assert.equal(classesToSpare({ attended, held }, threshold), needed > 0 ? 0 : spare);
      }
    }
  }
});

test('100 per cent cannot be reached after an absence', () => {
  assert.equal(classesNeeded({ attended: 9, held: 10 }, 100), Infinity);
  assert.match(advice({ attended: 9, held: 10 }, 100), /no longer/);
});

test('exactly at the threshold is not a shortage', () => {
  assert.equal(isShort({ attended: 15, held: 20 }, 75), false);
  assert.equal(isShort({ attended: 14, held: 20 }, 75), true);
  assert.equal(isShort({ attended: 0, held: 0 }, 75), false);
});

test('bands and percentages', () => {
  assert.equal(percentage(0, 0), null);
  assert.deepEqual([null, 74.9, 75, 85].map((p) => band(p, 75)), ['none', 'low', 'near', 'good']);
});

test('a class report lists the worst shortage first', () => {
  const students = ['a', 'b', 'c'].map((id) => ({ id }));
  const sessions = [{ a: 'A', b: 'A', c: 'P' }, { a: 'A', b: 'P', c: 'P' }].map(session);
  const report = classReport({ students, sessions, threshold: 75 });
  assert.deepEqual(report.short.map(({ student }) => student.id), ['a', 'b']);
  assert.equal(report.average, 50);
});

const root = new URL('../', import.meta.url);

test('cells are quoted, and formulas are disarmed', () => {
  assert.equal(csvCell('Rao, Meghna "Megs"'), '"Rao, Meghna ""Megs"""');
  assert.equal(csvCell('=HYPERLINK("x")'), `"'=HYPERLINK(""x"")"`);
  assert.equal(csvCell(-5), '-5');
  assert.equal(toCsv([['a', 1], ['b', null]]), 'a,1\r\nb,');
});

test('a register lists sessions in date order with each mark', () => {
  const csv = registerCsv({
    threshold: 75,
    students: [{ id: 's1', roll: '1', name: 'Neha Sharma' }],
    sessions: [
      { date: '2025-08-04', hour: 2, marks: { s1: 'A' } },
      { date: '2025-08-01', hour: 1, marks: { s1: 'P' } },
    ],
  });
  assert.deepEqual(csv.split('\r\n'), [
    'Roll no,Name,2025-08-01 H1,2025-08-04 H2,Held,Attended,Percent,Status',
    '1,Neha Sharma,P,A,2,1,50.00,SHORTAGE',
  ]);
});

test('roll lists: separators, repeats and junk', () => {
  const { students, rejected } = parseRollList('3co01, Aarav Kulkarni\n3CO02\tAditi Deshpande\n\n3CO01, Again\nno separator');
  assert.deepEqual(students, [{ roll: '3CO01', name: 'Aarav Kulkarni' }, { roll: '3CO02', name: 'Aditi Deshpande' }]);
  assert.deepEqual(rejected, ['3CO01, Again', 'no separator']);
});

test('dates are local, even just after midnight', () => {
  assert.equal(toIso(new Date(2025, 0, 5, 0, 10)), '2025-01-05');
});

test('the sample is repeatable and consistent', () => {
  const now = new Date(2025, 8, 15);
  const sample = buildSample(now);
  assert.deepEqual(sample, buildSample(now));
  assert.equal(new Set(sample.sessions.map(({ id }) => id)).size, sample.sessions.length);
  assert.ok(sample.sessions.every(({ date }) => date < '2025-09-15'));
});

test('the service worker stores every module, so the app opens offline', () => {
  const worker = readFileSync(new URL('sw.js', root), 'utf8');
  const modules = readdirSync(new URL('js', root), { recursive: true }).filter((name) => name.endsWith('.js'));
  for (const name of modules) assert.ok(worker.includes(`'js/${name.replaceAll('\\', '/')}'`), `${name} is missing from sw.js`);
});
