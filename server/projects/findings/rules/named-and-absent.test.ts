import { expect, test } from 'vitest'

import type { RuleName } from '#contract/projects/findings.ts'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const found = (files: Files, rule: RuleName) =>
  check(filesOf(files))
    .findings.filter((one) => one.rule === rule)
    .map(({ file, message }) => `${file}: ${message}`)

const pointer = (size: number) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'a1'.repeat(32)}\nsize ${size}\n`
const readme = (block: string) => `# Notes\n\nYou need Node 20.\n\n\`\`\`\n${block}\n\`\`\`\n`
const pack = (scripts: Record<string, string> = { start: 'node server.js' }) =>
  JSON.stringify({ name: 'notes', scripts })
const server = 'require("http").createServer(() => {}).listen(3000)'
const tree = (last: string) =>
  `# Shop\n\nInstall PHP and open index.php.\n\n\`\`\`\nshop/\n├── index.php\n├── css/\n│   └── style.css\n└── ${last}\n\`\`\`\n`
const table = (name: string) => `create table ${name} (id int, title text);`
const tables = [table('books'), table('loans'), table('members')].join('\n')
const project = (inner: string) => `<Project><ItemGroup>${inner}</ItemGroup></Project>`

/** What is wrong, the faulty files, what the finding says, and similar files without a fault. */
const cases: [string, RuleName, Files, RegExp, Files][] = [
  [
    'a pointer of Git LFS',
    'missing-file',
    { 'app.py': 'print(1)', 'model/crop.pkl': pointer(48_123_456) },
    /crop\.pkl: This is only a pointer of Git LFS, \d+ bytes in place of a file of 48\.1 MB/,
    { 'app.py': 'print(1)', 'docs/lfs.txt': `A pointer begins with this line:\n${pointer(10)}` },
  ],
  [
    'an empty submodule',
    'missing-file',
    { 'main.cpp': 'int main() {}', '.gitmodules': '[submodule "m"]\n\tpath = lib/motor\n\turl = x\n' },
    /lib\/motor is a submodule/,
    {
      'main.cpp': 'int main() {}',
      '.gitmodules': '[submodule "m"]\n\tpath = lib/motor\n\turl = x\n',
      'lib/motor/motor.cpp': 'int m;',
    },
  ],
  [
    'npm ci in a README',
    'missing-file',
    { 'README.md': readme('npm ci\nnpm start'), 'package.json': pack(), 'server.js': server },
    /README\.md: “npm ci” stops without package-lock\.json/,
    { 'README.md': readme('npm install\nnpm start'), 'package.json': pack(), 'server.js': server },
  ],
  [
    'a lock file that a Dockerfile copies',
    'missing-file',
    { Dockerfile: 'FROM node\nCOPY package.json yarn.lock ./\nRUN yarn', 'server.js': server },
    /Dockerfile: “COPY yarn\.lock” stops/,
    { Dockerfile: 'FROM node\nCOPY package*.json ./\nRUN npm install', 'server.js': server },
  ],
  [
    'a settings file that a compose file reads',
    'missing-file',
    { 'docker-compose.yml': 'services:\n  web:\n    env_file: backend/.env\n', 'server.js': server },
    /“backend\/\.env” is needed here/,
    {
      'docker-compose.yml': 'services:\n  web:\n    env_file: backend/.env.example\n',
      'backend/.env.example': 'KEY=made-up',
      'server.js': server,
    },
  ],
  [
    'a file in the tree of a README',
    'missing-file',
    { 'README.md': tree('db.php'), 'index.php': '<?php', 'css/style.css': 'a{}' },
    /README\.md: The README names “db\.php”/,
    {
      'README.md': tree('uploads/   # created by the program'),
      'index.php': '<?php',
      'css/style.css': 'a{}',
    },
  ],
  [
    'a picture that a README shows',
    'missing-file',
    { 'README.md': '# Shop\n![Home](screens/home.png)', 'index.php': '<?php' },
    /“screens\/home\.png”/,
    { 'README.md': '# Shop\n![Home](https://i.example/home.png)', 'index.php': '<?php' },
  ],
  [
    'a setting that nobody names',
    'missing-file',
    { 'server.js': `${server}; sign(process.env.JWT_SECRET)` },
    /reads JWT_SECRET from its environment/,
    {
      'server.js': `${server}; sign(process.env.JWT_SECRET || 'x'); process.env.PORT`,
      '.env.example': 'A=1',
    },
  ],
  [
    'an Access database that is opened',
    'missing-file',
    { 'Db.vb': 'Dim c = "Provider=Microsoft.ACE.OLEDB.12.0;Data Source=school.accdb"' },
    /opens the database “school\.accdb”/,
    { 'app.py': 'import sqlite3\nsqlite3.connect("app.db").execute("create table a (b int)")' },
  ],
  [
    'a library from outside the folder',
    'missing-file',
    {
      'App.csproj': project('<HintPath>..\\..\\Downloads\\Bunifu.dll</HintPath>'),
      'Program.cs': 'class A {}',
    },
    /“Bunifu\.dll” is taken from outside this folder/,
    {
      'App/App.csproj': project('<HintPath>..\\packages\\Json\\Json.dll</HintPath>'),
      'App/packages.config': '<packages />',
      'App/Program.cs': 'class A {}',
    },
  ],
  [
    'a page of ASP.NET',
    'missing-file',
    { 'Home.aspx': '<%@ Page MasterPageFile="~/Site.master" %>' },
    /Site\.master/,
    { 'Home.aspx': '<%@ Page MasterPageFile="~/Site.master" %>', 'site.Master': '<html />' },
  ],
  [
    'the README of a generator',
    'readme-quality',
    {
      'README.md':
        '# Getting Started with Create React App\n\nThis project was bootstrapped with [Create React App](x).',
      'server.js': server,
    },
    /the README that Create React App writes/,
    {
      'README.md':
        '# Hostel booking\n\nInstall Node, run npm start. This project was bootstrapped with [Create React App](x).',
      'server.js': server,
    },
  ],
  [
    'two dumps of the same tables',
    'structure',
    { 'db.sql': tables, 'backup/library (1).sql': `${tables}\n${table('fines')}`, 'index.php': '<?php' },
    /make the same tables/,
    {
      'schema.sql': tables,
      'data.sql': "insert into books values (1, 'a');",
      'db/mysql/schema.sql': table('a') + table('b'),
      'db/h2/schema.sql': table('a') + table('b'),
      'index.php': '<?php',
    },
  ],
  [
    'a template that asks for its credit',
    'licence',
    { 'index.html': '<!-- Template: Medicio. All the links in the footer should remain intact. -->' },
    /asks for its credit/,
    { 'index.html': '<!-- The links in the footer lead to our own pages. -->' },
  ],
  [
    'a library with conditions',
    'licence',
    { 'requirements.txt': 'flask\nultralytics==8.1\n', 'app.py': 'print(1)' },
    /Ultralytics YOLO, which is under the AGPL/,
    { 'requirements.txt': 'flask\nopencv-python\n', 'app.py': 'print(1)' },
  ],
  [
    'a page that Flask renders',
    'missing-file',
    {
      'app.py': "from flask import render_template\nrender_template('home.html')",
      'templates/a.html': '',
      'web/home.html': '',
    },
    /“home\.html” is used here/,
    {
      'app.py': "from flask import render_template\nrender_template('home.html')",
      'templates/home.html': '',
    },
  ],
  [
    'a style of a page that nothing serves',
    'missing-file',
    { 'server.js': server, 'views/a.ejs': '<link href="/icons/all.css">' },
    /icons\/all\.css/,
    {
      'server.js': `${server}; app.use('/icons', express.static('node_modules/icons/css'))`,
      'views/a.ejs': '<link href="/icons/all.css">',
    },
  ],
  [
    'the settings of a Firebase project',
    'missing-file',
    { 'app/build.gradle': "apply plugin: 'com.google.gms.google-services'", 'app/A.java': 'class A {}' },
    /stops without google-services\.json/,
    {
      'app/build.gradle': "apply plugin: 'com.google.gms.google-services'",
      'app/google-services.json': '{}',
      'app/A.java': 'class A {}',
    },
  ],
  [
    'a command of a script that nothing installs',
    'missing-dependency',
    { 'package.json': pack({ dev: 'nodemon server.js' }), 'server.js': server },
    /“nodemon” is needed here/,
    {
      'package.json': JSON.stringify({
        scripts: { dev: 'nodemon server.js', start: 'npx serve' },
        devDependencies: { nodemon: '3' },
      }),
      'server.js': server,
    },
  ],
  [
    'a foreign key to a table that no script makes',
    'missing-table',
    { 'db.sql': 'create table a (id int, b int, foreign key (b) references owners(id));' },
    /the table “owners”/,
    { 'db.sql': 'create table a (id int, u uuid references auth.users(id));' },
  ],
  [
    'a statement without its semicolon',
    'broken-dump',
    { 'db.sql': 'create table a (id int)\ncreate table b (id int);' },
    /the semicolon after this statement is missing/,
    { 'db.sql': 'create table dbo.a (id int identity)\nGO\ncreate table b (id nvarchar(9));' },
  ],
  [
    'a statement of a program in a script',
    'broken-dump',
    { 'db.sql': 'create table a (id int);\ninsert into a values (?);' },
    /question marks stand in place/,
    { 'db.sql': "create table a (id text);\ninsert into a values ('?');" },
  ],
  [
    'models whose tables nothing makes',
    'no-schema',
    { 'app.py': 'class User(db.Model):\n    id = db.Column(db.Integer)\napp.run()' },
    /neither the program nor a migration/,
    { 'app.py': 'class User(db.Model):\n    id = db.Column(db.Integer)\ndb.create_all()\napp.run()' },
  ],
  [
    'data of Kaggle',
    'licence',
    {
      'README.md': 'From https://www.kaggle.com/datasets/amit/house-prices',
      'house.csv': 'a,b\n'.repeat(9000),
    },
    /come from Kaggle \(amit\/house-prices\)/,
    { 'README.md': 'Download https://www.kaggle.com/datasets/amit/house-prices into data/.' },
  ],
  [
    'a picture of an agency',
    'licence',
    { 'index.html': '<p>', 'img/doctor_1270-84.jpg': null },
    /agencies such as Freepik/,
    { 'index.html': '<p>', 'img/IPL_2008-2025.png': null },
  ],
  [
    'a password beside its hash',
    'default-password',
    { 'db.sql': `insert into users values ('admin', '$2a$10$${'a'.repeat(53)}'); -- Admin@123` },
    /names a password to sign in with/,
    { 'db.sql': `insert into users values ('admin', '$2a$10$${'a'.repeat(53)}'); -- one\n` },
  ],
  [
    'the key of an application of Spring',
    'framework-key',
    { 'src/application.properties': 'app.jwtSecret=schoolproject\n', 'A.java': 'class A {}' },
    /The key of the framework/,
    { 'src/application.properties': 'app.jwtSecret=${JWT_SECRET}\n', 'A.java': 'class A {}' },
  ],
]

test.each(cases)('%s is found, and similar files without a fault are not', (_, rule, faulty, says, sound) => {
  expect(found(faulty, rule).join('\n')).toMatch(says)
  expect(found(sound, rule)).toEqual([])
})

test('findings of one cause are one, with the number of the others and three places', () => {
  const pages = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`page${n}.html`, `<img src="images/${n}.png">`]),
  )
  expect(found(pages, 'missing-file')).toEqual([
    'page0.html: “images/0.png” is used here, but no such file is in the project. The same is so in 7 more places: page1.html, line 1; page2.html, line 1; page3.html, line 1 …',
  ])
  const made = Object.fromEntries(
    Array.from({ length: 140 }, (_, n) => [`js/part${n}.js`, 'x=1;'.repeat(900)]),
  )
  expect(found({ 'index.html': '<p>', ...made }, 'generated-file')).toEqual([
    expect.stringMatching(/^js\/part0\.js: A tool made this file.* 139 more places: js\/part1\.js; /),
  ])
})
