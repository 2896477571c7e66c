import type { RuleName } from '#contract/projects/findings.ts'

import type { Files } from './files.ts'
import { apps } from './sound-apps.ts'
import { web } from './sound-web.ts'

/** A project with planted faults, each with the rule that should find it and its file. */
export interface Faulty {
  files: Files
  faults: [RuleName, string][]
}

/** Copies a project and adds, replaces or removes (undefined) files. */
function changed(files: Files, changes: Record<string, string | null | undefined>): Files {
  return Object.fromEntries(
    Object.entries({ ...files, ...changes }).filter(
      (entry): entry is [string, string | null] => entry[1] !== undefined,
    ),
  )
}

/** Copies a project and replaces one text in a file. */
function edited(files: Files, path: string, from: string, to: string): Files {
  const text = files[path]
  if (!text?.includes(from)) throw new Error(`${path} has no “${from}”`)
  return { ...files, [path]: text.replace(from, to) }
}

const desktop = 'C:\\\\Users\\\\hp\\\\Desktop\\\\'

/** Twenty projects with faults that keep student projects from running, taken from public issue threads. */
export const faulty: Record<string, Faulty> = {
  'library without its dump': {
    files: changed(web.phpLibrary, { 'database/library.sql': undefined }),
    faults: [
      ['no-schema', 'books.php'],
      ['readme-command', 'README.md'],
    ],
  },
  'attendance without its schema': {
    files: changed(apps.flaskAttendance, { 'schema.sql': undefined }),
    faults: [
      ['no-schema', 'app.py'],
      ['readme-command', 'README.md'],
    ],
  },
  'inventory as only the sources': {
    files: changed(apps.swingInventory, {
      'lib/mysql-connector-j-8.4.0.jar': undefined,
      'lib/rs2xml.jar': undefined,
      'nbproject/project.properties': undefined,
      'inventory.sql': undefined,
      'backup.zip': null,
    }),
    faults: [
      ['no-schema', 'src/shop/Main.java'],
      ['no-manifest', 'src/shop/Main.java'],
    ],
  },
  'voting with a comma too many': {
    files: edited(web.phpVoting, 'voting.sql', 'name varchar(60));', 'name varchar(60),\n);'),
    faults: [['broken-dump', 'voting.sql']],
  },
  'library with a comma too few': {
    files: edited(web.phpLibrary, 'database/library.sql', '`id` int(11) NOT NULL,', '`id` int(11) NOT NULL'),
    faults: [['broken-dump', 'database/library.sql']],
  },
  'notes with an unclosed quote': {
    files: changed(apps.expressNotes, {
      'schema.sql': `${apps.expressNotes['schema.sql']}INSERT INTO notes (owner, text) VALUES (1, 'Don't forget');\n`,
      'app.js': `${apps.expressNotes['app.js']}db.query("SELECT id FROM users WHERE email = ?", ['a'])\n`,
    }),
    faults: [
      ['broken-dump', 'schema.sql'],
      ['missing-table', 'app.js'],
    ],
  },
  'bank without one table': {
    files: edited(apps.servletBank, 'db/bank.sql', 'create table transfers', 'create table transactions'),
    faults: [['missing-table', 'src/main/java/bank/dao/Accounts.java']],
  },
  'hospital under another name': {
    files: changed(web.phpHospital, {
      'sql/schema.sql': web.phpHospital['sql/schema.sql']!.replaceAll('hospital', 'hms_project'),
      'README.md': web.phpHospital['README.md']!.replaceAll('ospital', 'ealth'),
    }),
    faults: [['database-name', 'src/Database.php']],
  },
  'attendance under another name': {
    files: changed(apps.flaskAttendance, {
      'schema.sql': apps.flaskAttendance['schema.sql']!.replaceAll('attendance', 'college_db'),
      'README.md': `# Attendence\nInstall with pip install -r requirements.txt, import schema.sql, then run: python run.py and open the page in a browser.`,
      'requirements.txt': 'Flask==3.0.3\nflask-mysqldb==2.0.0\npython-dotenv\n',
    }),
    faults: [
      ['database-name', 'app.py'],
      ['readme-command', 'README.md'],
      ['missing-dependency', 'reports/pdf.py'],
    ],
  },
  'college in PHP 5': {
    files: {
      'README.txt':
        'College management. Install WAMP, import college.sql, start it and open localhost/college in the browser to sign in.',
      'index.php': `<?php\ninclude("conn.php");\n$res = mysql_query("SELECT * FROM student");\nwhile ($r = mysql_fetch_array($res)) { list($a, $b) = split("-", $r['name']); echo $a; }\n?>`,
      'conn.php': `<?php\n$con = mysql_connect("localhost","root","") or die(mysql_error());\nmysql_select_db("college", $con);\n?>`,
      'add.php': `<?php if (ereg("^[0-9]+$", $_POST['x'])) { echo 'ok'; } ?>`,
      'college.sql': `-- Database: \`college\`\nCREATE TABLE student (id int, name varchar(20));`,
    },
    faults: [
      ['removed-php', 'index.php'],
      ['removed-php', 'conn.php'],
      ['removed-php', 'add.php'],
    ],
  },
  'voting with each': {
    files: edited(
      web.phpVoting,
      'login.php',
      '$q = $con',
      "while (list($k, $v) = each($_POST)) { echo $k; }\n$f = create_function('$a', 'return $a;');\n$q = $con",
    ),
    faults: [['removed-php', 'login.php']],
  },
  'heart disease from one laptop': {
    files: changed(
      edited(apps.heartDisease, 'train.py', "'data/heart.csv'", "r'C:\\Users\\Admin\\Downloads\\heart.csv'"),
      {
        'requirements.txt': undefined,
      },
    ),
    faults: [
      ['no-manifest', 'train.py'],
      ['machine-path', 'train.py'],
      ['readme-command', 'README.md'],
    ],
  },
  'shop with too short a package.json': {
    files: changed(apps.mernShop, {
      'server/package.json': `{ "name": "server", "scripts": { "start": "node index.js" }, "dependencies": { "express": "^4", "mongoose": "^8", "dotenv": "^16" } }`,
      'README.md': `${apps.mernShop['README.md']}\nWith sample data: npm run seed`,
    }),
    faults: [
      ['missing-dependency', 'server/index.js'],
      ['missing-dependency', 'server/routes/products.js'],
      ['readme-command', 'README.md'],
    ],
  },
  'shop without its pictures': {
    files: changed(apps.mernShop, {
      'client/src/assets/logo.png': undefined,
      'client/src/components/Cart.jsx': undefined,
      'client/src/main.jsx': apps.mernShop['client/src/main.jsx']!.replace(
        '@/components/Cart',
        './components/Cart',
      ),
    }),
    faults: [
      ['missing-file', 'client/src/App.jsx'],
      ['missing-file', 'client/src/main.jsx'],
    ],
  },
  'e-learning without manage.py': {
    files: changed(apps.djangoLearning, { 'manage.py': undefined }),
    faults: [
      ['no-entry', 'courses/views.py'],
      ['readme-command', 'README.md'],
    ],
  },
  'face attendance without its model': {
    files: edited(
      apps.faceAttendance,
      'main.py',
      "cv2.data.haarcascades + 'haarcascade_frontalface_default.xml'",
      "'haarcascade_frontalface_default.xml'",
    ),
    faults: [['missing-file', 'main.py']],
  },
  'chat that nothing starts': {
    files: changed(apps.reactPortfolio, {
      'package.json': `{ "name": "portfolio", "dependencies": { "react": "18", "react-dom": "18", "@mui/material": "5" } }`,
    }),
    faults: [['no-entry', 'package.json']],
  },
  'restaurant without its style': {
    files: changed(web.staticSite, { 'css/style.css': undefined, 'img/team.webp': undefined }),
    faults: [
      ['missing-file', 'index.html'],
      ['missing-file', 'about.html'],
    ],
  },
  'library from one XAMPP': {
    files: changed(
      edited(web.phpLibrary, 'index.php', 'images/logo.png', 'C:/xampp/htdocs/library/images/logo.png'),
      {
        'includes/footer.php': undefined,
        'books.php': `${web.phpLibrary['books.php']}\nheader("Location: http://localhost/library/index.php");`,
      },
    ),
    faults: [
      ['machine-path', 'index.php'],
      ['missing-file', 'index.php'],
      ['machine-path', 'books.php'],
    ],
  },
  'inventory from one desktop': {
    files: changed(apps.swingInventory, {
      'src/shop/Main.java': apps.swingInventory['src/shop/Main.java']!.replace(
        'Main.class.getResource("/icons/box.png")',
        `"${desktop}icons\\\\box.png"`,
      ).replace('public static void main(String[] args)', 'public void start()'),
    }),
    faults: [
      ['machine-path', 'src/shop/Main.java'],
      ['no-entry', 'src/shop/Main.java'],
    ],
  },
}
