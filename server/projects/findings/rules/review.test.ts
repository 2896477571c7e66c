import { expect, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const rules = /^(?:provenance|licence|tracking|missing-component|structure|logs|readme)$/
const found = (files: Files) =>
  check(filesOf(files))
    .findings.filter(({ rule }) => rules.test(rule))
    .map(({ rule, file }) => `${rule} ${file}`)

const songs = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`media/tamil/song${n}.mp3`, null]))

test.each<[string, Files, string]>([
  [
    'a README that names a course',
    { 'README.md': 'Made while I followed this course on Udemy.' },
    'provenance README.md',
  ],
  [
    'a README that clones a repository',
    { 'README.md': '    git clone https://github.com/sita-dev/hostel.git\n' },
    'provenance README.md',
  ],
  [
    'pictures of another repository',
    { 'README.md': '![Home](https://raw.githubusercontent.com/ramdev/shop/main/1.png)' },
    'provenance README.md',
  ],
  [
    'a licence of somebody',
    { LICENSE: 'MIT License\n\nCopyright (c) 2023 Kamala Iyer\n' },
    'provenance LICENSE',
  ],
  [
    'a task of a company',
    { 'docs/Take-Home Assignment.pdf': null },
    'provenance docs/Take-Home Assignment.pdf',
  ],
  ['a collection of songs', songs, 'licence media/tamil/song0.mp3'],
  [
    'a data set with terms',
    { 'data/README.txt': 'You may not redistribute the data without permission.' },
    'licence data/README.txt',
  ],
  [
    'a page that a browser saved',
    { 'home.html': '<!DOCTYPE html>\n<!-- saved from url=(0022)https://www.shop.example/ -->\n<p>Hi' },
    'licence home.html',
  ],
  [
    'a bought theme',
    { 'css/main.css': '/* Theme: Finora, https://themeforest.net/item/finora */\nbody { margin: 0 }' },
    'licence css/main.css',
  ],
  [
    'a chat of the author',
    { 'footer.php': "<script>s1.src='https://embed.tawk.to/61aa77bb22cc33dd/default'</script>" },
    'tracking footer.php',
  ],
  [
    'analytics of the author',
    {
      'index.html':
        "<script src=\"https://www.googletagmanager.com/gtag/js?id=G-7QWERTY9ZX\"></script><script>gtag('config', 'G-7QWERTY9ZX')</script>",
    },
    'tracking index.html',
  ],
  [
    'a hosted back end',
    {
      'src/api.js': "fetch('https://hostel-api-77.onrender.com/rooms')",
      'src/b.js': "fetch('https://hostel-api-77.onrender.com/fees')",
    },
    'tracking src/api.js',
  ],
  [
    'a server that is not there',
    { 'src/Main.java': 'class Main { void go() { post("http://localhost:4100/save"); } }' },
    'missing-component src/Main.java',
  ],
  [
    'classes that only the README has',
    {
      'README.md': 'Modules: RoomServlet, FeeServlet, MessServlet and StudentDAO.',
      'src/StudentDAO.java': 'class StudentDAO {}',
    },
    'missing-component src',
  ],
  [
    'two back ends',
    { 'api/main.py': 'app = FastAPI()\n', 'api/app/main.py': 'app = FastAPI(title="new")\n' },
    'structure api/main.py',
  ],
  [
    'a log of a server',
    {
      'storage/logs/log-2024-01-02.php':
        '<?php exit; ?>\nERROR - 2024-01-02 10:11:12 --> Query error at /home/ravi/public_html',
    },
    'logs storage/logs/log-2024-01-02.php',
  ],
  [
    'a service that the README leaves out',
    {
      'README.md': '# Quiz\nMade with [Firebase](https://firebase.google.com).',
      'pubspec.yaml': 'dependencies:\n  firebase_core: ^2.0.0\n',
    },
    'readme README.md',
  ],
])('a reviewer reads of %s', (_, files, finding) => {
  expect(found(files)).toEqual([finding])
})

test.each<[string, Files]>([
  [
    'a README about courses',
    {
      'README.md':
        'Students see the other participants of the course. Teachers make a test for a particular course and subscribe students to it.',
    },
  ],
  [
    'a README that links a library',
    {
      'README.md':
        'Uses [Chart.js](https://github.com/chartjs/Chart.js). Create a project with vite, see https://github.com/vitejs/vite.',
    },
  ],
  [
    'a README with a picture that GitHub keeps for its pages',
    { 'README.md': '![Home](https://github.com/user-attachments/assets/de099d3d-8013-445a)' },
  ],
  ['a licence with a placeholder', { LICENSE: 'MIT License\n\nCopyright (c) [year] [fullname]\n' }],
  ['two sounds of a game', { 'eat.mp3': null, 'gameover.mp3': null }],
  [
    'a server that is there',
    {
      'server.js': "const app = require('express')(); app.listen(5000)",
      'web/a.js': "fetch('http://localhost:5000/api/rooms')",
    },
  ],
  [
    'classes that are there',
    {
      'README.md': 'RoomServlet, FeeServlet, MessServlet',
      'src/All.java': 'class RoomServlet {} class FeeServlet {} class MessServlet {}',
    },
  ],
  [
    'a service that the README explains',
    {
      'README.md': 'Make a Firebase project and put its google-services.json into app/.',
      'pubspec.yaml': 'dependencies:\n  firebase_core: ^2.0.0\n',
    },
  ],
  ['an account to fill in', { 'index.html': "<script>gtag('config', 'G-XXXXXXXXXX')</script>" }],
])('nothing is said of %s', (_, files) => {
  expect(found(files)).toEqual([])
})
