import { expect, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const found = (files: Files) =>
  check(filesOf(files))
    .findings.filter(({ rule }) => rule === 'tracking')
    .map(({ file, message }) => `${file} ${/\(([^)]*)\)/.exec(message)?.[1]}`)

test.each<[string, string, string, string]>([
  [
    'a file of settings',
    '.env.production',
    'VITE_API_URL=https://rooms-jipv.onrender.com\n',
    'rooms-jipv.onrender.com',
  ],
  [
    'an app of Flutter',
    'lib/a.dart',
    'var url = Uri.parse("https://rooms.herokuapp.com/find");',
    'rooms.herokuapp.com',
  ],
  ['Kotlin', 'Api.kt', 'const val BASE_URL = "https://rooms-api.vercel.app/"', 'rooms-api.vercel.app'],
  ['a page', 'a.js', "const API = 'https://rooms.netlify.app/.netlify/functions/find'", 'rooms.netlify.app'],
  [
    'AWS',
    'a.ts',
    "axios.get('https://ab12cd.execute-api.ap-south-1.amazonaws.com/dev')",
    'ab12cd.execute-api.ap-south-1.amazonaws.com',
  ],
  [
    'a resource',
    'res/values/a.xml',
    '<string name="api">https://rooms.web.app/api</string>',
    'rooms.web.app',
  ],
  ['a tunnel', 'a.py', 'requests.post("https://7f3a-10.ngrok-free.app/predict")', '7f3a-10.ngrok-free.app'],
  [
    'a hosted database',
    'src/main/resources/application.properties',
    'spring.datasource.url=jdbc:mysql://rooms.cja28k.ap-south-1.rds.amazonaws.com:3306/rooms\n',
    'rooms.cja28k.ap-south-1.rds.amazonaws.com',
  ],
  [
    'an updater',
    'package.json',
    '{"build":{"publish":{"provider":"github","owner":"sita-dev","repo":"rooms"}}}',
    'sita-dev',
  ],
])('%s asks an account of somebody', (_, path, text, account) => {
  expect(found({ [path]: text })).toEqual([`${path} ${account}`])
})

test.each<[string, string, string]>([
  ['a link to a portfolio', 'footer.php', '<a href="https://sita-dev.netlify.app/" target="_blank">Sita</a>'],
  ['a link of React', 'Nav.jsx', "<a href='https://rooms-admin.onrender.com/'>Admin</a>"],
  [
    'the origins that may ask',
    'main.py',
    'origins = [\n  "http://localhost:3000",\n  "https://rooms.vercel.app",\n]',
  ],
  ['an address of the front end', 'a.js', "const FRONTEND_URL = 'https://rooms.vercel.app'"],
  ['the deployment of the author', 'render.yaml', 'value: "https://rooms-id8d.onrender.com"'],
  ['a stand-in', '.env.production', 'VITE_API_URL=https://your-app.onrender.com\n'],
  ['a sample', '.env.example', 'VITE_API_URL=https://rooms-jipv.onrender.com\n'],
  [
    'a package without an updater',
    'package.json',
    '{"homepage":"https://rooms.vercel.app","build":{"appId":"in.rooms"}}',
  ],
])('%s asks nobody', (_, path, text) => {
  expect(found({ [path]: text })).toEqual([])
})
