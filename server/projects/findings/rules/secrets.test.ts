import { expect, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const secretRules = /^(?:private-key|service-key|database-password|mail-password|env-file|secret-value)$/
const secretsIn = (files: Files) =>
  check(filesOf(files))
    .findings.filter(({ rule }) => secretRules.test(rule))
    .map(({ rule, file, line }) => `${rule} ${file}:${line}`)

test.each([
  ['signing.properties', 'keyAlias=upload\nstorePassword=monsoon77\n', 'secret-value', 2],
  [
    'src/main/resources/application.properties',
    'app.jwt.secret = 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c\n',
    'secret-value',
    1,
  ],
  ['config.ini', '[ftp]\nftp_password\t=\tGr33n!Tea\n', 'secret-value', 2],
  ['lib/Sms.php', "<?php class Sms { private $sms_gateway_password\n =\n 'Jaipur#55'; }", 'secret-value', 3],
  [
    'Web.config',
    '<appSettings><add key="SmsApiPassword" value="Chai@2021"/></appSettings>',
    'secret-value',
    1,
  ],
  [
    'res/values/keys.xml',
    '<string name="weather_api_key">a8f5f167f44f4964e6c998dee827110c</string>',
    'secret-value',
    1,
  ],
  ['pay.js', "const PAYU_MERCHANT_SALT = 'eCwWELxi9f!k2#Qz7^Lm'\n", 'secret-value', 1],
  [
    'Settings.settings',
    '<Value>Data Source=erp;Initial Catalog=Fees;User ID=sa;Password=@7x9Kolkata!</Value>',
    'database-password',
    1,
  ],
  [
    'hibernate.cfg.xml',
    '<property name="hibernate.connection.password">Delhi@Metro9</property>',
    'database-password',
    1,
  ],
  [
    'notes/server.txt',
    'Database of the live site\n$dbuser = "shop_live";\n$dbpass = "mango4455";\n',
    'database-password',
    3,
  ],
  ['settings.toml', 'smtp_password = "Pune#4411"\n', 'mail-password', 1],
  ['a.py', 'import pymysql\nc = pymysql.connect(host="erp", passwd="Real@99")', 'database-password', 2],
  ['b.py', 'c = mysql.connector.connect("erp", "clerk", "Real@99", "fees")', 'database-password', 1],
  ['c.py', 'c = psycopg2.connect("dbname=fees user=clerk password=Real@99")', 'database-password', 1],
  ['d.py', "c = MongoClient('erp', username='clerk',\n  password='Real@99')", 'database-password', 2],
  ['e.py', `c.execute("PRAGMA key = 'Real@99'")`, 'database-password', 1],
  [
    'F.java',
    'class F { String word = "Real@99";\n Connection c = DriverManager.getConnection(url, user, word); }',
    'database-password',
    1,
  ],
  ['G.java', 'String url = "jdbc:mysql://erp/fees?user=clerk&password=Real@99";', 'database-password', 1],
  ['h.js', "new Sequelize('fees', 'clerk', 'Real@99', { dialect: 'mysql' })", 'database-password', 1],
  [
    'i.php',
    "<?php $word = 'Real@99';\n$c = new mysqli($host, $user, $word, 'fees');",
    'database-password',
    1,
  ],
  ['J.cs', 'var c = new SqlConnection("Server=erp;Uid=clerk;Pwd=Real@99");', 'database-password', 1],
  [
    'l.xml',
    '<Resource name="jdbc/fees" username="clerk" password="Real@99" url="jdbc:mysql://erp/fees"/>',
    'database-password',
    1,
  ],
  [
    'm.xml',
    '<property name="url" value="jdbc:mysql://erp/fees"/>\n<property name="password" value="Real@99"/>',
    'database-password',
    2,
  ],
  ['n.go', 'db, err := sql.Open("mysql", "clerk:Real@99@tcp(erp:3306)/fees")', 'database-password', 1],
  ['k.cpp', 'mysql_real_connect(c, "erp", "clerk", "Real@99", "fees", 0, NULL, 0);', 'database-password', 1],
])('a secret in %s is found, as it is written there', (path, text, rule, line) => {
  expect(secretsIn({ [path]: text })).toEqual([`${rule} ${path}:${line}`])
})

test.each([
  [
    'tests/test_login.py',
    "import pymysql\npymysql.connect(host='x', password='Agra@1999')\napi_key = 'a8f5f167f44f4964e6c998dee827110c'",
  ],
  ['src/UserServiceTest.java', 'String apiToken = "a8f5f167f44f4964e6c998dee827110c";'],
  ['docs.js', "const awsSecretKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'"],
  ['page.html', '<div class="g-recaptcha" data-sitekey="6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"></div>'],
  ['store.js', "export const DRAFT_KEY = 'stock_entry_draft_v2'\nlocalStorage.setItem(DRAFT_KEY, '1')"],
  [
    'lang/en.php',
    "<?php return ['wrong_password' => 'That password does not match #1', 'sms_password' => 'Your code: 4 digits'];",
  ],
  [
    'check.php',
    "<?php $c = new mysqli('localhost', 'root', ''); echo $ok['passed'] ? '✅ PASS' : '❌ FAIL';",
  ],
  [
    'Form.java',
    'import java.sql.DriverManager;\nString password = passwordField.getText();\nString role = "clerk";',
  ],
  [
    'mail.php',
    `<?php $mail = new PHPMailer(); $mail->Body = "Username: ".$user."\nPassword: ".$row['password']."<br>";`,
  ],
  [
    '.github/workflows/ci.yml',
    'env:\n  DB_PASSWORD: ${{ secrets.DB_PASSWORD }}\n  API_TOKEN: ${API_TOKEN}\n',
  ],
  [
    'README.md',
    '# Setup\nSet DB_PASSWORD=your_password_1 and MAIL_PASSWORD=secret123 in the file .env and start it.\n',
  ],
  [
    'src/data/keys.js',
    `export default [${Array.from({ length: 5 }, (_, n) => `{ id: ${n}, apikey: '${n}5b9e1c2-77d4-4a1f-9c3e-${n}0a8f6d2b4e1' }`).join(', ')}]`,
  ],
  [
    'open.py',
    'c = pymysql.connect(host=host, user=user, password=password, database=name)\npassword = input("Password: ")\nd = psycopg2.connect(f"dbname={name} user={user} password={password}")\ne = psycopg2.connect(host=host, password=word)\nf = pymysql.connect("localhost", "root", "root", "fees")',
  ],
  [
    'Open.java',
    'String word = System.getenv("DB_WORD");\nDriverManager.getConnection(url, user, word);\nDriverManager.getConnection("jdbc:mysql://localhost/fees", "root", "1234");',
  ],
  ['open.php', "<?php $pass = '';\n$pass = getenv('DB_PASS');\n$c = new mysqli($host, $user, $pass);"],
  ['ios/Checks.plist', '<key>IDEDidComputeMac32BitWarning</key>\n<true/>'],
])('what only looks like a secret in %s is none', (path, text) => {
  expect(secretsIn({ [path]: text })).toEqual([])
})

test('one secret is one finding, whatever rules find it, however often and in however many files', () => {
  const settings = [
    "EMAIL_HOST = 'smtp.gmail.com'",
    "DATABASES = {'default': {'ENGINE': 'django.db.backends.mysql', 'USER': 'erp', 'PASSWORD': 'Sairam@99'}}",
    "BACKUP = {'ENGINE': 'django.db.backends.mysql', 'PASSWORD': 'Sairam@99'}",
  ].join('\n')
  const { findings } = check(
    filesOf({
      'site/settings.py': settings,
      'backup.py': "import pymysql\npymysql.connect(host='db', user='erp', password='Sairam@99')",
      'deploy/.env': 'DB_PASSWORD=Sairam@99\n',
    }),
  )
  const found = findings.filter(({ rule }) => secretRules.test(rule))
  expect(found.map(({ rule, file }) => [rule, file])).toEqual([['database-password', 'site/settings.py']])
  expect(found[0]!.message).toContain('backup.py')
  expect(found[0]!.others).toEqual(['backup.py', 'deploy/.env'])
})

test('the key of a framework is a note, and not a stop as well', () => {
  const { findings } = check(
    filesOf({
      'a/settings.py': "SECRET_KEY = 'django-insecure-x9$k2&f7_aq1(z8)n5'",
      'b/app.py': "app.secret_key = 'paneer'",
      'c/server.js': "app.use(session({ resave: false, secret: 'k3yb0ard-c4t-91-xyz' }))",
      'd/config.php': "<?php $config['encryption_key'] = 'q8w7e6r5t4y3u2i1o0';",
      'e/settings.py': "SECRET_KEY = os.environ['SECRET_KEY']",
      'f/settings.example.py': "SECRET_KEY = 'put-your-own-here-please'",
    }),
  )
  expect(findings.filter(({ rule }) => secretRules.test(rule))).toEqual([])
  const files = findings.filter(({ rule }) => rule === 'framework-key').map(({ file }) => file)
  expect(files).toEqual(['a/settings.py', 'b/app.py', 'c/server.js', 'd/config.php'])
})
