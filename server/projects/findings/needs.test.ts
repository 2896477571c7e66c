import { expect, test } from 'vitest'

import type { Need } from '#contract/projects/needs.ts'

import { check } from './check/check.ts'
import { needsOf } from './needs.ts'

const needsIn = (files: Record<string, string>) =>
  needsOf(check(Object.entries(files).map(([path, text]) => ({ path, size: text.length, text }))))

const main = 'public static void main(String[] args) {}'
const page = '<!doctype html><title>Notes</title><p>Write here.</p>\n'
const react = '{"dependencies":{"react":"19","vite":"7"},"scripts":{"dev":"vite"}}'
const app = 'import { createRoot } from "react-dom/client"\ncreateRoot(document.body).render(null)\n'
const android =
  '<manifest xmlns:android="http://schemas.android.com/apk/res/android"><application><activity android:name=".Quiz"><intent-filter><category android:name="android.intent.category.LAUNCHER" /></intent-filter></activity></application></manifest>'

test.each<[string, Record<string, string>, Need[]]>([
  ['PHP', { 'index.php': '<?php echo 1;', 'shop.sql': 'CREATE TABLE a (b int);' }, ['XAMPP']],
  [
    'PHP behind a page',
    { 'index.html': page.repeat(40), 'css/a.css': 'a { b: c }', 'save.php': '<?php mail("a", "b", "c");' },
    ['XAMPP'],
  ],
  [
    'Laravel, which brings Vite to every project',
    {
      artisan: '<?php',
      'public/index.php': '<?php require "a";',
      'package.json': '{"devDependencies":{"vite":"7"}}',
      'resources/js/app.js': 'document.title = "x"\n'.repeat(9),
    },
    ['XAMPP'],
  ],
  ['React', { 'package.json': react, 'index.html': page, 'src/main.jsx': app }, ['Node.js']],
  [
    'a server of Node.js',
    {
      'package.json': '{"dependencies":{"express":"5"},"main":"app.js"}',
      'app.js': 'require("express")().listen(1)',
    },
    ['Node.js'],
  ],
  ['Flask', { 'app.py': 'from flask import Flask\napp = Flask(__name__)\napp.run()' }, ['Python']],
  ['Django', { 'manage.py': 'import django', 'shop/views.py': 'x = 1' }, ['Python']],
  [
    'a notebook',
    { 'Heart.ipynb': '{"cells":[{"cell_type":"code","source":["import pandas"]}]}' },
    ['Python'],
  ],
  [
    'FastAPI with React before it',
    {
      'api/main.py': 'from fastapi import FastAPI\napp = FastAPI()\n'.repeat(4),
      'web/package.json': react,
      'web/index.html': page,
      'web/src/main.jsx': app,
    },
    ['Node.js', 'Python'],
  ],
  [
    'PHP that asks a model in Python',
    { 'index.php': '<?php echo 1;\n'.repeat(9), 'ml/predict.py': 'print(1)\n'.repeat(9) },
    ['XAMPP', 'Python'],
  ],
  ['Swing', { 'src/Desk.java': `import javax.swing.JFrame; class Desk { ${main} }` }, ['Java']],
  [
    'Spring Boot with React before it',
    {
      'pom.xml': '<project/>',
      'src/ShopApplication.java': `import org.springframework.boot.SpringApplication;\n@SpringBootApplication class ShopApplication { ${main} }`,
      'web/package.json': react,
      'web/index.html': page,
      'web/src/main.jsx': app,
    },
    ['Node.js', 'Java'],
  ],
  [
    'an app for Android',
    {
      'app/build.gradle': "plugins { id 'com.android.application' }",
      'app/src/main/AndroidManifest.xml': android,
      'app/src/main/java/Quiz.java': 'class Quiz extends Activity {}',
    },
    ['Android'],
  ],
  [
    'an app for Android with its server',
    {
      'app/src/main/AndroidManifest.xml': android,
      'app/src/main/java/Quiz.java': 'class Quiz extends Activity {}\n'.repeat(9),
      'api/index.php': '<?php echo 1;\n'.repeat(9),
    },
    ['XAMPP', 'Android'],
  ],
  ['a page', { 'index.html': page, 'a.css': 'a { b: c }', 'a.js': 'alert(1)' }, ['Browser']],
])('%s', (_, files, needs) => {
  expect(needsIn(files)).toEqual(needs)
})

test.each<[string, Record<string, string>]>([
  ['nothing', { 'README.md': '# Notes' }],
  [
    'Flutter, although an app for Android is part of it',
    {
      'pubspec.yaml': 'sdk: flutter',
      'lib/main.dart': 'void main() {}',
      'android/app/src/main/AndroidManifest.xml': android,
      'android/app/src/main/java/Quiz.java': 'class Quiz extends Activity {}',
    },
  ],
  [
    '.NET with Angular before it',
    {
      'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"/>',
      'Program.cs': 'WebApplication.CreateBuilder(args);',
      'web/package.json': '{"dependencies":{"@angular/core":"20"}}',
      'web/src/main.ts': 'import "@angular/core"',
    },
  ],
  ['a program in C', { 'main.c': 'int main() { return 0; }' }],
  [
    'pages that a browser refuses from a folder',
    { 'index.html': '<p></p><script type="module" src="js/a.js"></script>', 'js/a.js': 'import "./b.js"' },
  ],
  ['pages that load data', { 'index.html': page, 'a.js': 'fetch("data.json").then(show)' }],
])('what %s needs is not named', (_, files) => {
  expect(needsIn(files)).toEqual([])
})

test('a page that asks a service of others needs nothing else', () => {
  const script = 'fetch("https://weather.example/today").then(show); fetch(`${api}/now`)'
  expect(needsIn({ 'index.html': page, 'a.js': script })).toEqual(['Browser'])
})
