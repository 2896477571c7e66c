import { expect, test } from 'vitest'

import { Sources } from '../files/sources.ts'
import { entryOf } from './entry.ts'

const entryIn = (files: Record<string, string>) =>
  entryOf(new Sources(Object.entries(files).map(([path, text]) => ({ path, size: text.length, text }))))

const main = 'public static void main(String[] args) {}'
const csproj = '<Project><PropertyGroup><OutputType>WinExe</OutputType></PropertyGroup></Project>'

test.each<[string, Record<string, string>, string]>([
  [
    'the launcher activity',
    {
      'app/src/main/AndroidManifest.xml': `<manifest><activity android:name=".Help" /><activity android:name=".Splash"><intent-filter><category android:name="android.intent.category.LAUNCHER" /></intent-filter></activity></manifest>`,
      'app/src/main/java/quiz/Help.java': 'class Help extends Activity {}',
      'app/src/main/java/quiz/Splash.java': 'class Splash extends Activity {}',
    },
    'app/src/main/java/quiz/Splash.java',
  ],
  [
    'Flutter’s main file, not what it makes for Linux',
    { 'pubspec.yaml': 'sdk: flutter', 'lib/main.dart': 'void main() {}', 'linux/main.cc': 'int main() {}' },
    'lib/main.dart',
  ],
  [
    'the class of Spring Boot',
    {
      'pom.xml': '<project/>',
      'src/main/java/a/ShopApplication.java': `@SpringBootApplication class ShopApplication { ${main} }`,
      'src/main/java/a/Tool.java': `class Tool { ${main} }`,
    },
    'src/main/java/a/ShopApplication.java',
  ],
  [
    'the main class that NetBeans names',
    {
      'nbproject/project.properties': 'main.class=a.Desk',
      'src/a/Desk.java': `class Desk { ${main} }`,
      'src/a/Main.java': `class Main { ${main} }`,
    },
    'src/a/Desk.java',
  ],
  [
    'of many forms with a main method the one that leads to the others',
    {
      'src/Login.java': `class Login { ${main} void go() { new Home(); } }`,
      'src/Home.java': `class Home { ${main} void go() { new Bill(); } }`,
      'src/Bill.java': `class Bill { ${main} }`,
    },
    'src/Login.java',
  ],
  [
    'the welcome file of web.xml',
    {
      'web/WEB-INF/web.xml': '<welcome-file>start.jsp</welcome-file>',
      'web/start.jsp': '<p>',
      'web/index.jsp': '<p>',
    },
    'web/start.jsp',
  ],
  [
    'manage.py of Django',
    {
      'manage.py': 'from django.core.management import execute_from_command_line',
      'shop/wsgi.py': 'application = get_wsgi_application()',
      'shop/views.py': 'x = 1',
    },
    'manage.py',
  ],
  [
    'the file with the application of Flask',
    { 'app.py': 'from flask import Flask\napp = Flask(__name__)\napp.run()', 'train.py': 'print(1)' },
    'app.py',
  ],
  [
    'the file with the application of FastAPI, before its client',
    {
      'backend/service.py': 'app = FastAPI()',
      'frontend/package.json': '{"dependencies":{"react":"1","vite":"1"}}',
      'frontend/index.html': '<div>',
      'frontend/src/a.js': 'x',
    },
    'backend/service.py',
  ],
  [
    'the page of Streamlit that the README names',
    {
      'README.md': 'streamlit run dashboard.py',
      'dashboard.py': 'import streamlit as st\nst.title("x")',
      'other.py': 'import streamlit as st\nst.title("y")',
    },
    'dashboard.py',
  ],
  [
    'Program.cs, not another form',
    {
      'Shop/Shop.csproj': csproj,
      'Shop/Program.cs': 'static class Program { static void Main() { Application.Run(new Form1()); } }',
      'Shop/Form1.cs': 'class Form1 {}',
    },
    'Shop/Program.cs',
  ],
  [
    'the application of a program with XAML, not one of its pages',
    {
      'Desk/Desk.csproj': csproj,
      'Desk/App.xaml': '<Application x:Class="Desk.App" StartupUri="Views/Home.xaml" />',
      'Desk/App.xaml.cs': 'public partial class App : Application {}',
      'Desk/Views/Home.xaml': '<Window />',
      'Desk/Views/Home.xaml.cs': 'public partial class Home : Window {}',
    },
    'Desk/App.xaml',
  ],
  [
    'the main form of a Visual Basic program',
    {
      'Shop.vbproj': csproj,
      'My Project/Application.myapp': '<MainForm>Login</MainForm>',
      'Login.vb': 'Public Class Login',
      'Home.vb': 'Public Class Home',
    },
    'Login.vb',
  ],
  [
    'the server that package.json starts, from its source',
    {
      'package.json': '{"scripts":{"start":"node dist/server.js"},"dependencies":{"express":"4"}}',
      'src/server.ts': 'app.listen(1)',
      'src/app.ts': 'x',
    },
    'src/server.ts',
  ],
  [
    'the server of two packages',
    {
      'client/package.json': '{"dependencies":{"react":"1"},"scripts":{"start":"react-scripts start"}}',
      'client/src/index.js': 'x'.repeat(900),
      'api/package.json': '{"dependencies":{"express":"4"},"main":"app.js"}',
      'api/app.js': 'app.listen(1)',
    },
    'api/app.js',
  ],
  [
    'public/index.php of Laravel',
    {
      artisan: '<?php',
      'public/index.php': '<?php',
      'index.php': '<?php',
      'vite.config.js': 'x',
      'package.json': '{"scripts":{"dev":"vite"},"dependencies":{"vite":"1"}}',
    },
    'public/index.php',
  ],
  [
    'the first page nearest to the top, not the one of an area',
    {
      'admin/index.php': '<?php',
      'index.php': '<?php',
      'includes/index.php': '<?php',
      'css/main.css': 'a {}',
    },
    'index.php',
  ],
  [
    'a notebook when there is nothing else',
    { 'Heart.ipynb': '{"cells":[]}', 'data.csv': 'a' },
    'Heart.ipynb',
  ],
  [
    'the main function',
    { 'src/bank.cpp': 'int main() { return 0; }', 'src/account.cpp': 'int x;' },
    'src/bank.cpp',
  ],
  ['the page of a site', { 'index.html': '<p>', 'main.css': 'a {}', 'app.js': 'x' }, 'index.html'],
])('%s starts the program', (_, files, entry) => {
  expect(entryIn(files)).toBe(entry)
})

test.each<[string, Record<string, string>]>([
  ['a style sheet', { 'main.css': 'a {}' }],
  ['a build tool’s file', { 'gulpfile.js': 'x', 'webpack.config.js': 'x' }],
  [
    'a page that only forbids',
    {
      'application/index.html': '<p>Directory access is forbidden.</p>',
      'application/models/A.php': '<?php',
    },
  ],
  ['a library', { 'js/jquery-3.6.0.min.js': 'x' }],
])('%s starts nothing', (_, files) => {
  expect(entryIn(files)).toBeNull()
})
