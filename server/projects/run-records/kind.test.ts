import { describe, expect, test } from 'vitest'

import { check } from '../findings/check/check.ts'
import { chooseKind } from './kind.ts'

/** The choice for some files, as the check of an upload reads them. */
function chosen(files: Record<string, string>) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, size: text.length, text }))
  const checked = check(sources)
  const { kind, what } = chooseKind({ ...checked, setUp: checked.setUp!, paths: Object.keys(files) })
  return kind ?? `not tried: ${what}`
}

const page = '<!doctype html><title>Shop</title><body><h1>Shop</h1></body>'
const connects = "<?php $c = mysqli_connect('localhost', 'root', '', 'shop'); ?><html><body></body></html>"
const dump = 'CREATE TABLE users (id int primary key, name varchar(20));'

describe('how an upload is started, or what it is of that is not', () => {
  test.each<[expected: string, of: string, files: Record<string, string>]>([
    ['php-mysql', 'PHP that connects', { 'index.php': connects, 'db.sql': dump }],
    ['php-mysql', 'PHP that connects, without a dump', { 'index.php': connects }],
    [
      'php-mysql',
      'PHP 5 with mysql_connect',
      {
        'index.php': "<?php mysql_connect('localhost', 'root', ''); mysql_select_db('shop'); ?><body></body>",
      },
    ],
    [
      'php-mysql',
      'PHP in a folder beside a script in Python',
      { 'shop/index.php': connects, 'shop/tools/seed.py': 'print(1)' },
    ],
    [
      'php-mysql',
      'PHP that asks MySQL through a file that is missing',
      { 'index.php': "<?php include 'db.php'; mysqli_query($c, 'SELECT 1'); ?><body></body>" },
    ],
    ['php', 'PHP without a database', { 'index.php': '<?php echo date("Y"); ?><body>Hello</body>' }],
    ['static', 'pages', { 'index.html': page, 'style.css': 'a {}', 'game.js': 'draw()' }],
    [
      'static',
      'pages whose package.json only checks them',
      { 'index.html': page, 'package.json': '{"devDependencies":{"eslint":"9"}}' },
    ],
    ['not tried: Oracle', 'a dump for Oracle alone', { 'a.sql': 'CREATE TABLE t (name VARCHAR2(20));' }],
    ['sql', 'a dump alone', { 'library.sql': dump, 'README.md': '# Library' }],
    [
      'not tried: Composer',
      'Laravel',
      {
        artisan: '#!/usr/bin/env php',
        'composer.json': '{"require":{"laravel/framework":"^11"}}',
        'public/index.php': "<?php require __DIR__.'/../vendor/autoload.php';",
      },
    ],
    [
      'not tried: Node.js',
      'Express',
      {
        'server.js': "require('express')()",
        'package.json': '{"dependencies":{"express":"4"},"scripts":{"start":"node server.js"}}',
      },
    ],
    [
      'not tried: Node.js',
      'React',
      {
        'index.html': page,
        'src/main.jsx': 'x',
        'package.json': '{"dependencies":{"react":"19","vite":"7"}}',
      },
    ],
    [
      'not tried: Python',
      'Flask',
      { 'app.py': "from flask import Flask\napp = Flask(__name__)\n@app.route('/')\ndef a(): return 'x'\n" },
    ],
    ['not tried: Python', 'Django', { 'manage.py': 'import django', 'shop/settings.py': 'DEBUG = True' }],
    [
      'not tried: Python notebooks',
      'a notebook',
      { 'Model.ipynb': '{"cells":[{"cell_type":"code","source":["import pandas"]}]}' },
    ],
    [
      'not tried: Java',
      'Java',
      { 'src/Main.java': 'public class Main { public static void main(String[] a) {} }' },
    ],
    [
      'not tried: Java',
      'JSP',
      { 'WebContent/index.jsp': '<%= 1 %>', 'src/Login.java': 'class Login extends HttpServlet {}' },
    ],
    [
      'not tried: .NET',
      'C#',
      { 'App/Program.cs': 'class Program { static void Main() {} }', 'App/App.csproj': '<Project/>' },
    ],
    ['not tried: Flutter', 'Flutter', { 'lib/main.dart': 'void main() {}', 'pubspec.yaml': 'name: app' }],
    [
      'not tried: Android',
      'Android',
      {
        'app/src/main/AndroidManifest.xml': '<manifest/>',
        'app/src/main/java/a/MainActivity.java':
          'import android.app.Activity; public class MainActivity extends Activity {}',
        'app/build.gradle': "plugins { id 'com.android.application' }",
      },
    ],
    ['not tried: C or C++', 'C', { 'main.c': 'int main(void) { return 0; }' }],
    ['not tried: Arduino', 'Arduino', { 'lamp/lamp.ino': 'void setup() {}' }],
    ['not tried: ', 'documents', { 'report.md': '# Report' }],
  ])('%s: %s', (expected, _, files) => {
    expect(chosen(files)).toBe(expected)
  })
})
