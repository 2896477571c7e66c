import { lockedCommands } from '#contract/projects/needed.ts'

import type { Dependencies } from '../../dependencies.ts'
import { startFacts } from './content-queries.ts'

/**
 * Returns the lines by which the README of a release starts the program: what it installs, then the command that
 * starts. Null when the README names none, and when the check of the files has not run or found that nothing starts
 * the program or that a command of the README cannot work.
 */
export async function startCommandOf({ db }: Dependencies, releaseId: string): Promise<string | null> {
  const facts = await startFacts(db, releaseId)
  return facts?.html ? startCommandIn(facts.html) : null
}

/** Finds the command in the HTML of a README: in its code blocks first, then in its running text. */
export function startCommandIn(html: string): string | null {
  const blocks = [...html.matchAll(/<pre\b[^>]*>([^]*?)<\/pre>/g)].map(([, block]) => linesOf(block!))
  const inBlock = blocks.map(commandsIn).find((lines) => lines !== undefined)
  if (inBlock) return inBlock.join('\n')
  const inText = [...html.matchAll(/<code>([^<]{1,200}(?:<span>[^<]{1,40}<\/span>[^<]{0,200})?)<\/code>/g)]
  return inText.map(([, code]) => commandOf(plain(code!))).find((line) => starts.test(line)) ?? null
}

/** Finds the lines of the command in the Markdown of a README, as `startCommandIn` does in its HTML. */
export function startInMarkdown(markdown: string): string[] | undefined {
  const blocks = blocksIn(markdown)
  const inBlock = blocks.map(commandsIn).find((lines) => lines !== undefined)
  if (inBlock) return inBlock
  const inText = [...markdown.matchAll(/(?<!`)`([^`\n]{1,200})`(?!`)/g)].map(([, code]) => commandOf(code!))
  const found = inText.find((line) => starts.test(line))
  return found === undefined ? undefined : [found]
}

/** The fenced and the indented blocks of code in Markdown, as lines. */
function blocksIn(markdown: string): string[][] {
  const blocks: string[][] = []
  let fence: string | undefined
  let isOpen = false
  for (const line of markdown.split('\n', 5000)) {
    const [, mark] = /^\s{0,8}(```|~~~)/.exec(line) ?? []
    if (mark && (fence === undefined || mark === fence)) {
      fence = fence === undefined ? mark : undefined
      isOpen = false
    } else if (fence !== undefined || /^(?: {4}|\t)/.test(line)) {
      if (!isOpen) blocks.push([])
      isOpen = true
      blocks.at(-1)!.push(line)
    } else if (line.trim() !== '') isOpen = false
  }
  return blocks
}

/** Tells whether a line is a command of plain words, in which a shell reads nothing else. */
export const isSafeCommand = (line: string): boolean => line !== '' && commandOf(line) === line

/** What stands before the start in the same block is kept as far as it installs or changes the folder. */
function commandsIn(lines: readonly string[]): string[] | undefined {
  const commands = lines.map(commandOf)
  const at = commands.findIndex((command) => starts.test(command))
  // Uploads leave lock files out.
  if (at === -1 || commands.some((text) => lockedCommands({ path: '', text }, []).length > 0))
    return undefined
  const before = commands.slice(0, at).filter((command, index) => {
    // The folder of a clone has another name than that of the download.
    const isIntoClone = /^\W*git clone\b/.test(lines[index - 1] ?? '')
    return installs.test(command) || (/^cd [\w./-]{1,100}$/.test(command) && !isIntoClone)
  })
  return [...before.slice(-maxBefore), commands[at]!]
}

const maxBefore = 3

const linesOf = (block: string) => plain(block).split('\n', 400)

/** The text of a piece of HTML. */
const plain = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => signs[entity] ?? entity)

const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** A line without its prompt, and without the remark behind it; empty when a shell would read more than words in it. */
function commandOf(line: string): string {
  const command = line
    .slice(0, 300)
    .trim()
    .replace(/^[$>%] {1,4}/, '')
    .replace(/ {1,40}(?:#|\/\/) .*$| {3,}\(.*$/, '')
    .trim()
  return alphabet.test(command) ? command : ''
}

/**
 * The characters of words, paths, addresses and options, of which none is an operator or a quote, and only `*` is read
 * otherwise than written. Two slashes begin a place on another machine, whose files nobody has checked.
 */
const alphabet = /^(?!.*[\\/]{2})[\w ./\\:=@,+*-]*$/

/** A command that leaves the program running. Whole lines, so that no sentence is taken for one. */
const starts = new RegExp(
  `^(?:${[
    String.raw`(?:npm|pnpm|yarn) (?:run )?(?:start|dev|serve|server|develop)(?::\w+)?`,
    String.raw`(?:npx )?(?:next|nuxt|vite|expo|ionic|ng|vue-cli-service) (?:dev|start|serve)(?: --?[\w-]+)*`,
    String.raw`(?:node|nodemon|ts-node|tsx|bun run|deno run) (?:-[\w-]+ )*(?!.*test)(?:[\w./\\-]+\.[cm]?[jt]s|(?:[\w-]+/){0,4}(?:server|app|index|main))`,
    String.raw`(?:python3?|py) (?:-3 )?(?:[\w./\\-]*manage\.py runserver(?: [\w.:]+)?|-m [\w.]+ (?:serve|run|runserver|start|web)|-m http\.server(?: \d+)?|-m (?:flask run|streamlit run [\w./-]+|uvicorn [\w.:]+(?: --\S+)*))`,
    String.raw`(?:python3?|py) (?!.*(?:test|train|setup|install|seed|migrat|download|generat|creat|preprocess|scrap))[\w./\\-]+\.py`,
    String.raw`(?:python3? -m )?flask(?: --app [\w.:]+)?(?: --debug)? run(?: --\S+)*`,
    String.raw`streamlit run [\w./\\-]+\.py`,
    String.raw`(?:uvicorn|gunicorn|hypercorn) [\w.:]+(?: --?\S+(?: [\w.:]+)?)*`,
    String.raw`php (?:artisan serve|spark serve|bin/console server:run|-S [\w.:]+(?: -t [\w./-]+)?(?: [\w./-]+\.php)?)`,
    String.raw`symfony (?:serve|server:start)`,
    String.raw`(?:\./)?(?:mvnw?|gradlew?)(?:\.cmd|\.bat)?(?: -[\w.=-]+)*(?: clean)?(?: (?:compile|package|install))? (?:exec:java|spring-boot:run|jetty:run|tomcat7:run|javafx:run|bootRun|run|appRun)(?: -\S+)*`,
    String.raw`java -jar [\w./\\*-]+\.jar`,
    String.raw`dotnet run(?: --project [\w./\\-]+)?`,
    String.raw`go run [\w./-]+`,
    String.raw`cargo run(?: --release)?`,
    String.raw`flutter run(?: -d \w+)?`,
    String.raw`(?:npx )?(?:react-native|cap) run[- ](?:android|ios)`,
    String.raw`(?:bin/)?rails (?:s|server)`,
    String.raw`ruby [\w./-]+\.rb`,
    String.raw`docker[- ]compose up(?: -d)?(?: --build)?`,
    String.raw`(?:bash |sh |\./)(?:run|start)[\w-]*\.sh|(?:run|start)[\w-]*\.bat`,
  ].join('|')})$`,
  'i',
)

const installs =
  /^(?:npm (?:install|i|ci)|pnpm (?:install|i)|yarn(?: install)?|(?:python3? -m |py -m )?pip3? install -r [\w./-]+\.txt|composer install|bundle install|flutter pub get|dotnet restore|poetry install)$/i
