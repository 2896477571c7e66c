import { advice, formatPercent, plural } from '../attendance.js';
import { download, shortageCsv } from '../csv.js';
import { today } from '../dates.js';
import { h, header } from '../dom.js';
import { loadCourses } from '../store.js';

let chosen = ''; // class id, or '' for all

export async function shortageView({ refresh }) {
  const courses = await loadCourses();
  if (!courses.some(({ id }) => id === chosen)) chosen = '';
  const shown = courses.filter(({ id }) => !chosen || id === chosen);
  const entries = shown
    .flatMap((course) => course.report.short.map((row) => ({ course, row })))
    .sort((a, b) => a.row.percent - b.row.percent);

  const chip = (id, label, count) => h('button', {
    type: 'button', class: 'chip', 'aria-pressed': String(chosen === id), onclick: () => { chosen = id; refresh(); },
  }, label, h('b', {}, String(count)));

  const total = courses.reduce((sum, { report }) => sum + report.short.length, 0);
  const students = new Set(entries.map(({ course, row }) => `${course.section} ${row.student.roll}`)).size;

  return [
    header({
      title: 'Shortage list',
      subtitle: entries.length === 0 ? 'Nobody is below the limit' : `${plural(students, 'student')} in ${plural(shown.length, 'class', 'classes')}`,
      actions: [h('button', { class: 'quiet', type: 'button', disabled: entries.length === 0,
        onclick: () => download(`shortage-${today()}.csv`, shortageCsv(entries)) }, 'CSV')],
    }),
    h('div', { class: 'chips' }, chip('', 'All', total), courses.map(({ id, code, report }) => chip(id, code, report.short.length))),
    entries.length === 0
      ? h('div', { class: 'empty' }, h('h2', {}, 'All clear'), h('p', {}, 'Students appear here as soon as they fall below the required attendance of a class.'))
      : h('ul', { class: 'list' }, entries.map(shortageRow)),
  ];
}

function shortageRow({ course, row }) {
  return h('li', {}, h('a', { href: `#/class/${course.id}/student/${row.student.id}` },
    h('span', { class: 'grow' },
      h('span', { class: 'who' }, row.student.name, ' ', h('span', { class: 'roll' }, row.student.roll)),
      h('small', {}, `${course.code} ${course.title}`),
      h('span', { class: 'bar low' },
        h('i', { style: { width: `${row.percent}%` } }),
        h('u', { style: { left: `${course.threshold}%` } })),
      h('small', { class: 'advice' }, advice(row, course.threshold))),
    h('span', { class: 'end-figure low' }, h('b', {}, formatPercent(row.percent)), h('small', {}, `${row.attended} of ${row.held}`))));
}
