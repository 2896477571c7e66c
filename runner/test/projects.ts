import type { RunTask } from '#contract/projects/runners.ts'

import { filesOf, type Seen } from './run-files.ts'
import { type ZipFile, zipOf } from './zip.ts'

/** A small project, one for each cause or way of starting it, and what is wrong about what was seen of it; empty when nothing is. */
export interface SmallProject {
  name: string
  files: ZipFile[]
  task: Partial<RunTask>
  faults(seen: Seen): (string | false)[]
}

const connect = (call: string) =>
  `<?php session_start();\n$db = ${call};\nif (!$db) die('Connection failed: ' . mysqli_connect_error());\n`
const shop = connect(`mysqli_connect('localhost', 'root', 'secret', 'shop')`)
const tables = (more = '') => `-- phpMyAdmin SQL Dump
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
CREATE TABLE users (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, username varchar(50), password varchar(64))
  ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
INSERT INTO users VALUES (1, 'admin', '0192023a7bbd73250516f069df18b500');
CREATE TABLE products (id int, name varchar(50));
INSERT INTO products VALUES (1, 'Pen'), (2, 'Ink');
${more}`
const list = `${shop}$rows = mysqli_query($db, 'SELECT * FROM products');
echo '<title>Shop</title><h1>Shop</h1>'; while ($row = mysqli_fetch_assoc($rows)) echo '<p>', $row['name'];
echo '<a href="login.php">Sign in</a>';`
const login = `${shop}if ($_POST) {
  $name = mysqli_real_escape_string($db, $_POST['username']); $secret = md5($_POST['password']);
  $rows = mysqli_query($db, "SELECT * FROM users WHERE username = '$name' AND password = '$secret'");
  if (mysqli_num_rows($rows) === 1) { $_SESSION['user'] = $name; header('Location: home.php'); exit; }
  echo '<script>alert("Invalid username or password")</script>';
}
echo '<title>Sign in</title><form method=post><input type=text name=username><input type=password name=password><button>Sign in</button></form>';`
const home = `<?php session_start(); if (!isset($_SESSION['user'])) { header('Location: login.php'); exit; }
echo '<title>Home</title>Welcome <a href="logout.php">Log out</a>';`
const php = { 'index.php': list, 'login.php': login, 'home.php': home }

const shows = (seen: Seen, words: RegExp) =>
  !seen.pages.some(({ problems }) => problems.some((problem) => words.test(problem))) &&
  `no page says ${words}`
const firstIsFine = ({ pages }: Seen) => pages[0]?.isBroken !== false && 'its first page is broken'
const titles = ({ pages }: Seen) => pages.map(({ title }) => title).join()
const hasTables = ({ run }: Seen, count: number) => run.tables !== count && `${run.tables} tables`
const signedInBy = ({ run }: Seen, from: RegExp) =>
  !run.signIns.some((one) => one.worked && from.test(one.from)) && `nobody signed in by ${from}`

export const smallProjects: SmallProject[] = [
  {
    name: 'a shop that runs, with the sign-in of its table',
    files: filesOf({ ...php, 'db/shop.sql': tables() }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [
      firstIsFine(seen),
      hasTables(seen, 2),
      signedInBy(seen, /^table users$/),
      !seen.pages.some(({ title, after }) => title === 'Home' && after === 'admin') && 'no page behind it',
      seen.pictures !== seen.pages.length && `${seen.pictures} pictures of ${seen.pages.length} pages`,
      seen.run.dumps[0]?.failed.length !== 0 && 'statements failed',
    ],
  },
  {
    name: 'sign-ins of the task, one of which is wrong',
    files: filesOf({ ...php, 'shop.sql': tables() }),
    task: {
      kind: 'php-mysql',
      signIns: [
        { role: 'admin', user: 'admin', password: 'admin123' },
        { role: 'customer', user: 'nobody', password: 'wrong' },
      ],
    },
    faults: (seen) => [
      signedInBy(seen, /^$/),
      seen.run.signIns.some(({ user, worked }) => user === 'nobody' && worked) && 'the wrong one worked',
      !seen.run.signIns.some(({ user }) => user === 'nobody') && 'the wrong one was not tried',
    ],
  },
  {
    name: 'a sign-in from the README, a folder in links, a dump in a ZIP',
    files: filesOf({
      'index.php': `${shop}header('Location: http://localhost/myshop/login.php');`,
      'login.php': login,
      'home.php': home,
      'README.md': '# Shop\n\nAdmin login\n\nUsername: rita\nPassword: pen-4711\n',
      'shop.sql.zip': zipOf([
        {
          name: 'shop.sql',
          content: tables(`INSERT INTO users VALUES (2, 'rita', md5('pen-4711'));`),
          isDeflated: true,
        },
      ]),
    }),
    task: { kind: 'php-mysql', folder: 'myshop' },
    faults: (seen) => [
      signedInBy(seen, /README\.md/),
      !seen.pages[0]?.url.startsWith('http://localhost/myshop/') && `it led to ${seen.pages[0]?.url}`,
      JSON.stringify(seen).includes('pen-4711') && 'a password left the runner',
    ],
  },
  {
    name: 'mysql_connect, which PHP no longer has',
    files: filesOf({
      'index.php': `<?php mysql_connect('localhost', 'root', ''); mysql_select_db('shop'); echo 'Shop';`,
      'shop.sql': tables(),
    }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [shows(seen, /undefined function mysql_connect\(\)/)],
  },
  {
    name: 'mysql_connect behind a sign-in',
    files: filesOf({
      'index.php': `<?php echo '<title>Sign in</title><form method=post action=check.php><input name=user><input type=password name=pass><button>Go</button></form>';`,
      'check.php': `<?php mysql_connect('localhost', 'root', '');`,
      'shop.sql': tables(),
    }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [
      firstIsFine(seen),
      !seen.run.signIns.some(({ problem }) => /undefined function mysql_connect/.test(problem)) &&
        'no sign-in says why it broke',
    ],
  },
  {
    name: 'a dump for another database system, which is left out',
    files: filesOf({
      ...php,
      'mysql.sql': tables(),
      'sqlite.sql': 'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT);',
    }),
    task: {
      kind: 'php-mysql',
      dumps: [{ path: 'sqlite.sql', database: null, sameAs: null, isOther: true }],
    },
    faults: (seen) => [
      firstIsFine(seen),
      hasTables(seen, 2),
      seen.run.dumps.length !== 1 && `${seen.run.dumps.length} dumps`,
    ],
  },
  {
    name: 'pages that lead to the sign-in, which is one page, and a sign-in by number from a table of the README',
    files: filesOf({
      'index.php': `<?php session_start(); if (!isset($_SESSION['user'])) { header('Location: login.php'); exit; } echo '<title>Home</title>Home <a href="logout.php">Log out</a>';`,
      'login.php': `<?php session_start(); if (($_POST['user'] ?? '') === '9826000001' && $_POST['pass'] === 'pen-4711') { $_SESSION['user'] = 1; header('Location: index.php'); exit; }
echo '<title>Sign in</title><form method=post><input type=tel name=user><input type=password name=pass><button>Go</button></form><a href="orders.php">Orders</a><a href="index.php">Home</a>';`,
      'orders.php': `<?php header('Location: login.php');`,
      'README.md': '| Who | Mobile number | Password |\n|---|---|---|\n| Owner | 9826000001 | pen-4711 |\n',
    }),
    task: { kind: 'php' },
    faults: (seen) => [
      signedInBy(seen, /README\.md/),
      !titles(seen).startsWith('Sign in,Home') && `its pages are ${titles(seen)}`,
    ],
  },
  {
    name: 'no dump',
    files: filesOf({ 'index.php': list }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [shows(seen, /Table 'shop\.products' doesn't exist/), hasTables(seen, 0)],
  },
  {
    name: 'a dump for a database of another name',
    files: filesOf({
      ...php,
      'shop.sql': `CREATE DATABASE store;\nUSE store;\n${tables()}`,
    }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [shows(seen, /Unknown database 'shop'/), hasTables(seen, 2)],
  },
  {
    name: 'a table that the dump lacks, and a statement that fails',
    files: filesOf({
      'index.php': `${shop}mysqli_query($db, 'SELECT * FROM orders'); echo 'Orders';`,
      'shop.sql': tables('CREATE TABLE orders (id int, wrong nonsense);\n'),
    }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [
      shows(seen, /Table 'shop\.orders' doesn't exist/),
      seen.run.dumps[0]?.failed[0]?.line !== 8 && `it failed in ${JSON.stringify(seen.run.dumps[0]?.failed)}`,
    ],
  },
  {
    name: 'a dump of which thousands of statements fail',
    files: filesOf({
      ...php,
      'shop.sql': tables(`INSERT INTO ${'missing'.repeat(8)} VALUES (1);\n`.repeat(8000)),
    }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [
      firstIsFine(seen),
      hasTables(seen, 2),
      seen.run.dumps[0]?.failed.length !== 50 &&
        `${seen.run.dumps[0]?.failed.length} are said to have failed`,
    ],
  },
  {
    name: 'a mistake in the grammar',
    files: filesOf({ 'index.php': `<?php\necho 'a'\necho 'b';` }),
    task: { kind: 'php' },
    faults: (seen) => [shows(seen, /Parse error: .* on line 3/)],
  },
  {
    name: 'either case of letters, in an include, a link and a table',
    files: filesOf({
      'index.php': `<?php include 'Includes/Config.php'; mysqli_query($db, 'SELECT * FROM Products'); echo '<title>Shop</title><a href="About.php">About</a>';`,
      'includes/config.php': shop,
      'about.php': '<?php echo "<title>About</title>About us";',
      'shop.sql': tables(),
    }),
    task: { kind: 'php-mysql' },
    faults: (seen) => [
      firstIsFine(seen),
      seen.pages.at(-1)?.title !== 'About' && 'the page of another case was not found',
      !['Includes/Config.php', '/About.php'].every((path) => seen.run.otherCase.includes(path)) &&
        `it names ${seen.run.otherCase.join(', ')}`,
    ],
  },
  {
    name: 'a front controller that its README starts with php -S … -t public',
    files: filesOf({
      'public/index.php': `<?php $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (getcwd() !== __DIR__ || isset($file)) die('Fatal error: started otherwise on line 2');
$pages = ['/' => 'Desk', '/doctors' => 'Doctors', '/uploads' => 'Uploads'];
if (!isset($pages[$path])) { http_response_code(404); die("no page $path"); }
echo "<title>$pages[$path]</title><link rel=stylesheet href=/style.css>$pages[$path] <a href=/doctors>Doctors</a> <a href=/uploads>Uploads</a> <a href=/about.php>About</a>";`,
      'public/about.php': '<title>About</title>About us',
      'public/style.css': 'body { color: green }',
      'public/uploads/a.txt': 'a',
      'src/config.php': `<?php define('BASE', 'http://localhost/clinic/');`,
    }),
    task: { kind: 'php', root: 'public', router: 'public/index.php', folder: 'clinic' },
    faults: (seen) => [
      titles(seen) !== 'Desk,Doctors,Uploads,About' && `its pages are ${titles(seen)}`,
      seen.pages.some(({ isBroken }) => isBroken) && 'a page is broken',
    ],
  },
  {
    name: 'a front controller of rewrite rules that hand on the path, below a folder',
    files: filesOf({
      '.htaccess':
        'RewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^(.*)$ index.php?url=$1 [QSA,L]\n',
      'index.php': `<?php $url = $_GET['url'] ?? 'home';
if (!in_array($url, ['home', 'posts/show'], true)) { http_response_code(404); die("no page $url"); }
echo "<title>$url</title>$url <a href='http://localhost/blog/posts/show'>More</a>";`,
    }),
    task: { kind: 'php', folder: 'blog' },
    faults: (seen) => [titles(seen) !== 'home,posts/show' && `its pages are ${titles(seen)}`],
  },
  {
    name: 'rewrite rules of a folder that its links name',
    files: filesOf({
      'public/.htaccess':
        'RewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^(.*)$ index.php?url=$1 [QSA,L]\n',
      'public/index.php': `<?php require '../private/config.php'; $url = $_GET['url'] ?? '';
if ($url === '') { header('Location: ' . ROOT . '/login'); exit; } echo "<title>$url</title>$url <a href='", ROOT, "/home/1'>Home</a>";`,
      'private/config.php': `<?php define('ROOT', 'http://localhost/school/public');`,
    }),
    task: { kind: 'php' },
    faults: (seen) => [
      titles(seen) !== 'login,home/1' && `its pages are ${titles(seen)}`,
      seen.pages[0]?.url !== 'http://localhost/school/public/login' && `it led to ${seen.pages[0]?.url}`,
    ],
  },
  {
    name: 'a game of coloured boxes, and an empty page',
    files: filesOf({
      'index.html': `<title>Game</title><a href="empty.html"></a><div id=game></div><script>game.style = 'height: 300px; background: gray'</script>`,
      'empty.html': '<title>Empty</title><div style="height: 300px"></div>',
    }),
    task: { kind: 'static' },
    faults: ({ pages }) => [
      pages.map(({ isBroken }) => isBroken).join() !== 'false,true' && 'the wrong one is empty',
    ],
  },
  {
    name: 'pages alone, with libraries of CDNs',
    files: filesOf({
      'index.html': `<title>Site</title><link rel=stylesheet href="https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/css/bootstrap.min.css" integrity="sha384-x" crossorigin="anonymous">
<script src="https://code.jquery.com/jquery-3.4.1.min.js"></script><img src="https://example.com/a.png"><p id=p>Text</p>
<script>document.title = $('#p').text() + (getComputedStyle(document.body).fontSize === '14px' ? ' styled' : '')</script><a href="index.html">home</a><a href="b/page.html">more</a>`,
      'b/page.html': '<title>More</title>More',
    }),
    task: { kind: 'static' },
    faults: (seen) => [
      firstIsFine(seen),
      seen.pages.length !== 2 && `${seen.pages.length} pages`,
      seen.pages[0]?.title !== 'Text styled' && `it is called ${seen.pages[0]?.title}`,
      String(seen.run.standIns) !== 'bootstrap,jquery' && `what stood in was ${seen.run.standIns.join(', ')}`,
      String(seen.run.outside) !== 'example.com' && `it asked ${seen.run.outside.join(', ')}`,
    ],
  },
  {
    name: 'a dump alone',
    files: filesOf({ 'shop.sql': tables() }),
    task: { kind: 'sql' },
    faults: (seen) => [
      hasTables(seen, 2),
      seen.pages.length > 0 && 'it has pages',
      seen.run.error !== null && 'an error',
    ],
  },
]
