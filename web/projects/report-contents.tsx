import type { Project } from '#contract/projects/project.ts'

/** The headings of a report in a disclosure. Renders nothing when none are known. */
export function ReportContents({ headings }: { headings: Project['reportHeadings'] }) {
  if (headings.length === 0) return null
  return (
    <details className="report-contents">
      <summary className="opener">Contents of the report</summary>
      <ol>
        {Object.entries(headings).map(([place, { level, text }]) => (
          <li key={place} data-level={level}>
            {text}
          </li>
        ))}
      </ol>
    </details>
  )
}
