import { expect, test } from 'vitest'

import { isLong } from '../../../../test/long.ts'
import { sampled } from '../../../../test/sampled.ts'
import { timeLimit } from '../../../../test/stall.ts'
import { type ProjectFile, Sources } from '../files/sources.ts'
import { licencesIn } from '../rules/licences.ts'
import { technologiesOf } from '../rules/technologies.ts'
import { connectionsIn } from '../set-up/connections.ts'
import { setUpOf } from '../set-up/set-up.ts'
import { rules } from './rules.ts'

const size = 1024 * 1024
/** Makes a text of some size by repeating one part. */
type Text = (size: number) => string
const filled =
  (part: string): Text =>
  (size) =>
    part.repeat(Math.ceil(size / part.length)).slice(0, size)

/** Texts that make a careless pattern read the same characters again and again. */
const hostile: Record<string, Text> = {
  ...Object.fromEntries(
    [
      'a',
      ' ',
      '\n',
      '"',
      "'",
      '`',
      '(',
      '/*',
      '<?php ',
      '<!--',
      '$a$',
      '\\',
      '0',
      '-',
      '=',
      '.',
      '#',
      '\u0000',
      '<',
      '_',
    ].map((part) => [`only ${JSON.stringify(part)}`, filled(part)]),
  ),
  'one line of words': filled('word '),
  'lines of spaces': filled(`${' '.repeat(5000)}\n`),
  'deep brackets': filled('('.repeat(1000)),
  'quoted paths': filled('"C:\\Users\\'),
  selects: (size) => `x = "${filled('select a from b, ')(size)}"`,
  'selects in lines': filled('"select * from a join b, c where d"\n'),
  creates: filled('create table a ('),
  inserts: filled("insert into a values ('a', (1), "),
  delimiters: filled('delimiter $$\n'),
  copies: filled('copy a from stdin;\n'),
  includes: filled("include 'a.php';\n"),
  images: filled('<img src="a.png">\n'),
  imports: filled('import a from "b"\n'),
  'python imports': filled('import aa, bb, cc\n'),
  tries: filled('try:\n  import a\n'),
  'java imports': filled('import a.b.c.d.e;\n'),
  passwords: filled("password = 'Ganesh@1998'\nmysqli "),
  connects: filled('mysqli_connect("a", "b", '),
  keys: filled('-----BEGIN RSA PRIVATE KEY-----\nabc'),
  'api keys': filled('my_api_key_my_api_key_'),
  'sk-': filled('sk-'),
  numbers: filled('2345 6789 0123 '),
  phones: filled('9812736455 9812736456\n'),
  commands: filled('python a.py\nnpm run b\n'),
  addresses: filled('mongodb://a:b'),
  uses: filled('use a\\b\\'),
  localhost: filled('"http://localhost/a/b'),
  servers: filled('"Data Source=DESKTOP-ABC123;Password=x'),
  'inserts in code': filled('execute("insert into a values (?, ?, ?)", ('),
  'new users': filled('User(name, password) User("a", "b" '),
  'created users': filled('User.create({ password: "abcd", '),
  'hashed names': filled('hashSync(word) word = "abcd" '),
  networks: filled('host = "192.168.43.5" "http://10.1.2.3/ '),
  hosts: filled('"https://a.b.c.d.onrender.com '),
  'database hosts': filled('a-a.a-a.a-a.'),
  'page fields': filled('<input value="abcd" type="password" '),
  settings: filled('{ A_KEY, B_KEY, process.env.C_KEY '),
  trees: filled('│   ├── a/\n├── b.py # '),
  links: filled('](a/b.c [x](d.png '),
  'commands of scripts': filled('npm ci --a=b\nCOPY a.json b.json yarn.lock '),
  'opened databases': filled('Data Source=a b.mdb.x sqlite:///a'),
  'foreign keys': filled('references a.b references c ('),
  credits: filled('keep the footer link back to a template '),
  models: filled('class A(db.Model):\n x\n'),
  'hashes beside remarks': filled(`$2a$10$${'a'.repeat(53)}' -- `),
  compose: filled('  env_file:\n    - a\n  build: b\n  - ./a.sql:'),
  titles: filled('<p align="a"> '),
  people: filled('mobile address: dob: +91 98127 '),
  json: (size) => `{"dependencies":{${filled('"a":"1",')(size)}"z":"1"}}`,
  'deep json': filled('[{"a":'),
  'package of lists': () => '{"scripts":[1,2],"dependencies":"x","main":{}}',
}
const endings = [
  'php',
  'py',
  'js',
  'java',
  'sql',
  'html',
  'json',
  'env',
  'md',
  'xml',
  'csproj',
  'ipynb',
  'css',
  'properties',
  'aspx',
]

/** The work of a check: every rule, technologies, licences and what starts the project. */
const works: [what: string, work: (sources: Sources) => void][] = [
  ...rules.map(({ name, find }): [string, (sources: Sources) => void] => [
    name,
    (sources) => {
      let count = 0
      for (const found of find(sources)) if (++count === 10_000 || !found) break
    },
  ]),
  ['technologies', technologiesOf],
  ['licences', licencesIn],
  [
    'what starts it',
    (sources) => setUpOf(sources, { entry: sources.files[0]!.path, technologies: [], isServed: false }),
  ],
]

const texts = Object.entries(hostile)
const endingsFor = sampled(texts, { classOf: () => 'texts', values: endings, few: 3 })

/** Parts of a text that are tried one after the other. */
const parts = [1 / 16, 1 / 4, 1]
/** Seconds that one work may take for the whole text. */
const maxSeconds = timeLimit(2000) / 1000

test.each(texts)('no rule is held up by a megabyte of %s', (name, textOf) => {
  const slow: string[] = []
  for (const ending of endingsFor(texts.find(([other]) => other === name)!)) {
    const path =
      { md: 'README.md', json: 'package.json', env: '.env', xml: 'docker-compose.yml' }[ending] ??
      `a.${ending}`
    let left = works
    for (const part of parts) {
      const sources = new Sources(projectWith({ path, size: size * part, text: textOf(size * part) }))
      // Work that takes too long for the whole text takes this long for its part, even when it grows with the cube of
      // the size.
      left = left.filter(([, work]) => secondsOf(() => work(sources)) > maxSeconds * part ** 3)
      if (left.length === 0) break
    }
    slow.push(...left.map(([what]) => `${what} on ${path}`))
  }
  expect(slow).toEqual([])
})

/** Seconds of processor time. */
function secondsOf(work: () => void): number {
  const { user } = process.cpuUsage()
  work()
  return (process.cpuUsage().user - user) / 1e6
}

/** A project with further files, for the rules that compare several files. */
const projectWith = (file: ProjectFile): ProjectFile[] => [
  file,
  {
    path: 'db.php',
    size: 50,
    text: "<?php $c = new mysqli('a', 'b', '', 'shop'); $c->query('select * from x');",
  },
  { path: 'shop.sql', size: 50, text: 'create database other; create table y (id int);' },
  { path: 'lib/app.js', size: 20, text: "import x from 'x'" },
]

test('a project of 20,000 files with paths of many folders is looked at in seconds', () => {
  const part = isLong ? 1 : 1 / 8
  const files = Array.from({ length: 20_000 * part }, (_, index) => ({
    path: `${Array.from({ length: 30 }, (_, depth) => `f${(index + depth) % 97}`).join('/')}/${index}.js`,
    size: 100,
    text: `import a from './x${index}.js'\nconst b = require('c${index}')\n`,
  }))
  const seconds = secondsOf(() => {
    const sources = new Sources(files)
    for (const { find } of rules) Array.from(find(sources)).slice(0, 1)
  })
  // For a part of them, even if the time grows with the square of their number.
  expect(seconds).toBeLessThan((timeLimit(20_000) / 1000) * part ** 2)
})

test('connections to databases in hundreds of files are looked at in seconds', () => {
  const texts = [
    'mysqli_connect(HOST, USERX, PASSX, DBXX);\n',
    '$a = "$b$b$b$b$b$b$b$b"; $b = "$c$c$c$c$c$c$c$c"; $c = "$a$a$a"; mysqli_connect($a, $a, $a, $a);\n',
    `new PDO(${'"a".$x.'.repeat(100)}"b", $u, $p);\n`,
  ]
  for (const text of texts) {
    const files = Array.from({ length: 400 }, (_, index) => ({
      path: `f${index}/${index}.php`,
      size: 40 * text.length,
      text: `<?php ${text.repeat(40)}`,
    }))
    expect(secondsOf(() => connectionsIn(new Sources(files)))).toBeLessThan(timeLimit(8000) / 1000)
  }
})

/** Files with a word in every place where a rule looks a word up in a table. */
const filesNamed = (word: string) =>
  Object.entries({
    [word]: word,
    [`src/a.${word}`]: `${word} = '${word}'`,
    'a.py': `import ${word}`,
    'requirements.txt': 'flask',
    'A.java': `import ${word};`,
    'pom.xml': '<project/>',
    'a.php': `<?php\nuse ${word}\\A;\n${word}();`,
    'composer.json': '{}',
    'a.js': `import a from '${word}'`,
    'package.json': `{"name":"${word}","scripts":{"${word}":"${word}"},"dependencies":{"${word}":"1"}}`,
    'a.sql': `create table a (b int);\n${word} ${word} a;`,
    'README.md': `Run \`npm run ${word}\``,
  }).map(([path, text]) => ({ path, text, size: text.length }))

test.each(Object.getOwnPropertyNames(Object.prototype))(
  'a project in which all is called %s is looked at like others',
  (word) => {
    const sources = new Sources(filesNamed(word))
    const found = rules.flatMap(({ find }) => [...find(sources)])
    expect(JSON.stringify(found)).not.toMatch(/native code|PHP library/)
    for (const [, work] of works) work(sources)
  },
)
