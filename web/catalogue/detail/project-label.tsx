import type { Language } from '#contract/drawing/languages.ts'
import { counted, grouped } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import { licenceText } from '#contract/orders/listing-facts.ts'
import type { Project } from '#contract/projects.ts'

import { sizeText } from '../../projects/file-tree.ts'
import { ReportContents } from '../../projects/report-contents.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { type Fact, FactRows } from '../../ui/data/fact-rows.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/layout/label.tsx'
import { Stamp } from '../../ui/stamp.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { LanguageBar } from './language-bar.tsx'
import { ownerAddress } from './owner-line.tsx'
import {
  BundleOffer,
  ReportActions,
  ReportPrice,
  SourceActions,
  SourcePrice,
  SourceTerms,
} from './purchase-actions.tsx'

/** The label of a project: its price, what can be bought, and the facts. */
export function ProjectLabel({
  project,
  lines,
  languages,
}: {
  project: Project
  lines: number
  languages: readonly Language[]
}) {
  const { verifiedAt, releaseNumber, runs } = project
  return (
    <Label
      aria-label="Buy this project"
      className="label-scrolls overflow-hidden lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto print:max-h-none print:overflow-visible"
      head={
        <>
          <span>Source code</span>
          <span>{project.difficulty}</span>
        </>
      }
      top={<Offer project={project} />}
    >
      {verifiedAt !== null && (
        <div className="flex justify-end px-6 pt-4 pb-5">
          <Stamp
            verifiedAt={verifiedAt}
            release={releaseNumber}
            below={runs?.isStamped ? `Ran for ${runs.ran} of ${counted(runs.of, 'buyer')}` : undefined}
          />
        </div>
      )}
      {languages.length > 0 && (
        <LanguageBar languages={languages} category={project.category} className="px-5 pb-4" />
      )}
      <FactRows className="border-rule border-t px-5 py-2" facts={factsOf(project, lines)} />
      <div className="border-rule border-t px-5 py-1.5 print:hidden noscript:hidden">
        <Button tone="link" size="small" icon={<Icon name="printer" />} onClick={() => print()}>
          Print This Sheet
        </Button>
      </div>
    </Label>
  )
}

/** What can be bought: the source, and the report with it or alone. */
function Offer({ project }: { project: Project }) {
  const { reportPrice, demoUrl } = project
  return (
    <>
      <div className="flex flex-col gap-4 px-5 pt-2 pb-5">
        <SourcePrice project={project} />
        <div className="flex flex-col gap-2 print:hidden">
          <SourceActions project={project} />
          {demoUrl && (
            <a
              href={demoUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonLook({ tone: 'quiet', wide: true })}
            >
              <Icon name="external-link" />
              Live Demo
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
        <SourceTerms project={project} />
      </div>
      {reportPrice !== null && (
        <section aria-labelledby="report" className="border-rule border-t px-5 pt-4 pb-3">
          <div className="flex items-baseline justify-between gap-3">
            <h2 id="report" className="report-title">
              Project report
              <span>{reportFacts(project)}</span>
            </h2>
            <ReportPrice project={project} />
          </div>
          <div className="mt-3 flex gap-2">
            <ReportActions project={project} />
          </div>
          <div className="mt-2 empty:hidden">
            <BundleOffer project={project} />
          </div>
          <ReportContents headings={project.reportHeadings} />
        </section>
      )}
    </>
  )
}

function factsOf(project: Project, lines: number): Fact[] {
  const {
    totalFileSize,
    fileCount,
    technologies,
    releaseNumber,
    releasedAt,
    downloadCount,
    runs,
    freeRuns,
    projectOwner,
    licence,
    licenceFile,
    licenceName,
    allowsCustomization,
    includesInstallationSupport,
  } = project
  const extras = [includesInstallationSupport && 'installation help', allowsCustomization && 'customisation']
    .filter(Boolean)
    .join(', ')
  const facts: (Fact | false)[] = [
    { term: 'size', value: sizeText(totalFileSize), short: true },
    { term: 'files', value: fileCount, short: true },
    { term: 'lines', value: grouped(lines), short: true },
    { term: 'downloads', value: downloadCount, short: true },
    technologies.length > 0 && { term: 'stack', value: technologies.join(', ') },
    releasedAt !== null && { term: 'last release', value: `#${releaseNumber}, ${day(releasedAt)}` },
    runs !== null &&
      !(runs.isStamped && project.verifiedAt !== null) && {
        term: 'ran',
        value: `for ${runs.ran} of ${counted(runs.of, 'buyer')}`,
      },
    freeRuns !== null && {
      term: 'ran',
      key: 'ran free',
      value: `for ${freeRuns.ran} of ${freeRuns.of} who got it free`,
    },
    {
      term: 'licence',
      value: licenceText(licence === 'own' ? licenceFile : null, licenceName),
    },
    extras !== '' && { term: 'extras', value: extras },
    {
      term: 'owner',
      value: (
        <span className="flex items-center justify-end gap-2">
          <Avatar name={projectOwner.name} src={projectOwner.profilePicture} size="tiny" />
          {projectOwner.isPublic ? (
            <TextLink to={ownerAddress(projectOwner._id)}>{projectOwner.name}</TextLink>
          ) : (
            projectOwner.name
          )}
        </span>
      ),
    },
  ]
  return facts.filter((fact) => fact !== false)
}

const reportFacts = ({ reportFileName, reportPages }: Project) =>
  [reportFileName?.endsWith('.doc') ? '.doc' : '.docx', reportPages && counted(reportPages, 'page')]
    .filter(Boolean)
    .join(', ')
