import { counted, sizeText } from '#contract/kit/format.ts'

import { codeHtml } from '../../projects/source/code-html.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Breadcrumb, Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Route } from './+types/sample-page'

export const handle = page<typeof loader>({
  title: (data) => (data ? `${nameIn(data.path)}, ${data.title}` : 'File Not Found'),
  failure: {
    title: 'Failed to load the file',
    text: 'Please try again in a moment.',
    missing: 'File Not Found',
    missingText: 'Its owner may have closed it, or the project is being checked again.',
    to: ({ id }) => `/projects/${id}`,
    label: 'See the Project',
  },
})

export async function loader({ context, params: { id, number } }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const of = { params: { id } }
  const [{ project }, { samples }, { file }] = await Promise.all([
    api.projects.get(of),
    api.samples.list(of),
    api.samples.get({ params: { id, number } }),
  ]).catch((answer: Response) => {
    // An invalid id or number counts as unknown.
    throw answer.status === 400 ? new Response(null, { status: 404 }) : answer
  })
  const { path, language, lineCount, size, lines } = file
  return {
    title: project.title,
    path,
    facts: [language, counted(lineCount, 'line'), sizeText(size)].filter(Boolean).join(', '),
    html: codeHtml(lines),
    others: samples.filter((one) => one.path !== path).map((one) => ({ number: one.number, path: one.path })),
  }
}

/** A sample file of a project, which anybody may read in full before paying. */
export default function SamplePage({ loaderData, params }: Route.ComponentProps) {
  const { title, path, facts, html, others } = loaderData
  const project = `/projects/${params.id}`
  return (
    <Page className="pt-6 pb-8">
      <Breadcrumb
        steps={[
          { label: 'Home', to: '/' },
          { label: 'Projects', to: '/projects' },
          { label: title, to: project },
        ]}
      />
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-22 md:text-28 [overflow-wrap:anywhere]">{nameIn(path)}</h1>
          <p className="text-quiet mt-1">A file of {title}, in full. What you buy holds exactly this file.</p>
        </div>
        <ButtonLink to={project}>See the Project</ButtonLink>
      </div>
      {others.length > 0 && (
        <p className="text-14 mt-4 flex flex-wrap gap-x-5 gap-y-1">
          <span className="text-quiet">Also open to read:</span>
          {others.map((other) => (
            <TextLink
              key={other.number}
              to={`${project}/samples/${other.number}`}
              className="font-mono [overflow-wrap:anywhere]"
            >
              {other.path}
            </TextLink>
          ))}
        </p>
      )}
      <Sheet className="sample mt-6">
        <p className="source-head">
          <span className="sample-path">{path}</span>
          <span className="text-quiet font-sans">{facts}</span>
        </p>
        <pre tabIndex={0} className="source-code" dangerouslySetInnerHTML={{ __html: html }} />
      </Sheet>
    </Page>
  )
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)
