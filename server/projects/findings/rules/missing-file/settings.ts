import type { RuleFinding } from '../../files/rule.ts'
import { isTest } from '../../files/secrets.ts'
import { nameOf, type SourceFile, type Sources } from '../../files/sources.ts'

/**
 * Finds settings that a program reads from its environment without a value of its own, when neither a file of the
 * project nor a README names them: a buyer cannot know what to set.
 */
export function* absentSettings(sources: Sources): Generator<RuleFinding> {
  yield* absentFirebase(sources)
  const read = new Map<string, { file: SourceFile; index: number }>()
  for (const file of sources.written('js', 'mjs', 'cjs', 'ts', 'jsx', 'tsx', 'vue', 'py')) {
    if (isTest(file.path) || /(?:^|\/)[^/]{1,40}\.config\.\w+$/.test(file.path)) continue
    const code = sources.code(file)
    const pattern = file.path.endsWith('.py') ? inPython : inScript
    for (const { 1: name, 2: other, 3: several, index } of code.matchAll(pattern))
      for (const setting of several?.match(/\b[A-Z][A-Z0-9_]{2,60}\b(?!\s{0,4}=)/g) ?? [(name ?? other)!])
        if (!ofPlatform.test(setting) && !read.has(setting)) read.set(setting, { file, index })
  }
  if (read.size === 0) return
  const told = sources.texts
    .filter(({ path }) => tells.test(nameOf(path)))
    .map(({ text }) => text.slice(0, 200_000))
    .join('\n')
  const names = [...read.keys()].filter((name) => !told.includes(name))
  const [first] = names
  if (first === undefined) return
  const { file, index } = read.get(first)!
  yield {
    file: file.path,
    line: sources.lineAt(file, index),
    message: `The program reads ${names.slice(0, 4).join(', ')}${names.length > 4 ? ` and ${names.length - 4} more` : ''} from its environment, and no .env.example or README says what to set.`,
    what: names.join(' '),
    advice: 'Add a .env.example that names every setting with a made-up value, and name it in the README.',
  }
}

/** Finds Android apps that a plugin of Google builds only with the settings of a Firebase project. */
function* absentFirebase(sources: Sources): Generator<RuleFinding> {
  const build = sources.texts.find(
    ({ path, text }) => /(?:^|\/)app\/build\.gradle(?:\.kts)?$/.test(path) && googleServices.test(text),
  )
  if (!build || sources.files.some(({ path }) => nameOf(path) === 'google-services.json')) return
  yield {
    file: build.path,
    line: sources.lineAt(build, build.text.search(googleServices)),
    message: 'The build stops without google-services.json, which is not in the project.',
    advice:
      'Say in the README how each user makes a Firebase project and where its google-services.json goes.',
  }
}

const googleServices = /com\.google\.gms\.google-services|plugins\.google\.(?:gms\.)?(?:google\.)?services/

/** Files that tell which settings there are. */
const tells =
  /^(?:\.?env[\w.-]*|[\w.-]{0,40}\.env[\w.-]{0,20}|readme.*|.*\.(?:md|txt|ya?ml|toml|ini|cfg|sh|bat|ps1)|dockerfile.*|procfile|vercel\.json|app\.json)$/i

/** A setting for which the code has no other value. */
const inScript =
  /\b(?:process\.env|import\.meta\.env)(?:\.([A-Z][A-Z0-9_]{2,60})\b|\[["']([A-Z][A-Z0-9_]{2,60})["']\])(?!\s{0,20}(?:\|\||\?\?|\?|={2,3}|!={1,2}|=[^=]|\)?\s{0,8}(?:\|\||\?\?)))|\{([^{}]{3,1000})\}\s{0,4}=\s{0,4}process\.env\b(?![.[])/g
const inPython =
  /\bos\.environ\[\s{0,4}["']([A-Z][A-Z0-9_]{2,60})["']\s{0,4}\](?!\s{0,4}=[^=])|\b(?:os\.)?(?:getenv|environ\.get)\(\s{0,4}["']([A-Z0-9_]{0,40}(?:KEY|SECRET|TOKEN|MONGO|DATABASE|DB_NAME|_UR[IL])[A-Z0-9_]{0,20})["']\s{0,4}\)(?!\s{0,4}or\b)/g

/** Settings that a tool or a host gives. */
const ofPlatform =
  /^(?:NODE_ENV|PORT|HOST|CI|DEBUG|HOME|PATH|USER|MODE|DEV|PROD|SSR|BASE_URL|PUBLIC_URL|TZ|LANG|VERCEL\w*|NETLIFY\w*|RENDER\w*|RAILWAY\w*|DYNO|WEBPACK\w*|DJANGO_\w+|PYTHON\w*|CUDA\w*|TF_\w+|KMP_\w+|OMP_\w+|APPDATA|LOCALAPPDATA|TEMP|TMP|USERPROFILE|npm_\w+)$/
