import { createHash } from 'node:crypto'

import type { RuleName } from '#contract/projects/findings.ts'

/**
 * Generates letters that look random and are the same in every run. They are nobody's secret, and this file contains no
 * secret.
 */
function pseudoRandom(seed: string, length: number, alphabet: string): string {
  let letters = ''
  for (let round = 0; letters.length < length; round++)
    for (const byte of createHash('sha256').update(`${seed} ${round}`).digest())
      letters += alphabet[byte % alphabet.length]
  return letters.slice(0, length)
}
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = upper.toLowerCase()
const digits = '0123456789'
const hex = '0123456789abcdef'
const mixed = (seed: string, length: number) => pseudoRandom(seed, length, upper + lower + digits)

const pem = (kind: string) =>
  `-----BEGIN ${kind} KEY-----\n${mixed(kind, 64)}\n${mixed(`${kind}2`, 64)}\n-----END ${kind} KEY-----\n`

/** Joins the beginning of a key only at run time, so that searching this repository for keys finds none. */
const joined = (...parts: string[]) => parts.join('')

/** Thirty secrets as they occur in student projects: the rules that should find each, its file, and the text in it. */
export const planted: { name: string; rules: RuleName[]; path: string; text: string }[] = [
  { name: 'RSA key', rules: ['private-key'], path: 'certs/server.key', text: pem('RSA PRIVATE') },
  { name: 'SSH key', rules: ['private-key'], path: 'deploy/id_ed25519', text: pem('OPENSSH PRIVATE') },
  {
    name: 'Firebase account',
    rules: ['private-key'],
    path: 'server/serviceAccountKey.json',
    text: JSON.stringify({ type: 'service_account', private_key: pem('PRIVATE') }),
  },
  {
    name: 'Razorpay live key',
    rules: ['service-key'],
    path: 'src/pay.js',
    text: `const options = { key: '${joined('rzp_', 'live_')}${mixed('rzp', 14)}', amount: 100 }`,
  },
  {
    name: 'Razorpay secret',
    rules: ['secret-value'],
    path: 'pay.php',
    text: `<?php $keyId = getenv('ID'); $keySecret = '${mixed('rzps', 24)}'; $api_secret = '${mixed('rzpt', 24)}';`,
  },
  {
    name: 'Stripe live key',
    rules: ['service-key'],
    path: 'app/settings.py',
    text: `STRIPE_SECRET_KEY = "${joined('sk_', 'live_')}${mixed('stripe', 24)}"`,
  },
  {
    name: 'AWS key',
    rules: ['service-key'],
    path: 's3.py',
    text: `client = boto3.client('s3', aws_access_key_id='${joined('AK', 'IA')}${pseudoRandom('aws', 16, `${upper}234567`)}')`,
  },
  {
    name: 'AWS secret',
    rules: ['secret-value'],
    path: 'src/main/java/Store.java',
    text: `class Store { String awsSecretKey = "${mixed('awss', 40)}"; }`,
  },
  {
    name: 'Google key',
    rules: ['service-key'],
    path: 'app/src/main/res/values/strings.xml',
    text: `<string name="google_maps_key">${joined('AI', 'za')}${mixed('google', 35)}</string>`,
  },
  {
    name: 'GitHub token',
    rules: ['service-key'],
    path: 'deploy.sh',
    text: `git push https://asha:${joined('gh', 'p_')}${mixed('github', 36)}@github.com/asha/shop.git`,
  },
  {
    name: 'Slack token',
    rules: ['service-key'],
    path: 'bot.py',
    text: `client = WebClient(token="${joined('xox', 'b-')}${pseudoRandom('slack', 12, digits)}-${mixed('slack2', 24)}")`,
  },
  {
    name: 'Telegram token',
    rules: ['service-key'],
    path: 'telegram.py',
    text: `bot = telebot.TeleBot("${pseudoRandom('tg', 9, '123456789')}:AA${mixed('tg2', 33)}")`,
  },
  {
    name: 'SendGrid key',
    rules: ['service-key'],
    path: 'mail.js',
    text: `sg.setApiKey('${joined('S', 'G.')}${mixed('sg', 22)}.${mixed('sg2', 43)}')`,
  },
  {
    name: 'OpenAI key',
    rules: ['service-key'],
    path: 'chatbot.py',
    text: `openai.api_key = "${joined('sk', '-')}${mixed('openai', 48)}"`,
  },
  {
    name: 'Hugging Face token',
    rules: ['service-key'],
    path: 'model.py',
    text: `login("${joined('h', 'f_')}${mixed('hf', 34)}")`,
  },
  {
    name: 'Twilio token',
    rules: ['secret-value'],
    path: 'sms.py',
    text: `auth_token = "${pseudoRandom('twilio', 32, hex)}"`,
  },
  {
    name: 'Fast2SMS key',
    rules: ['secret-value'],
    path: 'otp.php',
    text: `<?php $fields = array("authorization" => "${mixed('fast', 60)}", "route" => "otp");`,
  },
  {
    name: 'weather key',
    rules: ['secret-value'],
    path: 'weather.js',
    text: `const apiKey = "${pseudoRandom('weather', 32, hex)}"`,
  },
  {
    name: 'Paytm key',
    rules: ['secret-value'],
    path: 'config_paytm.php',
    text: `<?php define('PAYTM_MERCHANT_KEY', '${mixed('paytm', 16)}');`,
  },
  {
    name: 'mysqli password',
    rules: ['database-password'],
    path: 'db/connect.php',
    text: `<?php $con = mysqli_connect("sql206.epizy.com", "epiz_3312", "${mixed('mysqli', 11)}", "epiz_shop");`,
  },
  {
    name: 'PDO password',
    rules: ['database-password'],
    path: 'lib/pdo.php',
    text: `<?php $db = new PDO('mysql:host=db.college.in;dbname=shop', 'shop', 'Ganesh@1998');`,
  },
  {
    name: 'JDBC password',
    rules: ['database-password'],
    path: 'src/Db.java',
    text: `Connection c = DriverManager.getConnection("jdbc:mysql://10.2.1.4/erp", "erp", "Krishna#2003");`,
  },
  {
    name: 'MongoDB address',
    rules: ['database-password'],
    path: 'server/db.js',
    text: `mongoose.connect('mongodb+srv://asha:Lotus7788@cluster0.ab1cd.mongodb.net/shop')`,
  },
  {
    name: 'Spring password',
    rules: ['database-password'],
    path: 'src/main/resources/application.properties',
    text: `spring.datasource.url=jdbc:mysql://localhost/x\nspring.datasource.password=Mumbai@2024\n`,
  },
  {
    name: 'Django password',
    rules: ['database-password'],
    path: 'site/settings.py',
    text: `DATABASES = {'default': {'ENGINE': 'django.db.backends.mysql', 'USER': 'erp', 'PASSWORD': 'Sairam@99', 'HOST': 'localhost'}}`,
  },
  {
    name: 'PHPMailer password',
    rules: ['mail-password'],
    path: 'mail/send.php',
    text: `<?php $mail->Host = 'smtp.gmail.com'; $mail->Username = 'shop.college@gmail.com';\n$mail->Password = '${pseudoRandom('app', 16, lower).replace(/(.{4})(?!$)/g, '$1 ')}';`,
  },
  {
    name: 'smtplib password',
    rules: ['mail-password'],
    path: 'notify.py',
    text: `import smtplib\ns = smtplib.SMTP('smtp.gmail.com', 587)\ns.login("erp.college@gmail.com", "${pseudoRandom('smtp', 16, lower)}")`,
  },
  {
    name: 'nodemailer password',
    rules: ['mail-password'],
    path: 'server/mailer.js',
    text: `nodemailer.createTransport({ service: 'gmail', auth: { user: 'a@b.in', pass: '${pseudoRandom('node', 16, lower)}' } })`,
  },
  {
    name: '.env',
    rules: ['env-file'],
    path: 'server/.env',
    text: `PORT=5000\nJWT_SECRET=${mixed('jwt', 20)}\nDB_HOST=localhost\n`,
  },
  {
    name: 'Aadhaar number',
    rules: ['aadhaar'],
    path: 'database/people.sql',
    text: `INSERT INTO people (name, aadhaar) VALUES ('Sita', '${joined('5486 2397 ', '1042')}');`,
  },
]
