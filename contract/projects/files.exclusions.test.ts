import { expect, test } from 'vitest'

import { exclusionOf, isExcluded } from './files.ts'

const folders = [
  'node_modules vendor bower_components .git .svn .hg .cache __pycache__ .pytest_cache .next .nuxt .gradle',
  '.dart_tool .vscode .idea .vs dist build out target coverage ios/Pods ios/build android/.gradle android/build',
  '__MACOSX .Trashes .Spotlight-V100 .fseventsd $RECYCLE.BIN @eaDir',
  'android/app/build venv .venv env/Lib/site-packages .mypy_cache .ruff_cache .tox .ipynb_checkpoints .parcel-cache',
].flatMap((line) => line.split(' '))

const files = [
  'x.log x.tmp x.temp x.bak x.swp x~ .DS_Store Thumbs.db desktop.ini x.exe x.dll x.so x.dylib x.class x.o x.pyc',
  'package-lock.json yarn.lock pnpm-lock.yaml composer.lock Gemfile.lock poetry.lock Cargo.lock',
  '._x.php .VolumeIcon.icns ehthumbs.db .directory .~lock.x.odt# .~x.docx ~$x.docx Icon\r',
].flatMap((line) => line.split(' '))

test.each(folders)('%s/ is left out, at the top and below', (folder) => {
  expect(isExcluded(`${folder}/a.js`)).toBe(true)
  expect(isExcluded(`shop/${folder}/deep/a.js`)).toBe(true)
})

test.each(files)('%s is left out, at the top and below', (file) => {
  expect(isExcluded(file)).toBe(true)
  expect(isExcluded(`shop/src/${file}`)).toBe(true)
})

test.each([...folders, ...files])('%s is left out in any case', (path) => {
  for (const named of [
    path.toUpperCase(),
    path.toLowerCase(),
    path.replace(/[a-z]/, (first) => first.toUpperCase()),
  ]) {
    expect(isExcluded(folders.includes(path) ? `shop/${named}/a.js` : `shop/${named}`)).toBe(true)
  }
})

test.each([
  'BUILDER/a.js',
  'Logs.MD',
  '.GitIgnore',
  'ｎｏｄｅ_modules/a.js',
  'builder/a.js',
  'src/distance.py',
  '.env',
  'shop/.env.production',
  'logs.md',
  'catalog',
  'layout.js',
  'outline/x',
  'targets.txt',
  'src/build',
  'vendor.js',
  '.gitignore',
  '.github/workflows/x.yml',
  'ios/Podsfile',
  'myios/Pods.md',
  'objects.os',
  'package.json',
  'venv.md',
  'env/settings.py',
  'lock.json',
  'icon.png',
  'Icon',
  'src/_x.scss',
  'x~$.js',
  '__MACOSX.md',
  'recycler/View.kt',
])('%s only looks similar and stays', (path) => {
  expect(isExcluded(path)).toBe(false)
})

test('what is left out is named by its topmost folder, with the reason', () => {
  expect(exclusionOf('Web/Node_Modules/a/build/x.js')).toEqual({
    path: 'Web/Node_Modules',
    reason: 'installed packages',
  })
  expect(exclusionOf('ios/Pods/x.m')).toEqual({ path: 'ios/Pods', reason: 'installed packages' })
  expect(exclusionOf('a/debug.log')).toEqual({ path: 'a/debug.log', reason: 'logs' })
  expect(exclusionOf('a/main.py')).toBeUndefined()
})
