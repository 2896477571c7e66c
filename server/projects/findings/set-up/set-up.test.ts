import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { setUpSteps } from '#contract/projects/set-up-steps.ts'
import { setUpSystems } from '#contract/projects/set-up-steps/step.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { isSafeCommand } from '../../releases/start-command.ts'
import { check } from '../check/check.ts'

const factsOf = (files: Files): SetUp => check(filesOf(files)).setUp!

const page = '<?php include "db.php"; ?><!doctype html><title>Hostel</title>'
const dump =
  '-- phpMyAdmin SQL Dump\nCREATE TABLE `rooms` (`id` int(11) NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`)) ENGINE=InnoDB;\nINSERT INTO `rooms` VALUES (1);\n'

test('PHP with MySQL: its database, its user, its script and the folder of its links are found with file and line', () => {
  const facts = factsOf({
    'index.php': `${page}<a href="http://localhost/hostel/rooms.php">Rooms</a>`,
    'rooms.php': page,
    'db.php':
      '<?php\n$host = "localhost";\n$user = "hostel";\n$pass = "Ganesh@1998";\n$c = mysqli_connect($host, $user, $pass, "hostel_db");\n',
    'db/hostel.sql': dump,
  })
  expect(facts).toMatchObject({
    kind: 'php',
    entry: 'index.php',
    root: '',
    folder: { name: 'hostel', file: 'index.php', line: 1 },
    dumps: [{ path: 'db/hostel.sql', database: null, createsDatabase: false, system: 'mysql', sameAs: null }],
    connections: [
      {
        system: 'mysql',
        database: { name: 'hostel_db', file: 'db.php', line: 5 },
        user: { name: 'hostel', file: 'db.php', line: 3 },
        password: { isEmpty: false, file: 'db.php', line: 4 },
      },
    ],
  })
  // Only whether it is empty is stored.
  expect(JSON.stringify(facts)).not.toContain('Ganesh')
})

test.each<[string, Files, { name: string; user: string; isEmpty: boolean; line: number }]>([
  [
    'constants in another file',
    {
      'config.php': "<?php\ndefine('DB_USER', 'root');\ndefine('DB_PASS', '');\ndefine('DB_NAME', 'exam');\n",
      'db.php': '<?php require "config.php"; $c = new mysqli("localhost", DB_USER, DB_PASS, DB_NAME);',
    },
    { name: 'exam', user: 'root', isEmpty: true, line: 4 },
  ],
  [
    'PDO with an address of variables',
    {
      'db.php':
        '<?php\n$db = "shop";\n$u = "root"; $p = "root";\n$pdo = new PDO("mysql:host=localhost;dbname=$db", $u, $p);',
    },
    { name: 'shop', user: 'root', isEmpty: false, line: 4 },
  ],
  [
    'mysql_connect and mysql_select_db',
    { 'db.php': '<?php $c = mysql_connect("localhost", "root", "");\nmysql_select_db("college");' },
    { name: 'college', user: 'root', isEmpty: true, line: 2 },
  ],
  [
    'properties of a class',
    {
      'db.php':
        '<?php class Db { private $user = "root"; private $pass = "";\n private $name = "clinic";\n function open() { return new mysqli("localhost", $this->user, $this->pass, $this->name); } }',
    },
    { name: 'clinic', user: 'root', isEmpty: true, line: 2 },
  ],
])('a connection is found by %s', (_, files, { name, user, isEmpty, line }) => {
  expect(factsOf({ 'index.php': page, ...files }).connections[0]).toMatchObject({
    database: { name, line },
    user: { name: user },
    password: { isEmpty },
  })
})

test('connections of Python, Node.js and Java are found too', () => {
  const found = (files: Files) => factsOf(files).connections[0]
  expect(
    found({
      'app.py':
        'import mysql.connector\ndb = mysql.connector.connect(host="localhost", user="root", password="1234", database="bank")\nprint(db)\n',
    }),
  ).toMatchObject({ system: 'mysql', database: { name: 'bank' }, password: { isEmpty: false } })
  expect(
    found({
      'package.json': '{"dependencies":{"mysql2":"3","express":"5"},"scripts":{"start":"node server.js"}}',
      'server.js':
        'const db = require("mysql2").createConnection({\n host: "localhost",\n user: "root",\n password: "",\n database: "shop"\n})\nrequire("express")().listen(3000)\n',
    }),
  ).toMatchObject({ database: { name: 'shop', line: 5 }, password: { isEmpty: true } })
  expect(
    found({
      'Main.java':
        'public class Main { public static void main(String[] a) throws Exception {\n java.sql.DriverManager.getConnection("jdbc:mysql://localhost:3307/library", "root", "root"); } }',
    }),
  ).toMatchObject({ database: { name: 'library' }, user: { name: 'root' }, port: 3307 })
  expect(
    found({ 'package.json': '{"dependencies":{"mongoose":"8"}}', 'server.js': 'require("mongoose")' }),
  ).toMatchObject({
    system: 'mongodb',
    database: null,
  })
})

test('of scripts that make the same tables one is to be imported, and what the code writes in place of a name is none', () => {
  const facts = factsOf({
    'index.php': page,
    'db.php': '<?php $c = mysqli_connect("localhost", "your username", "your password", "your_database");',
    'shop.sql': dump,
    'backup/shop (1).sql': dump,
  })
  expect(facts.dumps.map(({ path, sameAs }) => [path, sameAs])).toEqual([
    ['shop.sql', null],
    ['backup/shop (1).sql', 'shop.sql'],
  ])
  expect(facts.connections[0]).toMatchObject({ database: { name: '' }, user: { name: '' } })
})

test('the commands of a README are taken only when what they name is there', () => {
  const app =
    'from flask import Flask\napp = Flask(__name__)\nif __name__ == "__main__":\n    app.run(port=8123)\n'
  const readme = (command: string) => `# App\n\n\`\`\`\n${command}\n\`\`\`\n`
  const start = (command: string) => factsOf({ 'src/app.py': app, 'README.md': readme(command) })
  expect(start('cd src\npython app.py')).toMatchObject({
    isFromReadme: true,
    start: [{ folder: 'src', line: 'python app.py' }],
    port: 8123,
  })
  expect(start('python app.py')).toMatchObject({
    isFromReadme: false,
    start: [{ folder: 'src', line: 'python app.py' }],
  })
  expect(start('python seed.py').isFromReadme).toBe(false)
})

test('each part of a program in Node.js is started in its folder, and the settings that it lacks are named', () => {
  const facts = factsOf({
    'server/package.json':
      '{"dependencies":{"express":"5","mongoose":"8"},"scripts":{"start":"node index.js"}}',
    'server/index.js':
      'require("mongoose").connect(process.env.MONGO_URI)\nrequire("express")().listen(process.env.PORT || 5000)\n',
    'client/package.json': '{"dependencies":{"react":"19","vite":"7"},"scripts":{"dev":"vite"}}',
    'client/src/main.jsx': 'import "react"\n',
    'client/index.html': '<script type="module" src="/src/main.jsx"></script>',
  })
  expect(facts).toMatchObject({
    kind: 'node',
    start: [
      { folder: 'server', line: 'npm start' },
      { folder: 'client', line: 'npm run dev' },
    ],
    port: 5173,
    settings: { names: ['MONGO_URI'], example: null, folder: 'server' },
  })
})

test('a library whose package nobody knows is named and not installed, because its name could be a trap', () => {
  const facts = factsOf({ 'main.py': 'import cv2\nimport zqx_unheard_of\nprint(cv2)\n' })
  expect(facts.install.map(({ line }) => line)).toEqual(['pip install opencv-python'])
  expect(facts.libraries).toEqual(['zqx_unheard_of'])
})

test('the names of files and databases bring no option into a command', () => {
  const main = '-r ./x.js --y.js'
  const node = factsOf({
    'package.json': JSON.stringify({ main, dependencies: { express: '5' } }),
    [main]: 'require("express")().listen(99999)',
  })
  expect(node).toMatchObject({ start: [], port: null })
  const java = factsOf({
    'pom.xml': '<project></project>',
    'src/main/java/App -Dexec.args=--x @y.java':
      'public class App { public static void main(String[] a) {} }',
  })
  expect(java.start).toEqual([])
  const database = (name: string) =>
    factsOf({ 'index.php': page, 'a.sql': `CREATE DATABASE \`${name}\`;\n${dump}` }).dumps[0]
  expect(database('--help')).toMatchObject({ database: null, createsDatabase: true })
  expect(database('my shop')).toMatchObject({ database: null, createsDatabase: true })
  expect(database('my-shop')).toMatchObject({ database: 'my-shop', createsDatabase: true })
})

test('a password with a slash is not taken for the name of a database', () => {
  const facts = factsOf({ 'index.php': page, '.env': 'DATABASE_URL=mysql://shop:Gan/esh7@localhost/shop\n' })
  expect(JSON.stringify(facts)).not.toMatch(/Gan|esh7/)
})

test.each<[string, Files, boolean]>([
  ['./start.sh', {}, false],
  ['./start.sh', { 'start.sh': 'go run main.go\n' }, true],
  ['docker-compose up', {}, false],
  ['docker compose up', { 'compose.yaml': 'services: {}\n' }, true],
  ['go run ./cmd/shop', {}, false],
  ['go run ./cmd/shop', { 'cmd/shop/main.go': 'package main\n' }, true],
  ['go run .', {}, true],
])('the README’s %s counts only with its file (%j)', (line, files, isTaken) => {
  const { start } = factsOf({
    'main.go': 'package main\nfunc main() {}\n',
    'README.md': `# A\n\n\`\`\`\n${line}\n\`\`\`\n`,
    ...files,
  })
  expect(start).toEqual(isTaken ? [{ folder: '', line }] : [])
})

test('a wrapper of Maven is called as each system wants it, and only where its two files are', () => {
  const files: Files = {
    'README.md': '# A\n\n```\n./mvnw spring-boot:run\n```\n',
    'pom.xml': '<project><artifactId>spring-boot-starter-parent</artifactId></project>',
    'src/main/java/a/App.java':
      'package a;\n@SpringBootApplication public class App { public static void main(String[] a) {} }',
  }
  const commandsOn = (system: (typeof setUpSystems)[number], more: Files) =>
    setUpSteps(
      { facts: factsOf({ ...files, ...more }), findings: [], name: 'a', signIns: [] },
      system,
    ).flatMap(({ parts }) => parts.flatMap((part) => ('copy' in part ? part.copy : [])))
  const wrapper = { mvnw: '#!/bin/sh\n', 'mvnw.cmd': '@echo off\n' }
  expect(commandsOn('windows', wrapper)).toEqual(['mvnw spring-boot:run'])
  expect(commandsOn('linux', wrapper)).toEqual(['./mvnw spring-boot:run'])
  expect(commandsOn('windows', { mvnw: '#!/bin/sh\n' })).toEqual(['mvn spring-boot:run'])
})

test('Python has the name that it has on each system', () => {
  const facts = factsOf({
    'app.py': 'import flask\napp = flask.Flask(__name__)\napp.run()\n',
    'requirements.txt': 'flask\n',
    'README.md': '# A\n\n```\npip3 install -r requirements.txt\npython3 app.py\n```\n',
  })
  const commandsOn = (system: (typeof setUpSystems)[number]) =>
    setUpSteps({ facts, findings: [], name: 'a', signIns: [] }, system).flatMap(({ parts }) =>
      parts.flatMap((part) => ('copy' in part ? part.copy : [])),
    )
  const own = ['pip install -r requirements.txt', 'python app.py']
  expect(commandsOn('windows').slice(-2)).toEqual(own)
  expect(commandsOn('macos').slice(-2)).toEqual(own)
})

const catalogue = join(import.meta.dirname, '../../../../demo/catalogue')
const projects = readdirSync(catalogue).map((name) => {
  const source = join(catalogue, name, 'source')
  const paths = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(source.length + 1))
  const files = paths.map((path) => [path, readFileSync(join(source, path), 'utf8')] as const)
  return [name, Object.fromEntries(files)] as const
})

test.each(projects)(
  '%s: its steps name only files that are there, and commands of plain words',
  (name, files) => {
    const facts = factsOf(files)
    const named = [
      facts.entry,
      facts.readme,
      ...facts.dumps.map(({ path }) => path),
      ...facts.connections.flatMap(({ database, user, password }) => [
        database?.file,
        user?.file,
        password?.file,
      ]),
    ].filter((path) => path !== null && path !== undefined)
    expect(named.filter((path) => files[path] === undefined)).toEqual([])
    for (const system of setUpSystems) {
      const steps = setUpSteps({ facts, findings: [], name, signIns: [] }, system)
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
      const commands = steps.flatMap(({ parts }) =>
        parts.flatMap((part) => ('copy' in part && part.what === 'Command' ? part.copy : [])),
      )
      expect(commands.filter((line) => !isSafeCommand(line))).toEqual([])
      expect(steps.length).toBeGreaterThan(1)
    }
  },
)
