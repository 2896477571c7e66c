import { advice, band, MARKS, tally } from '../attendance.js';
import { dayMonth, shortDate } from '../dates.js';
import { attempt, confirmDelete, h, header, ring } from '../dom.js';
import { deleteStudent, loadCourse } from '../store.js';

export async function studentView({ params: [classId, studentId] }) {
  const course = await loadCourse(classId);
  const student = course.students.find(({ id }) => id === studentId);
  if (!student) throw new Error('This student is no longer in the class.');
  const record = tally(course.sessions, studentId);
  const tone = band(record.percent, course.threshold);
  const back = `#/class/${classId}`;

  const remove = () => attempt(async () => {
    if (!await confirmDelete(`Remove ${student.name}?`, 'Their marks in this class will be deleted too.')) return;
    await deleteStudent(student);
    location.hash = back;
  });

  const marked = course.sessions.filter(({ marks }) => marks[studentId]);
  const absences = marked.filter(({ marks }) => marks[studentId] === 'A');

  return [
    header({ title: student.name, subtitle: `${student.roll} · ${course.code} ${course.title}`, back }),
    h('section', { class: 'hero-card' },
      ring(record.percent, tone, 112),
      h('div', {},
        h('p', { class: `verdict ${tone}` }, advice(record, course.threshold)),
        h('p', { class: 'note' }, `${record.attended} attended of ${record.held} held (${record.onDuty} on duty), ${record.absent} absent. Required: ${course.threshold}%.`))),
    h('h2', { class: 'section-title' }, 'Class by class'),
    h('section', { class: 'dots', role: 'img', 'aria-label': `${record.attended} attended, ${record.absent} absent` },
      [...marked].reverse().map(({ date, marks }) =>
        h('span', { class: `dot mark-${marks[studentId]}`, title: `${shortDate(date)}: ${MARKS[marks[studentId]].label}` }, String(Number(date.slice(8)))))),
    h('p', { class: 'note legend' }, Object.entries(MARKS).map(([mark, { label }]) => h('span', { class: `key mark-${mark}` }, label))),
    h('h2', { class: 'section-title' }, 'Absences'),
    absences.length === 0
      ? h('p', { class: 'note' }, 'None so far.')
      : h('ul', { class: 'list' }, absences.map(({ date, hour, topic }) =>
        h('li', {}, h('div', { class: 'line' }, h('span', { class: 'roll' }, dayMonth(date)), h('span', { class: 'grow' }, topic || 'No topic noted'), h('small', {}, `Hour ${hour}`))))),
    h('div', { class: 'row end' }, h('button', { class: 'link danger-text', type: 'button', onclick: remove }, 'Remove student')),
  ];
}
