import { expect, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const found = (files: Files) =>
  check(filesOf(files))
    .findings.filter(({ rule }) => rule === 'default-password')
    .map(({ file, line }) => `${file}:${line}`)

const users = 'CREATE TABLE staff (id INTEGER PRIMARY KEY, login TEXT, password TEXT);'

test.each<[string, Files, string]>([
  [
    'a statement of PHP into a table whose columns it names',
    { 'install.php': `<?php\n$db->query("INSERT INTO staff (login, password) VALUES ('head', 'head@77')");` },
    'install.php:2',
  ],
  [
    'a statement into a table that another file defines',
    {
      'db/schema.sql': users,
      'src/Setup.java': `class Setup {\n void fill(Statement s) { s.executeUpdate("INSERT INTO staff VALUES (1, 'head', 'head@77')"); } }`,
    },
    'src/Setup.java:2',
  ],
  [
    'a statement that is added up from several strings',
    {
      'Setup.java': `class Setup { void fill(Statement s) {\ns.execute("INSERT INTO staff (login, password) " +\n  "VALUES ('head', 'head@77')"); } }`,
    },
    'Setup.java:2',
  ],
  [
    'the values behind a statement of Python',
    {
      'setup_tables.py': `cursor.execute("${users}")\ncursor.execute("INSERT INTO staff VALUES (?, ?, ?)", (1, "head", "head@77"))`,
    },
    'setup_tables.py:2',
  ],
  [
    'many values behind a statement of Python',
    {
      'fill.py': `rows.executemany("INSERT INTO staff (login, password) VALUES (%s, %s)", [("a", "clerk@1"), ("b", "clerk@2")])`,
    },
    'fill.py:1',
  ],
  [
    'the values of a prepared statement of Java',
    {
      'Fill.java': `p = c.prepareStatement("INSERT INTO staff (login, password) VALUES (?, ?)");\np.setString(1, "head");\np.setString(2, "head@77");`,
    },
    'Fill.java:1',
  ],
  [
    'the values of a prepared statement of PHP',
    {
      'fill.php': `<?php $s = $pdo->prepare('INSERT INTO staff (login, password) VALUES (?, ?)');\n$s->execute(['head', 'head@77']);`,
    },
    'fill.php:1',
  ],
  [
    'a variable that always has the same text',
    {
      'add.php': `<?php $login = $_POST['login'];\n$word = 'mango123';\n$q = "INSERT INTO staff (login, password) VALUES ('$login', '$word')";`,
    },
    'add.php:3',
  ],
  [
    'a constant that code hashes',
    {
      'src/init.js':
        "const DEFAULT_ADMIN_PASSWORD = 'Mango!44'\nconst hash = bcrypt.hashSync(DEFAULT_ADMIN_PASSWORD, 10)",
    },
    'src/init.js:1',
  ],
  [
    'a variable that a tool of the author hashes',
    {
      'Hash.java':
        'class Hash {\n  String raw = "mango@123";\n  String hash() { return encoder.encode(raw); } }',
    },
    'Hash.java:2',
  ],
  [
    'a seeder of Laravel',
    {
      'database/seeders/HeadSeeder.php':
        "<?php\nUser::create(['name' => 'Head', 'password' => Hash::make('password')]);",
    },
    'database/seeders/HeadSeeder.php:2',
  ],
  [
    'a model of Mongoose',
    {
      'server/start.js':
        "await User.create({\n  name: 'Head',\n  email: 'head@school.in',\n  password: 'mango123' })",
    },
    'server/start.js:4',
  ],
  [
    'the value when a setting is not there',
    { 'config.js': "module.exports = { adminPassword: process.env.ADMIN_PASSWORD || 'Mango!44' }" },
    'config.js:1',
  ],
  [
    'a runner of Spring',
    {
      'Loader.java':
        'CommandLineRunner run(Users users) {\n return args -> users.save(new Account("head", encoder.encode("mango123"))); }',
    },
    'Loader.java:2',
  ],
  [
    'a class whose place for the password its constructor tells',
    {
      'User.java': 'class User { User(String name, String password) {} }',
      'Bank.java': 'class Bank {\n  void load() { users.add(new User("head", "mango123")); } }',
    },
    'Bank.java:2',
  ],
  [
    'users of Spring Security in memory',
    { 'Safe.java': 'auth.inMemoryAuthentication()\n .withUser("head").password("{noop}mango123")' },
    'Safe.java:2',
  ],
  [
    'ASP.NET Identity',
    { 'Seed.cs': 'var head = new IdentityUser();\nawait users.CreateAsync(head, "Mango@123");' },
    'Seed.cs:2',
  ],
  [
    'a superuser of Django by places',
    { 'shop/boot.py': "User.objects.create_superuser('head', 'head@shop.in', 'mango123')" },
    'shop/boot.py:1',
  ],
  ['a comparison of C', { 'a.c': 'if (strcmp(password, "mango123") == 0) open();' }, 'a.c:1'],
  [
    'a comparison of Swing',
    { 'A.java': 'if (new String(passwordField.getPassword()).equals("mango123")) open();' },
    'A.java:1',
  ],
  ['a comparison of Tkinter', { 'a.py': 'if password_entry.get() == "mango123": start()' }, 'a.py:1'],
  [
    'a comparison of Visual Basic',
    { 'a.vb': 'If txtUser.Text = "head" And txtPassword.Text = "mango123" Then' },
    'a.vb:1',
  ],
  [
    'a script in a page',
    { 'a.html': `<script>if (document.getElementById("password").value == "mango123") go()</script>` },
    'a.html:1',
  ],
  [
    'a query with a sign-in of its own',
    { 'a.php': `<?php $q = "SELECT * FROM staff WHERE login='head' AND password='mango123'";` },
    'a.php:1',
  ],
  [
    'a field that is filled in',
    { 'a.html': '<input type="password" name="word" value="mango123">' },
    'a.html:1',
  ],
  [
    'a list of users',
    { 'db.json': '{"users":[{"id":1,"email":"head@shop.in","name":"Head","password":"mango123"}]}' },
    'db.json:1',
  ],
  [
    'the first user of Spring',
    { 'application.properties': 'spring.security.user.password=mango123\n' },
    'application.properties:1',
  ],
  [
    'a column that says hash and holds none',
    { 'a.sql': "INSERT INTO heads (login, password_hash) VALUES ('head', 'mango123');" },
    'a.sql:1',
  ],
  [
    'a column named in another language',
    { 'a.sql': "INSERT INTO NguoiDung (TenDangNhap, MatKhau) VALUES ('head', '12345678');" },
    'a.sql:1',
  ],
  [
    'a script of SQL Server, whose statements end with the line',
    {
      'a.sql':
        "SET IDENTITY_INSERT [dbo].[Staff] ON\nINSERT [dbo].[Staff] ([Id], [Pwd]) VALUES (1, NULL)\nINSERT [dbo].[Staff] ([Id], [Pwd]) VALUES (2, N'mango123')\nGO\n",
    },
    'a.sql:3',
  ],
])('%s gives a password away', (_, files, place) => {
  expect(found(files)).toEqual([place])
})

test.each<[string, Files]>([
  [
    'a statement with values of a form',
    {
      'a.php': `<?php $q = "INSERT INTO staff (login, password) VALUES ('$login', '$hash')"; $p = "INSERT INTO staff (login, password) VALUES ('".$login."', '".$word."')";`,
      'a.py': `db.execute("INSERT INTO staff (login, password) VALUES (?, ?)", (login, request.form["password"]))\ndb.execute(f"INSERT INTO staff (login, password) VALUES ('{login}', '{word}')")`,
      'A.java': `s.execute("INSERT INTO staff (login, password) VALUES ('" + login + "', '" + word + "')"); p.setString(2, word);`,
    },
  ],
  [
    'a variable that a form sets later',
    {
      'a.php': `<?php $word = 'none yet'; $word = $_POST['word']; $q = "INSERT INTO staff (login, password) VALUES ('$login', '$word')";`,
    },
  ],
  [
    'a seeder that reads its password',
    {
      'seed.js': "await User.create({ name: 'Head', password: process.env.HEAD_PASSWORD })",
      'seed.py': "User.objects.create_superuser('head', 'head@shop.in', os.environ['HEAD_PASSWORD'])",
      'database/seeders/A.php': "<?php User::create(['password' => Hash::make(env('HEAD_PASSWORD'))]);",
    },
  ],
  [
    'labels and messages of a form',
    {
      'Form.jsx':
        "const labels = { password: 'Password', confirm: 'Again' }; const errors = { password: 'Required' }; <Input type=\"password\" name=\"password\" />",
      'Check.java': 'errors.put("password", "invalid"); form.addUser(name, password);',
    },
  ],
  [
    'words of a page in another language',
    {
      'locales/de.json': '{"email":"E-Mail","password":"Passwort"}',
      'src/i18n/hi.json': '{"username":"Naam","password":"Kunji","role":"Kaam"}',
    },
  ],
  [
    'hashes in a list of users',
    {
      'users.json':
        '[{"email":"head@shop.in","password":"$2b$10$wHq1s0n7C0JxkZ3mV4u7xe","role":"admin"},{"email":"b@shop.in","password":"5f4dcc3b5aa765d61d8327deb882cf99","role":"user"}]',
    },
  ],
  [
    'a page about attacks with a query',
    { 'Lesson.jsx': "<pre>{`SELECT * FROM users WHERE login='${typed}' AND password='123'`}</pre>" },
  ],
  [
    'a field that the page fills in with what was typed',
    {
      'a.php': `<input type="password" value="<?= $word ?>">`,
      'a.html': '<input type="password" value="{{ word }}"><input type="password" value="">',
    },
  ],
  [
    'a query with values of a form',
    {
      'a.php': `<?php $q = "SELECT * FROM staff WHERE login='$login' AND password='$word'"; $p = 'SELECT 1 FROM staff WHERE password=:word';`,
    },
  ],
  [
    'a factory of Laravel',
    { 'database/factories/UserFactory.php': "<?php static::$password ??= Hash::make('password');" },
  ],
  ['a test', { 'tests/users.test.js': "await User.create({ name: 'Head', password: 'mango123' })" }],
  [
    'hashes in a dump',
    {
      'a.sql':
        "INSERT INTO heads (login, password_hash, matkhau) VALUES ('head', '$2y$10$wHq1s0n7C0JxkZ3mV4u7xe', '5f4dcc3b5aa765d61d8327deb882cf99');",
    },
  ],
  [
    'columns about passwords',
    {
      'pass.sql':
        "INSERT INTO bus_pass (Pass_id, Pass_type, smtp_password) VALUES (1142, 'monthly', 'mail@123');",
      'a.sql':
        "INSERT INTO heads (login, password_reset_token, password_changed_at, must_change_password) VALUES ('head', 'ab12cd34', '2024-01-02', 'yes');",
    },
  ],
])('%s gives none away', (_, files) => {
  expect(found(files)).toEqual([])
})

const signInsIn = (files: Files) =>
  check(filesOf(files)).findings.flatMap(({ rule, signIns = [] }) =>
    rule === 'default-password'
      ? signIns.map(({ role, user, password }) => `${role ?? '?'}: ${user ?? '?'} / ${password}`)
      : [],
  )

test.each<[string, Files, string[]]>([
  [
    'the rows of a table',
    {
      'db.sql':
        "CREATE TABLE users (id int, username varchar(20), password varchar(20), role varchar(9));\nINSERT INTO users VALUES (1, 'admin', 'admin@12', 'Administrator'), (2, 'ravi', 'ravi@12', 'clerk');",
    },
    ['Administrator: admin / admin@12', 'clerk: ravi / ravi@12'],
  ],
  [
    'a table without roles, by its name',
    { 'db.sql': "INSERT INTO tbl_admins (email, pwd) VALUES ('head@school.in', 'mango123');" },
    ['admin: head@school.in / mango123'],
  ],
  [
    'a README',
    { 'README.md': '# Shop\n\nAdmin login\n\n- Username: `admin`\n- Password: `admin@123`\n' },
    ['admin: admin / admin@123'],
  ],
  [
    'a table of a README',
    {
      'README.md':
        '# Login\n\n| Role | Username | Password |\n| --- | --- | --- |\n| Teacher | head | head@77 |\n',
    },
    ['teacher: head / head@77'],
  ],
  [
    'a model of Mongoose',
    { 'seed.js': "await User.create({ email: 'head@school.in', password: 'mango123' })" },
    ['?: head@school.in / mango123'],
  ],
  [
    'nothing but a password',
    { 'a.c': 'if (strcmp(password, "mango123") == 0) open();' },
    ['?: ? / mango123'],
  ],
])('a sign-in is read from %s', (_, files, signIns) => {
  expect(signInsIn(files)).toEqual(signIns)
})

test('of users that are people’s mailboxes nothing is kept but that there are some, of admin@gmail.com all is', () => {
  const { findings } = check(
    filesOf({
      'db.sql':
        "INSERT INTO users (email, password) VALUES ('asha.k@gmail.com', 'chameli7'), ('admin@gmail.com', 'mango@1');",
    }),
  )
  expect(JSON.stringify(findings)).not.toMatch(/chameli|asha/)
  const [{ signIns }] = findings.filter(({ rule }) => rule === 'default-password') as [(typeof findings)[0]]
  expect(signIns).toEqual([
    { role: null, user: null, password: null },
    { role: 'user', user: 'admin@gmail.com', password: 'mango@1' },
  ])
})

test('of many sign-ins in a file at most one more is kept than a listing may declare', () => {
  const rows = Array.from({ length: 40 }, (__, index) => `('user${index}', 'mango@${index}')`)
  expect(
    signInsIn({ 'db.sql': `INSERT INTO users (username, password) VALUES ${rows.join(', ')};` }),
  ).toHaveLength(7)
})
