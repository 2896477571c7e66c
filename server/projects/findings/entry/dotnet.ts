import { parentOf } from '#contract/projects/files.ts'

import { nameOf, type Sources } from '../files/sources.ts'
import { type Candidate, certainty } from './candidate.ts'

const mainMethod =
  /\bstatic\s+(?:async\s+)?(?:void|int|Task(?:<int>)?)\s+Main\s*\(|\b(?:Shared\s+)?(?:Sub|Function)\s+Main\s*\(|WebApplication\.CreateBuilder|DistributedApplication\.CreateBuilder|Host\.CreateDefaultBuilder|\bApplication\.Run\s*\(/i

/**
 * The file with the main method of each .NET program, the application of a XAML one, the first form of a Visual Basic
 * one, the first page of a site.
 */
export function* dotnetEntries(sources: Sources): Generator<Candidate> {
  const family = 'dotnet'
  for (const project of sources.texts.filter(({ path }) => /\.(?:cs|vb|fs)proj$/i.test(path))) {
    const folder = parentOf(project.path)
    const inFolder = (path: string) => folder === '' || path.startsWith(`${folder}/`)
    if (/(?:test|spec)s?\.(?:cs|vb|fs)proj$/i.test(project.path) || /<IsTestProject>true/i.test(project.text))
      continue
    const isHost = /Aspire\.AppHost|IsAspireHost/.test(project.text) ? 10 : 0
    const isWeb = /Microsoft\.NET\.Sdk\.Web|WebApplication\.targets|\{349c5851/i.test(project.text)
    for (const file of sources.written('cs', 'vb', 'fs').filter(({ path }) => inFolder(path)))
      if (mainMethod.test(sources.bare(file)))
        yield {
          path: file.path,
          certainty: certainty.framework + isHost + (/^program\./i.test(nameOf(file.path)) ? 8 : 0),
          family,
        }
    const app = sources.texts.find(
      ({ path, text }) =>
        path === (folder ? `${folder}/App.xaml` : 'App.xaml') &&
        /<(?:\w{1,20}:)?Application\b/.test(text.slice(0, 2000)),
    )
    if (app) yield { path: app.path, certainty: certainty.named, family }
    const form = mainForm(sources, folder)
    if (form) yield { path: form, certainty: certainty.named, family }
    const site = sources.files.map(({ path }) => path).filter((path) => inFolder(path) && isWeb)
    const [page] = firstPages.flatMap((pattern) => site.filter((path) => pattern.test(nameOf(path))))
    if (page) yield { path: page, certainty: certainty.server, family }
  }
  for (const file of sources.written('cs', 'vb', 'fs'))
    if (mainMethod.test(sources.bare(file)))
      yield {
        path: file.path,
        certainty: certainty.main + (/^(?:program|main|module1)\./i.test(nameOf(file.path)) ? 5 : 0),
        family,
      }
  for (const { path } of sources.written('vb'))
    if (/^(?:login\w*|\w*login|main\w*|splash\w*|home|form1)\.vb$/i.test(nameOf(path)))
      yield { path, certainty: certainty.script, family }
  for (const { path } of sources.files)
    if (/^default\.aspx$/i.test(nameOf(path))) yield { path, certainty: certainty.main, family }
}

const firstPages = [
  /^default\.aspx$/i,
  /^global\.asax$/i,
  /^(?:index|home|login|webform1)\.aspx$/i,
  /\.aspx$/i,
]

/** The form with which a Visual Basic program begins. */
function mainForm(sources: Sources, folder: string): string | undefined {
  const place = folder ? `${folder}/` : ''
  const settings = sources.texts.find(({ path }) => path === `${place}My Project/Application.myapp`)
  const name = settings && /<MainForm>([\w.]{1,100})<\/MainForm>/.exec(settings.text)?.[1]
  return name
    ? sources.files.find(({ path }) => path.startsWith(place) && nameOf(path) === `${name}.vb`)?.path
    : undefined
}
