import { plural } from '../attendance.js';
import { download } from '../csv.js';
import { today } from '../dates.js';
import { attempt, confirmDelete, h, header, toast } from '../dom.js';
import { loadSample } from '../sample.js';
import { eraseAll, exportBackup, restoreBackup } from '../store.js';

export async function settingsView({ refresh }) {
  const backup = await exportBackup();
  const persisted = await navigator.storage?.persisted?.() ?? false;

  const restore = (event) => attempt(async () => {
    const [file] = event.target.files;
    if (!file) return;
    let contents;
    try { contents = JSON.parse(await file.text()); } catch { contents = null; }
    await restoreBackup(contents);
    toast('Backup restored.');
    refresh();
  });

  const protect = () => attempt(async () => {
    const granted = await navigator.storage.persist();
    toast(granted ? 'The browser will keep this data.' : 'The browser did not agree. Install the app and try again.');
    refresh();
  });

  const erase = () => attempt(async () => {
    if (!await confirmDelete('Erase everything?', 'All classes, students and attendance on this device will be deleted. Take a backup first.')) return;
    await eraseAll();
    toast('Everything was erased.');
    location.hash = '#/';
  });

  const item = (title, text, control) => h('li', {}, h('div', { class: 'line' }, h('span', { class: 'grow' }, title, h('small', {}, text)), control));
  const button = (label, onclick, extra = {}) => h('button', { class: 'quiet', type: 'button', onclick, ...extra }, label);

  return [
    header({ title: 'Your data', subtitle: 'Kept on this device only' }),
    h('section', { class: 'figures' },
      [[backup.classes, 'classes'], [backup.students, 'roll entries'], [backup.sessions, 'sessions']].map(([list, label]) =>
        h('div', { class: 'figure' }, h('strong', {}, String(list.length)), label))),
    h('ul', { class: 'list' },
      item('Back up', 'Saves one JSON file with everything in it.',
        button('Save', () => download(`attendance-backup-${today()}.json`, JSON.stringify(backup), 'application/json'))),
      item('Restore', 'Replaces what is here with a backup file.',
        h('label', { class: 'button quiet' }, 'Choose', h('input', { type: 'file', accept: 'application/json', hidden: true, onchange: restore }))),
      'storage' in navigator && item('Protect storage', persisted ? 'On: the browser will not clear this data by itself.' : 'Ask the browser not to clear this data when space is low.',
        !persisted && button('Turn on', protect)),
      item('Sample data', `Adds four invented classes with ${plural(24, 'student')} each.`,
        button('Load', () => attempt(async () => { await loadSample(); toast('Sample data loaded.'); refresh(); }))),
      item('Erase everything', 'Starts again with an empty register.', button('Erase', erase, { class: 'link danger-text' }))),
    h('p', { class: 'note pad' }, 'To install: open the browser menu and choose “Install app” or “Add to Home screen”. The app then opens without a network.'),
  ];
}
