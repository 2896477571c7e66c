import { countMarks, MARKS } from '../attendance.js';
import { today } from '../dates.js';
import { attempt, confirmDelete, h, header, toast } from '../dom.js';
import { deleteSession, loadCourse, saveSession } from '../store.js';

/** Marks a new session, or edits the one named in the address. */
export async function markView({ params: [classId, sessionId] }) {
  const course = await loadCourse(classId);
  const existing = course.sessions.find(({ id }) => id === sessionId);
  if (sessionId && !existing) throw new Error('This session no longer exists.');
  const back = `#/class/${classId}`;

  // A new session starts with everyone present: absentees are the shorter list.
  const marks = existing ? { ...existing.marks } : Object.fromEntries(course.students.map(({ id }) => [id, 'P']));

  const totals = h('p', { class: 'totals', 'aria-live': 'polite' });
  const updateTotals = () => {
    const { P, A, O } = countMarks(marks);
    totals.replaceChildren(
      h('span', { class: 'mark-P' }, `${P} present`), h('span', { class: 'mark-A' }, `${A} absent`), h('span', { class: 'mark-O' }, `${O} on duty`));
  };

  const list = h('ul', { class: 'list mark-list' }, course.students.map((student) => markRow(student, marks, updateTotals)));
  const setAll = (mark) => {
    for (const input of list.querySelectorAll(`input[value=${mark}]`)) input.checked = true;
    for (const { id } of course.students) marks[id] = mark;
    updateTotals();
  };
  updateTotals();

  const save = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    return attempt(async () => {
      await saveSession({ id: existing?.id, classId, marks, date: values.date, hour: values.hour, topic: values.topic });
      toast('Attendance saved on this device.');
      location.hash = back;
    });
  };
  const remove = () => attempt(async () => {
    if (!await confirmDelete('Delete this session?', 'Its attendance will no longer count.')) return;
    await deleteSession(existing.id);
    location.hash = back;
  });

  const form = h('form', { class: 'mark-form', onsubmit: save },
    h('div', { class: 'mark-fields' },
      h('label', {}, 'Date', h('input', { type: 'date', name: 'date', value: existing?.date ?? today(), max: today(), required: true })),
      h('label', {}, 'Hour', h('input', { type: 'number', name: 'hour', min: 1, max: 10, value: existing?.hour ?? course.sessions[0]?.hour ?? 1, required: true })),
      h('label', { class: 'wide' }, 'Topic (optional)', h('input', { name: 'topic', maxlength: 80, value: existing?.topic ?? '', placeholder: 'What was taught' }))),
    h('div', { class: 'row' },
      h('button', { class: 'quiet', type: 'button', onclick: () => setAll('P') }, 'All present'),
      h('button', { class: 'quiet', type: 'button', onclick: () => setAll('A') }, 'All absent'),
      existing && h('button', { class: 'link danger-text push', type: 'button', onclick: remove }, 'Delete')),
    list,
    h('div', { class: 'save-bar' }, totals, h('button', { class: 'primary', type: 'submit', disabled: course.students.length === 0 }, 'Save')));

  return [header({ title: existing ? 'Edit attendance' : 'Mark attendance', subtitle: `${course.code} · ${course.title}`, back }), form];
}

function markRow(student, marks, changed) {
  return h('li', {}, h('div', { class: 'line' },
    h('span', { class: 'roll' }, student.roll),
    h('span', { class: 'grow' }, student.name),
    h('span', { class: 'choices', role: 'radiogroup', 'aria-label': student.name }, Object.entries(MARKS).map(([mark, { label }]) =>
      h('label', { class: `mark-${mark}`, title: label },
        h('input', { type: 'radio', name: `mark-${student.id}`, value: mark, checked: marks[student.id] === mark, 'aria-label': label,
          onchange: () => { marks[student.id] = mark; changed(); } }),
        h('span', { 'aria-hidden': 'true' }, mark === 'O' ? 'OD' : mark))))));
}
