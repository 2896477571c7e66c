import type { SourceFile } from './sources.ts'

/** The generator that wrote a README; undefined for one that somebody wrote, or that was given another title. */
export function templateOf({ text }: SourceFile): string | undefined {
  const head = text.slice(0, 6000)
  const title = /^\s{0,200}(?:<[^>]{0,300}>\s{0,20}){0,12}#{1,3}[ \t]{1,4}([^\n]{1,200})/.exec(head)?.[1]
  return templates.find(
    ({ words, titles }) => words.test(head) && (title === undefined || titles.test(title.trim())),
  )?.name
}

/** `words`: what a generator writes into its READMEs. `titles`: their headings, or those that say nothing either. */
const templates: { name: string; words: RegExp; titles: RegExp }[] = [
  {
    name: 'Create React App',
    words: /This project was bootstrapped with \[?Create React App/,
    titles: /^Getting Started with Create React App|^Available Scripts|^Create React App/i,
  },
  {
    name: 'Vite',
    words:
      /This template provides a minimal setup to get (?:React|Vue|Preact|Solid|Lit) working|This template should help (?:you )?get (?:you )?started developing with (?:Vue|Svelte|React|Tauri)/,
    titles: /^(?:React|Vue|Svelte|Preact|Solid|Lit)\b.{0,30}\bVite\b|^vue-project$|^vite-project$|^Tauri \+/i,
  },
  {
    name: 'Next.js',
    words: /This is a \[Next\.js\]\(https:\/\/nextjs\.org\/?\) project bootstrapped with/,
    titles: /^Getting Started|^Next\.js|^create-next-app/i,
  },
  {
    name: 'Angular CLI',
    words: /This project was generated (?:with|using) \[?Angular CLI/,
    titles: /./,
  },
  {
    name: 'Flutter',
    words:
      /This project is a starting point for a Flutter application|A few resources to get you started if this is your first Flutter project/,
    titles: /./,
  },
  {
    name: 'Laravel',
    words: /Laravel is a web application framework with expressive, elegant syntax/,
    titles: /^About Laravel|^Laravel/i,
  },
  { name: 'CodeIgniter', words: /CodeIgniter is (?:a|an) (?:PHP|Application)/i, titles: /CodeIgniter/i },
  {
    name: 'React Native',
    words: /This is a new \[\*\*React Native\*\*\]|Welcome to your Expo app/,
    titles: /^Getting Started|^Welcome to your Expo app/i,
  },
  {
    name: 'Nest',
    words: /\[Nest\]\(https:\/\/github\.com\/nestjs\/nest\) framework TypeScript starter repository/,
    titles: /^Description|^Project setup/i,
  },
  {
    name: 'Nuxt',
    words:
      /Look at the \[?Nuxt(?: 3| 4)?(?:\]\([^)]{1,80}\))? documentation|Nuxt(?:\.js)? \w{0,10} ?Minimal Starter/i,
    titles: /Nuxt|^Build Setup/i,
  },
  {
    name: 'Vue CLI',
    words: /See \[Configuration Reference\]\(https:\/\/cli\.vuejs\.org\/config\/\)/,
    titles: /./,
  },
  {
    name: 'Svelte',
    words: /powered by \[`?(?:sv|create-svelte)`?\]/,
    titles: /^(?:create-svelte|sv)$/i,
  },
  {
    name: 'GitLab',
    words: /To make it easy for you to get started with GitLab, here's a list of recommended next steps/,
    titles: /./,
  },
  { name: 'Electron Forge', words: /A minimal Electron application/, titles: /^electron-quick-start/i },
  {
    name: 'Spring Initializr',
    words: /For further reference, please consider the following sections:/,
    titles: /^Getting Started|^Read Me First/i,
  },
  {
    name: 'Ionic',
    words: /Ionic (?:Angular|React|Vue)? ?(?:Tabs|Blank|Sidemenu)? ?(?:Starter|Conference)/,
    titles: /^Ionic/i,
  },
]
