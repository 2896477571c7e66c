import { Link } from 'react-router'

import type { Site } from '#contract/content/content.ts'
import { day, formatCount, rupees, sizeText } from '#contract/kit/format.ts'
import { reportAdvice } from '#contract/orders/terms.ts'
import { licenceText, questionsForBuyers } from '#contract/projects/categories.ts'
import { needText } from '#contract/projects/needs.ts'
import type { Language } from '#contract/projects/pictures.ts'
import type { Project } from '#contract/projects/project.ts'

import { FollowButton } from '../../members/follow-button.tsx'
import { LanguageStrip } from '../../projects/project-picture.tsx'
import { ReportContents } from '../../projects/report-contents.tsx'
import type { RunWords } from '../../projects/run-words.ts'
import { Stamp } from '../../projects/verification-status.tsx'
import { useSite } from '../../shell/site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonLook, TextLink } from '../../ui/button.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { StatusDot } from '../../ui/status.tsx'
import { CompareTick } from '../compare-tick.tsx'
import { WhatsAppLink } from '../whatsapp-link.tsx'
import { extrasText, helpText, ranFreeText, ranText, reportText } from './label-facts.ts'
import { BundleOffer, ReportActions, ReportPrice, SourceActions, SourcePrice } from './purchase-actions.tsx'

/** The label of a project with its price, its offers and its facts, and what one does with it when it is `shared`. */
export function ProjectLabel({ project, lines, languages, run, shared }: ProjectLabelProps) {
  const { verifiedAt, releaseNumber, runs } = project
  return (
    <Label
      aria-label="Buy this project"
      head={
        <>
          <span>Source code</span>
          <span>{project.difficulty}</span>
        </>
      }
      top={<Offer project={project} />}
    >
      {verifiedAt !== null && (
        <div className="flex flex-col items-end px-6 pt-4.5 pb-2">
          <Stamp
            verifiedAt={verifiedAt}
            release={releaseNumber}
            below={runs?.isStamped ? `Ran ${ranText(runs)}` : undefined}
          />
          <TextLink
            to={`/verify/files?project=${project._id}`}
            className="text-13 inline-flex min-h-11 items-center"
          >
            Check a copy
          </TextLink>
        </div>
      )}
      {run && (
        <p className="text-14 flex gap-2.5 px-5 pt-1 pb-4">
          <StatusDot tone={runTones[run.outcome]} className="mt-[0.4375rem]" />
          <span className="min-w-0 wrap-anywhere">{run.sentence}</span>
        </p>
      )}
      <LanguageStrip languages={languages} names="all" className="language-bar px-5 pb-3" />
      <FactRows
        dense
        className="border-rule border-t px-5 py-0.5"
        facts={factsOf(project, lines, run, useSite())}
      />
      {shared && <LabelUses project={project} {...shared} />}
    </Label>
  )
}

interface ProjectLabelProps {
  project: Project
  lines: number
  languages: readonly Language[]
  run: RunWords | undefined
  shared?: SharedLabel | undefined
}

const runTones = { ran: 'verified', failed: 'stopped', not_tried: 'neutral' } as const

/** The full address of a project's page, and the path of its sharing image, which is its label as a picture. */
export interface SharedLabel {
  address: string
  picture: string
}

/** What one does with a label besides buying: compare it, and show it to a friend or a guide. */
function LabelUses({ project, address, picture }: SharedLabel & { project: Project }) {
  const { title, price } = project
  return (
    <div className="label-uses border-rule border-t px-5 py-1 print:hidden">
      <CompareTick project={project} />
      <Button
        tone="link"
        size="small"
        icon={<Icon name="printer" />}
        className="noscript:hidden"
        onClick={() => print()}
      >
        Print for Your Guide
      </Button>
      <WhatsAppLink words={`${title}, ${rupees(price)} on Readymade: ${address}`} tone="link" />
      <a href={picture} download={`${title}.jpg`} className={buttonLook({ tone: 'link', size: 'small' })}>
        <Icon name="download" />
        As Picture
      </a>
    </div>
  )
}

/** The offers of a project: the source, and the report with it or alone. */
function Offer({ project }: { project: Project }) {
  const { reportPrice, demoUrl } = project
  return (
    <>
      <div className="flex flex-col gap-3 px-5 pt-2 pb-3">
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
      </div>
      {reportPrice !== null && (
        <section aria-labelledby="report" className="border-rule border-t px-5 py-2">
          <div className="flex items-baseline justify-between gap-3">
            <h2 id="report" className="report-title">
              Project report
              <span>{reportText(project)}</span>
            </h2>
            <ReportPrice project={project} />
          </div>
          <div className="mt-2 flex flex-wrap gap-2">
            <ReportActions project={project} />
          </div>
          <div className="mt-2 empty:hidden">
            <BundleOffer project={project} />
          </div>
          <p className="text-14 text-quiet mt-2">{reportAdvice}</p>
          <ReportContents headings={project.reportHeadings} />
        </section>
      )}
    </>
  )
}

function factsOf(
  project: Project,
  lines: number,
  run: RunWords | undefined,
  { sellsAs, operator }: Site,
): Fact[] {
  const {
    totalFileSize,
    fileCount,
    technologies,
    needs,
    releaseNumber,
    releasedAt,
    downloadCount,
    runs,
    freeRuns,
    projectOwner,
    licence,
    licenceFile,
    licenceName,
  } = project
  const extras = extrasText(project)
  const help = helpText(project)
  const facts: (Fact | false)[] = [
    { term: 'size', value: sizeText(totalFileSize), short: true },
    { term: 'files', value: fileCount, short: true },
    { term: 'lines', value: formatCount(lines), short: true },
    { term: 'downloads', value: downloadCount, short: true },
    technologies.length > 0 && { term: 'stack', value: technologies.join(', ') },
    needs.length > 0 && { term: 'needs', value: needs.map(needText).join(', ') },
    releasedAt !== null && { term: 'last release', value: `#${releaseNumber}, ${day(releasedAt)}` },
    run !== undefined && { term: 'runs', value: run.label },
    runs !== null &&
      !(runs.isStamped && project.verifiedAt !== null) && {
        term: 'ran',
        value: ranText(runs),
      },
    freeRuns !== null && {
      term: 'ran',
      key: 'ran free',
      value: ranFreeText(freeRuns),
    },
    {
      term: 'licence',
      value: licenceText(licence === 'own' ? licenceFile : null, licenceName),
    },
    help !== null && { term: 'help', value: help },
    extras !== '' && { term: 'extras', value: extras },
    project.codeQuestionCount > 0 && {
      term: 'explained',
      value: questionsForBuyers(project.codeQuestionCount),
    },
    sellsAs === 'own_name' && { term: 'sold by', value: operator.legalName ?? 'Readymade' },
    // In the own name a public owner stands beside the title.
    (sellsAs === 'marketplace' || !projectOwner.isPublic) && {
      term: sellsAs === 'marketplace' ? 'sold by' : 'owner',
      value: (
        <span className="flex items-center justify-end gap-2">
          <Avatar name={projectOwner.name} src={projectOwner.profilePicture} size="tiny" />
          {projectOwner.isPublic ? (
            <TextLink to={ownerAddress(projectOwner._id)}>{projectOwner.name}</TextLink>
          ) : (
            <span>{projectOwner.name}</span>
          )}
        </span>
      ),
    },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The owner of a project, linked to their public profile, with a button to follow them. */
export function OwnerLine({ owner }: { owner: Project['projectOwner'] }) {
  const { _id, name, profilePicture } = owner
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={ownerAddress(_id)} className="flex min-h-11 min-w-0 items-center gap-3">
        <Avatar name={name} src={profilePicture} />
        <span className="min-w-0 break-words">
          <span className="text-quiet">by </span>
          <span className="link-rule font-semibold">{name}</span>
        </span>
      </Link>
      <FollowButton member={owner} size="small" />
    </p>
  )
}

export const ownerAddress = (id: string) => `/members/${id}`
