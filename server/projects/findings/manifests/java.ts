import { isTest } from '../files/secrets.ts'
import type { Sources } from '../files/sources.ts'
import { type Ecosystem, firstByName, type ImportedLibrary } from './ecosystem.ts'

/**
 * The libraries that the project's Java and Kotlin code needs and its build files declare. When the project contains
 * .jar files, they count as all that is needed.
 */
export function javaNeeds(sources: Sources): Ecosystem {
  const builds = sources.texts.filter(({ path }) =>
    /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|ivy\.xml|build\.sbt)$|\.versions\.toml$/.test(path),
  )
  const hasJars = sources.files.some(({ path }) => path.toLowerCase().endsWith('.jar'))
  const isIde = sources.files.some(({ path }) =>
    /(?:^|\/)(?:\.classpath|nbproject\/project\.properties)$/.test(path),
  )
  const declared = builds.map(({ text }) => text.toLowerCase()).join('\n')
  const needed = firstByName(importsIn(sources))
  const isDeclared = ({ name }: ImportedLibrary) => {
    const words = artifacts.get(name)
    return words ? words.split(' ').some((word) => declared.includes(word)) : true
  }
  const isOfBuild = builds.length > 0 && !/systempath|flatdir|filetree|files\(/.test(declared)
  const missing =
    hasJars && !isOfBuild ? [] : builds.length > 0 ? needed.filter((one) => !isDeclared(one)) : needed
  return {
    language: 'Java',
    hasManifest: builds.length > 0 || hasJars || isIde,
    manifest: 'pom.xml or build.gradle',
    needed,
    missing: builds.length > 0 ? missing : [],
    advice: 'Add the library to pom.xml or build.gradle.',
  }
}

/** Package prefixes, and words of which a build file contains one when it declares their library. */
const artifacts = new Map(
  Object.entries({
    'com.google.gson': 'gson',
    'com.mysql': 'mysql',
    'org.postgresql': 'postgresql',
    'org.json': 'org.json android',
    'org.apache.poi': 'poi',
    'com.itextpdf': 'itext',
    'org.jfree': 'jfree',
    'com.toedter': 'jcalendar',
    'net.proteanit': 'rs2xml',
    'org.springframework': 'spring',
    'org.hibernate': 'hibernate spring-boot-starter-data-jpa',
    lombok: 'lombok',
    'io.jsonwebtoken': 'jjwt',
    'com.fasterxml': 'jackson spring',
    'org.junit': 'junit spring-boot-starter-test kotlin-test',
    'org.hamcrest': 'hamcrest spring-boot-starter-test junit',
    'org.assertj': 'assertj spring-boot-starter-test',
    'org.mockito': 'mockito spring-boot-starter-test',
    retrofit2: 'retrofit',
    okhttp3: 'okhttp retrofit',
    'com.bumptech': 'glide',
    'com.squareup.picasso': 'picasso',
    'com.google.firebase': 'firebase',
    'com.google.android.material': 'material',
    'com.google.android.gms': 'play-services gms',
    'com.github.mikephil': 'mpandroidchart',
    'com.airbnb.lottie': 'lottie',
    'com.razorpay': 'razorpay',
    'com.formdev': 'flatlaf',
    'com.opencsv': 'opencsv',
    'com.google.zxing': 'zxing',
    androidx: 'androidx appcompat',
    'jakarta.mail': 'mail',
    'javax.mail': 'mail',
    'javax.servlet': 'servlet javaee jakartaee spring-boot-starter-web jsp-api tomcat',
    'jakarta.servlet': 'servlet jakartaee spring-boot-starter-web tomcat',
  }),
)
const beginnings = [...artifacts.keys()].toSorted((one, other) => other.length - one.length)

function* importsIn(sources: Sources): Generator<ImportedLibrary> {
  const files = sources.written('java', 'kt')
  const own = new Set<string>()
  for (const file of files)
    for (const [, name] of file.text.matchAll(/^\s{0,8}package\s{1,4}([\w.]{1,200})/gm)) own.add(name!)
  for (const file of files) {
    if (isTest(file.path)) continue
    const code = sources.code(file)
    for (const { 1: name, index } of code.matchAll(
      /^[ \t]{0,8}import\s{1,4}(?:static\s{1,4})?([\w.]{1,200})/gm,
    )) {
      if (isBuiltIn(name!) || [...ownBeginnings(name!)].some((one) => own.has(one))) continue
      const known = beginnings.find((one) => name === one || name!.startsWith(`${one}.`))
      yield { name: known ?? name!.split('.').slice(0, 2).join('.'), file, index }
    }
    const driver = /["']com\.mysql\.(?:cj\.)?jdbc\.Driver["']/.exec(code)
    if (driver) yield { name: 'com.mysql', file, index: driver.index }
  }
}

/** True for packages that come with Java, Kotlin or Android. */
const isBuiltIn = (name: string) =>
  /^(?:java|sun|com\.sun|jdk|kotlin|kotlinx|android|dalvik|org\.w3c|org\.xml|org\.ietf)\./.test(name) ||
  (name.startsWith('javax.') && !/^javax\.(?:mail|servlet|persistence|validation)/.test(name))

function* ownBeginnings(name: string) {
  const parts = name.split('.')
  for (let length = parts.length; length > 0; length--) yield parts.slice(0, length).join('.')
}
