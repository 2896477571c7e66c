import type { RuleFinding, Rule } from '../files/rule.ts'
import { nameOf, type Sources } from '../files/sources.ts'
import { ecosystemsOf } from '../manifests/ecosystems.ts'
import { packagesIn } from '../manifests/node.ts'

/** The technologies that a project's manifests, imports and files show, those that say most first. */
export function technologiesOf(sources: Sources): string[] {
  const found = new Set<string>()
  const names = new Set(
    [
      ...packagesIn(sources).flatMap(({ manifest }) => Object.keys(manifest.dependencies!)),
      ...ecosystemsOf(sources).flatMap(({ needed }) => needed.map(({ name }) => name)),
    ].map((name) => name.toLowerCase()),
  )
  for (const [name, packages] of Object.entries(byPackage))
    if (packages.split(' ').some((one) => names.has(one))) found.add(name)
  for (const [name, pattern] of byText)
    if (sources.texts.some(({ path, text }) => pattern.test(`${nameOf(path)}\n${text.slice(0, 20_000)}`)))
      found.add(name)
  const endings = new Map<string, number>()
  for (const { path } of sources.files) {
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
    endings.set(ending, (endings.get(ending) ?? 0) + 1)
  }
  for (const [name, list] of Object.entries(byEnding))
    if (list.split(' ').some((one) => endings.has(one))) found.add(name)
  return [...found].toSorted(
    (one, other) => Number(commonTechnologies.has(one)) - Number(commonTechnologies.has(other)),
  )
}

/** Technologies of nearly every project, which therefore come last. */
const commonTechnologies = new Set(['JavaScript', 'HTML', 'CSS', 'SQL'])

/** Normalises the spelling of a technology, so that React.js and react, HTML5 and html are equal. */
export const plainName = (technology: string) =>
  technology
    .toLowerCase()
    .replace(/[\s-]*v?\d[\d.]*$/, '')
    .replace(/[^a-z0-9+#]|js$/g, '')

/** The technologies that are not used, but named by a file other than a README. */
export function mentionedIn(sources: Sources, used: string[]): string[] {
  const left = new Map(
    [...names].filter((name) => !used.includes(name)).map((name) => [name.toLowerCase(), name]),
  )
  const found = new Set<string>()
  for (const { path, text } of sources.texts) {
    if (/^readme/i.test(nameOf(path))) continue
    for (const [word] of text.matchAll(anyName)) {
      const name = left.get(word.toLowerCase())
      if (name) found.add(name)
    }
  }
  return [...found]
}

const byPackage: Record<string, string> = {
  'Node.js': 'express fastify @nestjs/core mongoose nodemon socket.io ejs koa',
  React: 'react',
  'React Native': 'react-native',
  'Next.js': 'next',
  Vue: 'vue',
  Angular: '@angular/core',
  Svelte: 'svelte',
  Express: 'express',
  Fastify: 'fastify',
  NestJS: '@nestjs/core',
  'Socket.IO': 'socket.io socket.io-client flask_socketio',
  MongoDB: 'mongoose mongodb pymongo',
  'Tailwind CSS': 'tailwindcss',
  Vite: 'vite',
  TypeScript: 'typescript',
  Flask: 'flask',
  Django: 'django',
  FastAPI: 'fastapi',
  Streamlit: 'streamlit',
  TensorFlow: 'tensorflow keras',
  PyTorch: 'torch',
  'scikit-learn': 'sklearn',
  OpenCV: 'cv2',
  Pandas: 'pandas',
  NumPy: 'numpy',
  'Spring Boot': 'org.springframework',
  Hibernate: 'org.hibernate',
  Firebase: 'firebase firebase-admin firebase_admin com.google.firebase',
  PostgreSQL: 'pg psycopg2 psycopg org.postgresql',
  MySQL: 'mysql mysql2 pymysql mysqldb flask_mysqldb com.mysql',
}

const byText: [string, RegExp][] = [
  ['Bootstrap', /bootstrap(?:\.bundle)?(?:\.min)?\.(?:css|js)/],
  ['jQuery', /jquery(?:-[\d.]+)?(?:\.slim)?(?:\.min)?\.js/],
  ['MySQL', /\bmysqli?_\w|new mysqli|mysql:host=|jdbc:mysql|ENGINE=InnoDB/],
  ['SQLite', /sqlite3|SQLiteOpenHelper|sqlite:/],
  ['Java Swing', /import javax\.swing/],
  ['JDBC', /import java\.sql/],
  ['Servlets', /HttpServlet|@WebServlet/],
  ['Android', /com\.android\.application|<manifest[^>]{0,200}android/],
  ['Laravel', /"laravel\/framework"/],
  ['CodeIgniter', /codeigniter/i],
  ['Windows Forms', /System\.Windows\.Forms/],
  ['WPF', /schemas\.microsoft\.com\/winfx/],
  ['ASP.NET', /Microsoft\.AspNetCore|System\.Web\.(?:Mvc|UI)\b|Microsoft\.NET\.Sdk\.Web/],
  ['SQL Server', /System\.Data\.SqlClient|Microsoft\.Data\.SqlClient|jdbc:sqlserver|UseSqlServer/],
  ['MySQL', /DB_CONNECTION\s{0,4}=\s{0,4}mysql|backends\.mysql/],
  ['Thymeleaf', /spring-boot-starter-thymeleaf|xmlns:th=/],
  ['Tkinter', /\b(?:import|from)\s{1,4}tkinter\b/],
  ['JavaScript', /<script\b[^>]{0,200}>[^<]/i],
  ['HTML', /<!doctype html|<html\b/i],
  ['CSS', /<style(?:\s+type=["']text\/css["'])?>/i],
  // A server on Node.js's own modules names no package.
  ['Node.js', /"(?:start|dev|serve)"\s{0,4}:\s{0,4}"node\s/],
  ['Node.js', /(?:\bfrom\s{1,4}|\brequire\()['"](?:node:)?https?['"]/],
  ['Chart.js', /\bchart(?:\.umd)?(?:\.min)?\.js\b/i],
  ['Flutter', /^pubspec\.yaml\n[^]{0,2000}sdk: flutter/],
]

const byEnding: Record<string, string> = {
  PHP: 'php',
  Python: 'py ipynb',
  'Jupyter Notebook': 'ipynb',
  Java: 'java',
  Kotlin: 'kt',
  JavaScript: 'js jsx mjs',
  TypeScript: 'ts tsx',
  JSP: 'jsp',
  'VB.NET': 'vb',
  Go: 'go',
  Ruby: 'rb',
  Rust: 'rs',
  R: 'r rmd',
  'C#': 'cs',
  'C++': 'cpp',
  C: 'c',
  Dart: 'dart',
  SQL: 'sql',
  HTML: 'html htm',
  CSS: 'css scss',
}

const names = new Set([...Object.keys(byPackage), ...byText.map(([name]) => name), ...Object.keys(byEnding)])
/** Longest names first, so that `React Native` does not match as `React`. */
const anyName = new RegExp(
  `(?<![\\w.])(?:${[...names]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')})(?![\\w])`,
  'gi',
)

/** The normalised names of all technologies that files can show. */
const knownTechnologies = new Set([...names].map(plainName))

/**
 * Finds declared technologies that no file shows. The findings come from undeclaredIn, with the project's details,
 * which change without an upload.
 */
export const declaredTechnology: Rule = {
  name: 'declared-technology',
  kind: 'note',
  title: 'A technology that no file shows',
  *find() {},
}

/** The findings for declared technologies that are known, not used, and named in no file. */
export const undeclaredIn = (
  { technologies, mentioned }: { technologies: string[]; mentioned: string[] },
  declared: string[],
): RuleFinding[] => {
  const seen = new Set([...technologies, ...mentioned].map(plainName))
  return declared
    .filter((name) => knownTechnologies.has(plainName(name)) && !seen.has(plainName(name)))
    .map((name) => ({
      file: 'Technologies',
      line: null,
      message: `“${name}” is declared, but no file uses or names it.`,
      advice: 'Take it out of the technologies, or add the files that use it.',
      what: plainName(name),
    }))
}
