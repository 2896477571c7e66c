import { type Foreign, type ForeignKind, nameOf, type UploadedFile } from './files.ts'

/**
 * The folders that a file inside them, or one beside them, shows to be a framework, installed packages or the output of
 * a build.
 */
export function knownFolders(files: readonly UploadedFile[]): Foreign[] {
  const found: Foreign[] = []
  const folders = new Set<string>()
  for (const { path } of files)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at))
  const add = (place: string, kind: ForeignKind, name: string) => {
    if (place !== '' && folders.has(place)) found.push({ place, kind, name })
  }
  for (const { path, text } of files) {
    for (const [ending, kind, name, ...beside] of inside)
      if (
        path.endsWith(ending) &&
        (path.length === ending.length || path[path.length - ending.length - 1] === '/')
      ) {
        const around = path.slice(0, path.length - ending.length)
        for (const folder of beside) add(`${around}${folder}`, kind, name)
      }
    const folder = path.slice(0, path.length - nameOf(path).length)
    for (const [pattern, kind, name, ...beside] of besides)
      if (pattern.test(nameOf(path)) && (pattern !== pubspec || /sdk: flutter/.test(text ?? '')))
        for (const one of beside) add(`${folder}${one}`, kind, name)
  }
  for (const folder of folders) {
    const packages = /^(.*\/)?packages\/[A-Z][\w.-]*?\.\d+(?:\.\d+){1,3}[\w.-]*$/.exec(folder)
    if (packages) add(`${packages[1] ?? ''}packages`, 'built', 'NuGet packages')
    if (/(?:^|\/)(?:__MACOSX|staticfiles|static_root|\.expo|ephemeral|templates_c)$/.test(folder))
      add(folder, 'built', folder.endsWith('X') ? 'macOS' : nameOf(folder))
  }
  return found
}

/** Paths that end so show that the named folders, from where the path begins, are not the owner's work. */
const inside: [string, ForeignKind, string, ...string[]][] = [
  ['system/core/CodeIgniter.php', 'framework', 'CodeIgniter', 'system', 'user_guide'],
  ['system/CodeIgniter.php', 'framework', 'CodeIgniter', 'system'],
  ['system/codeigniter/CodeIgniter.php', 'framework', 'CodeIgniter', 'system', 'user_guide'],
  ['wp-includes/version.php', 'framework', 'WordPress', 'wp-includes', 'wp-admin'],
  ['lib/Cake/bootstrap.php', 'framework', 'CakePHP', 'lib/Cake'],
  ['cake/bootstrap.php', 'framework', 'CakePHP', 'cake'],
  ['framework/YiiBase.php', 'framework', 'Yii', 'framework'],
  ['framework/yii.php', 'framework', 'Yii', 'framework'],
  ['Zend/Version.php', 'framework', 'Zend Framework', 'Zend'],
  ['fuel/core/bootstrap.php', 'framework', 'FuelPHP', 'fuel/core', 'fuel/packages'],
  ['system/classes/kohana/core.php', 'framework', 'Kohana', 'system', 'modules'],
  ['libraries/joomla/factory.php', 'framework', 'Joomla', 'libraries', 'administrator'],
  ['admin/css/base.css', 'framework', 'Django', 'admin'],
  ['rest_framework/css/default.css', 'framework', 'Django REST framework', 'rest_framework'],
  ['storage/framework/views/.gitignore', 'built', 'Laravel', 'storage/framework'],
  [
    'pyvenv.cfg',
    'built',
    'Python environment',
    'Lib',
    'lib',
    'lib64',
    'Scripts',
    'bin',
    'Include',
    'include',
    'share',
    'etc',
  ],
]

const pubspec = /^pubspec\.yaml$/
/** Files with these names show that the named folders beside them are not the owner's work. */
const besides: [RegExp, ForeignKind, string, ...string[]][] = [
  [/\.(?:cs|vb|fs)proj$/i, 'built', 'Visual Studio', 'bin', 'obj', 'Debug', 'Release'],
  [/\.sln$/i, 'built', 'Visual Studio', 'Backup', '_UpgradeReport_Files'],
  [/\.vcxproj$/i, 'built', 'Visual Studio', 'Debug', 'Release', 'x64', 'ipch'],
  [/^\.classpath$/, 'built', 'Eclipse', 'bin'],
  [/^project\.properties$/, 'built', 'Android', 'gen'],
  [pubspec, 'generated', 'Flutter', 'ios', 'linux', 'macos', 'windows', 'web', 'android'],
  [/^metro\.config\.js$|^app\.json$/, 'generated', 'React Native', 'ios', 'android'],
  [/^capacitor\.config\.(?:ts|json)$/, 'generated', 'Capacitor', 'ios', 'android', 'www'],
  [/^config\.xml$/, 'generated', 'Cordova', 'platforms'],
]
