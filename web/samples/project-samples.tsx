import { SectionHeading } from '../ui/layout/section-heading.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { ShownSample } from './shown-samples.ts'

/** The beginnings of the files that anybody may read before paying, each with the way to all of it. */
export function ProjectSamples({
  projectId,
  samples,
}: {
  projectId: string
  samples: readonly ShownSample[]
}) {
  if (samples.length === 0) return null
  return (
    <section aria-labelledby="samples">
      <SectionHeading
        id="samples"
        title="Samples"
        lead="Real files of this project, opened by its owner. Judge the code for yourself."
      />
      {samples.map(({ number, path, facts, more, html }) => (
        <Sheet key={number} className="sample">
          <p className="source-head">
            <span className="sample-path">{path}</span>
            <span className="text-quiet">{facts}</span>
          </p>
          <pre
            aria-label={path}
            tabIndex={0}
            className="source-code sample-start"
            dangerouslySetInnerHTML={{ __html: html }}
          />
          <p className="sample-more">
            <TextLink to={`/projects/${projectId}/samples/${number}`}>{more}</TextLink>
          </p>
        </Sheet>
      ))}
    </section>
  )
}
