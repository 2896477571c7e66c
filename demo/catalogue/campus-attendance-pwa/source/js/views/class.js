import { band, countMarks, formatPercent, plural } from '../attendance.js';
import { download, parseRollList, registerCsv } from '../csv.js';
import { fromIso, longDate } from '../dates.js';
import { ask, attempt, confirmDelete, h, header, icon, toast } from '../dom.js';
import { addStudents, deleteCourse, loadCourse, saveCourse } from '../store.js';
import { courseFields } from './classes.js';

let openTab = 'students'; // remembered while moving between pages

export async function classView({ params: [id], refresh }) {
  const course = await loadCourse(id);
  const { students, sessions, report } = course;

  const addRoll = () => attempt(async () => {
    const values = await ask({
      title: 'Add students',
      note: 'One student a line: roll number, a comma, then the name. You can paste two columns from a spreadsheet.',
      fields: [{ label: 'Roll list', name: 'list', multiline: true, required: true, placeholder: '3CO01, Aarav Kulkarni\n3CO02, Aditi Deshpande' }],
      submit: 'Add',
    });
    if (!values) return;
    const { students: found, rejected } = parseRollList(values.list);
    await addStudents(id, found);
    toast(`${plural(found.length, 'student')} added${rejected.length ? `, ${plural(rejected.length, 'line')} skipped: ${rejected[0]}` : ''}.`);
    refresh();
  });

  const edit = () => attempt(async () => {
    const values = await ask({ title: 'Edit class', fields: courseFields(course), submit: 'Save' });
    if (!values) return;
    await saveCourse({ id, colour: course.colour, ...values });
    refresh();
  });

  const remove = () => attempt(async () => {
    const note = `${plural(students.length, 'student')} and ${plural(sessions.length, 'session')} will be deleted from this device.`;
    if (!await confirmDelete(`Delete ${course.code}?`, note)) return;
    await deleteCourse(id);
    location.hash = '#/';
  });

  const exportRegister = () => download(`${course.code}-register.csv`, registerCsv(course));

  const panel = h('div', {});
  const tabs = ['students', 'sessions'].map((name) => h('button', { type: 'button', onclick: () => show(name) },
    name === 'students' ? `Students (${students.length})` : `Sessions (${sessions.length})`));
  function show(name) {
    openTab = name;
    tabs.forEach((tab, i) => tab.setAttribute('aria-pressed', String((i === 0) === (name === 'students'))));
    panel.replaceChildren(name === 'students' ? studentList(course, addRoll) : sessionList(course));
  }
  show(openTab);

  return [
    header({
      title: course.title, subtitle: `${course.code} · ${course.section}`, back: '#/',
      actions: [h('button', { class: 'icon-button', type: 'button', onclick: edit, 'aria-label': 'Edit class' },
        icon('M4 20h4L19 9l-4-4L4 16zM13 7l4 4'))],
    }),
    h('section', { class: 'figures' },
      figure(formatPercent(report.average), 'average'),
      figure(sessions.length, 'held'),
      figure(report.short.length, `below ${course.threshold}%`)),
    h('div', { class: 'row' },
      students.length > 0 && h('a', { class: 'button primary grow', href: `#/class/${id}/mark` }, 'Mark attendance'),
      h('button', { class: 'quiet', type: 'button', onclick: exportRegister, disabled: students.length === 0 }, 'CSV')),
    h('div', { class: 'segmented', role: 'group', 'aria-label': 'Show' }, tabs),
    panel,
    h('div', { class: 'row end' },
      h('button', { class: 'link', type: 'button', onclick: addRoll }, 'Add students'),
      h('button', { class: 'link danger-text', type: 'button', onclick: remove }, 'Delete class')),
  ];
}

function figure(value, label) {
  return h('div', { class: 'figure' }, h('strong', {}, String(value)), label);
}

function studentList({ id, report, threshold }, addRoll) {
  if (report.rows.length === 0) {
    return h('div', { class: 'empty' }, h('p', {}, 'No students yet. Paste the roll list to begin.'),
      h('button', { class: 'primary', type: 'button', onclick: addRoll }, 'Add students'));
  }
  return h('ul', { class: 'list' }, report.rows.map(({ student, percent, attended, held }) =>
    h('li', {}, h('a', { href: `#/class/${id}/student/${student.id}` },
      h('span', { class: 'roll' }, student.roll),
      h('span', { class: 'grow' }, student.name,
        h('span', { class: `bar ${band(percent, threshold)}` }, h('i', { style: { width: `${percent ?? 0}%` } }))),
      h('span', { class: 'end-figure' }, h('b', {}, formatPercent(percent)), h('small', {}, `${attended} of ${held}`))))));
}

function sessionList({ id, sessions }) {
  if (sessions.length === 0) return h('div', { class: 'empty' }, h('p', {}, 'No attendance marked yet.'));
  return h('ul', { class: 'list' }, sessions.map((session) => {
    const counts = countMarks(session.marks);
    const day = fromIso(session.date);
    return h('li', {}, h('a', { href: `#/class/${id}/mark/${session.id}`, 'aria-label': `Edit ${longDate(session.date)}` },
      h('span', { class: 'date-chip' }, h('b', {}, String(day.getDate())), day.toLocaleDateString('en-IN', { month: 'short' })),
      h('span', { class: 'grow' }, session.topic || 'No topic noted',
        h('small', {}, `${day.toLocaleDateString('en-IN', { weekday: 'long' })}, hour ${session.hour}`)),
      h('span', { class: 'end-figure' }, h('b', {}, `${counts.attended}/${counts.total}`), h('small', {}, 'attended'))));
  }));
}
