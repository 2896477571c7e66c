import { band, formatPercent, plural } from '../attendance.js';
import { longDate, shortDate, today } from '../dates.js';
import { ask, attempt, h, header, icon, ring } from '../dom.js';
import { loadSample } from '../sample.js';
import { loadCourses, saveCourse } from '../store.js';

export const courseFields = (course = {}) => [
  { label: 'Course code', name: 'code', value: course.code ?? '', required: true, maxlength: 12, placeholder: 'CS501', autocomplete: 'off' },
  { label: 'Subject', name: 'title', value: course.title ?? '', required: true, maxlength: 60, placeholder: 'Operating Systems' },
  { label: 'Class or division', name: 'section', value: course.section ?? '', maxlength: 40, placeholder: 'TE Computer, Div A' },
  { label: 'Required attendance (%)', name: 'threshold', type: 'number', min: 1, max: 100, value: course.threshold ?? 75, required: true },
];

export async function classesView({ refresh }) {
  const courses = await loadCourses();

  const add = () => attempt(async () => {
    const values = await ask({ title: 'New class', fields: courseFields(), submit: 'Create class' });
    if (!values) return;
    const course = await saveCourse({ ...values, colour: courses.length });
    location.hash = `#/class/${course.id}`;
  });

  const top = header({
    title: 'My classes',
    subtitle: longDate(today()),
    actions: [h('button', { class: 'icon-button', type: 'button', onclick: add, 'aria-label': 'New class' }, icon('M12 5v14M5 12h14'))],
  });

  if (courses.length === 0) {
    return [top, h('section', { class: 'empty' },
      h('img', { src: 'icons/icon.svg', alt: '', width: 88, height: 88 }),
      h('h2', {}, 'Start your register'),
      h('p', {}, 'Create a class and paste its roll list, or look around with sample data first. Everything stays on this device.'),
      h('button', { class: 'primary', type: 'button', onclick: add }, 'Create a class'),
      h('button', { class: 'quiet', type: 'button', onclick: () => attempt(async () => { await loadSample(); refresh(); }) }, 'Load sample data'))];
  }

  return [top, summary(courses), h('section', { class: 'cards' }, courses.map(courseCard))];
}

function summary(courses) {
  const shortages = courses.reduce((sum, { report }) => sum + report.short.length, 0);
  const markedToday = courses.filter(({ sessions }) => sessions[0]?.date === today()).length;
  const figure = (value, label, href) => h(href ? 'a' : 'div', { class: 'figure', href }, h('strong', {}, String(value)), label);
  return h('section', { class: 'figures' },
    figure(courses.length, courses.length === 1 ? 'class' : 'classes'),
    figure(`${markedToday}/${courses.length}`, 'marked today'),
    figure(shortages, shortages === 1 ? 'shortage' : 'shortages', '#/shortage'));
}

function courseCard(course) {
  const { report, sessions, students } = course;
  const last = sessions[0] ? `Last marked ${shortDate(sessions[0].date)}` : 'Not marked yet';
  return h('article', { class: `card tone-${course.colour % 5}` },
    h('a', { class: 'card-main', href: `#/class/${course.id}` },
      h('div', { class: 'card-text' },
        h('span', { class: 'code' }, course.code),
        h('h2', {}, course.title),
        h('p', {}, [course.section, plural(students.length, 'student')].filter(Boolean).join(' · '))),
      h('div', { title: `Class average ${formatPercent(report.average)}` }, ring(report.average, band(report.average, course.threshold)))),
    h('footer', {},
      h('span', {}, last),
      report.short.length > 0 && h('span', { class: 'pill low' }, `${report.short.length} short`),
      h('a', { class: 'button small', href: `#/class/${course.id}/mark` }, 'Mark')));
}
