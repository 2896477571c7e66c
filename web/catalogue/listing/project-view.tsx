import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import type { reviews } from '#contract/orders/reviews.ts'
import type { Facts } from '#contract/projects/findings.ts'
import type { Language } from '#contract/projects/pictures.ts'
import type { Project } from '#contract/projects/project.ts'
import type { questions } from '#contract/projects/questions.ts'

import { DemoSignIns } from '../../projects/demo-sign-ins.tsx'
import { ProjectGallery } from '../../projects/project-gallery.tsx'
import { ProjectQuestions } from '../../projects/questions/project-questions.tsx'
import { RecallNotice } from '../../projects/recall-notice.tsx'
import type { RunWords } from '../../projects/run-words.ts'
import type { ShownSample } from '../../projects/source/code-html.ts'
import { Logo } from '../../shell/logo.tsx'
import { categoryAddress } from '../../shell/site.ts'
import { TagList } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/button.tsx'
import type { TreeNode } from '../../ui/file-tree.tsx'
import { showFocused } from '../../ui/focus.ts'
import { langOf } from '../../ui/language.ts'
import { Breadcrumb, Page, SectionHeading } from '../../ui/page.tsx'
import { Rating } from '../../ui/rating.tsx'
import { Breakable, Prose } from '../../ui/text.tsx'
import type { CardData } from '../card.server.ts'
import { CardSection } from '../project-card.tsx'
import { ProjectContents, ProjectFacts, ProjectSamples } from './project-contents.tsx'
import { ownerAddress, OwnerLine, ProjectLabel, type SharedLabel } from './project-label.tsx'
import { ProjectReviews } from './project-reviews.tsx'
import { PurchaseBar, SeenAsBuyer } from './purchase-actions.tsx'
import { Shortened } from './shortened.tsx'

/** The public page of a project. In a preview nothing can be bought or asked. */
export function ProjectView({
  project,
  cover,
  tree,
  addresses,
  languages,
  lines,
  readme,
  related,
  others,
  opinions,
  questions,
  facts,
  run,
  record,
  samples,
  shared,
  isPreview = false,
}: ProjectViewProps) {
  const { title, category, description, features, requirements, tags, rating, reviews, projectOwner } =
    project
  const needed = requirements.length > 0 && (
    <section aria-labelledby="requirements">
      <SectionHeading id="requirements" title="What you need" />
      <RuledList items={requirements} />
    </section>
  )
  return (
    <>
      <Page className="pt-3 sm:pt-6 print:p-0!">
        <PrintHead />
        <Breadcrumb
          steps={[{ label: 'Home', to: '/' }, { label: 'Projects', to: '/projects' }, { label: title }]}
        />
        <div className="spec-sheet mt-3 flex flex-col gap-x-8 gap-y-4 sm:mt-5 sm:gap-y-6 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_3rem_auto] lg:items-start">
          <div className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <TextLink
                to={categoryAddress(category)}
                className="spec-category text-13 inline-flex min-h-6 items-center"
              >
                {category}
              </TextLink>
              {(reviews > 0 || opinions.free.count === 0) && <Rating value={rating} count={reviews} words />}
            </div>
            <h1
              className={clsx(
                'mt-2 tracking-[-0.02em] text-balance',
                title.length > 80 ? 'text-22 md:text-28 xl:text-36' : 'text-28 md:text-36 xl:text-48',
              )}
            >
              <Breakable text={title} />
            </h1>
            {projectOwner.isPublic && <OwnerLine owner={projectOwner} />}
            {project.recall && (
              <RecallNotice recall={project.recall} soldNow={project.releaseNumber} className="mt-6" />
            )}
            <ProjectGallery project={project} cover={cover} className="mt-4 sm:mt-6" />
          </div>
          <PageIndex
            sections={[
              { id: 'overview', label: 'Overview' },
              Boolean(record) && { id: 'how-it-ran', label: 'How it ran' },
              features.length > 0 && { id: 'features', label: 'Key features' },
              { id: 'inside', label: 'What is inside' },
              samples.length > 0 && { id: 'samples', label: 'Samples' },
              readme && { id: 'readme', label: 'README' },
              { id: 'reviews', label: reviews > 0 ? `Reviews (${reviews})` : 'Reviews' },
              !isPreview && { id: 'questions', label: 'Questions' },
            ]}
          />
          <div
            ref={keepInView}
            inert={isPreview}
            className="spec-label min-w-0 lg:sticky lg:top-17 lg:col-start-2 lg:row-span-3 lg:row-start-1"
          >
            <SeenAsBuyer value={isPreview}>
              <ProjectLabel project={project} lines={lines} languages={languages} run={run} shared={shared} />
            </SeenAsBuyer>
          </div>
          <div className="spec-body flex min-w-0 flex-col gap-4 sm:gap-12 lg:col-start-1 lg:row-start-3">
            <section aria-labelledby="overview">
              <SectionHeading id="overview" title="Overview" className="border-t-0!" />
              <Shortened more="Read the whole overview">
                <div lang={langOf(description)} className="max-w-(--container-text) whitespace-pre-line">
                  <Paragraphs of={description} />
                </div>
                {tags.length > 0 && <TagList items={tags} max={30} wrap label="Tags" className="mt-6" />}
              </Shortened>
            </section>
            {record}
            {features.length > 0 ? (
              <section aria-labelledby="features">
                <SectionHeading id="features" title="Key features" />
                <Shortened
                  onPhones
                  more={needed ? 'Show all features and what you need' : 'Show all features'}
                  className="key-features"
                >
                  <RuledList items={features} />
                  {needed}
                </Shortened>
              </section>
            ) : (
              needed
            )}
            {project.demoSignInsPublic && project.demoSignIns.length > 0 && (
              <section aria-labelledby="demo-sign-ins">
                <SectionHeading
                  id="demo-sign-ins"
                  title="Demo sign-ins"
                  lead="Sign in with these once it runs, and in its live demo if it has one."
                />
                <DemoSignIns signIns={project.demoSignIns} className="max-w-(--container-text)" />
              </section>
            )}
            <ProjectContents
              projectId={project._id}
              files={project.fileCount}
              licence={project.licence}
              tree={tree}
              addresses={addresses}
            />
            <ProjectSamples projectId={project._id} samples={samples} />
            <ProjectFacts facts={facts} hasRun={Boolean(record)} />
            {readme && (
              <section aria-labelledby="readme">
                <SectionHeading id="readme" title="README" />
                <Shortened more="Read the whole README">
                  <Prose html={readme} />
                </Shortened>
              </section>
            )}
            <ProjectReviews {...opinions} project={project} />
            {!isPreview && (
              <ProjectQuestions projectId={project._id} ownerId={projectOwner._id} questions={questions} />
            )}
            {!isPreview && (
              <p className="text-14 text-quiet">
                Copied, harmful, or does not run?{' '}
                <TextLink to={`/projects/${project._id}/report`}>Report this project</TextLink>
              </p>
            )}
          </div>
          {shared && <PrintFoot id={project._id} address={shared.address} />}
        </div>
      </Page>
      <CardSection
        id="others"
        title={`More by ${projectOwner.name}`}
        projects={others}
        all={ownerAddress(projectOwner._id)}
        of={`by ${projectOwner.name}`}
      />
      <CardSection
        id="related"
        title="Related projects"
        projects={related}
        all={categoryAddress(category)}
        of={`in ${category}`}
      />
      <SeenAsBuyer value={isPreview}>
        <PurchaseBar project={project} inert={isPreview} />
      </SeenAsBuyer>
    </>
  )
}

interface ProjectViewProps {
  project: Project
  /** The address of its cover. */
  cover: string
  tree: TreeNode
  /** Where files of the tree can be read, by their path. */
  addresses: ReadonlyMap<string, string>
  languages: readonly Language[]
  lines: number
  readme: string
  related: readonly CardData[]
  others: readonly CardData[]
  opinions: ReplyFields<typeof reviews.list>
  questions: Reply<typeof questions.list>['questions']
  facts: Facts | null
  /** What its label says of its run, and the section about it; absent where there is nothing to show. */
  run?: RunWords | undefined
  record?: ReactNode
  samples: readonly ShownSample[]
  /** How the page is shared; its address is printed at the foot of its sheet. */
  shared?: SharedLabel
  isPreview?: boolean
}

/**
 * Lets a sticky column that is higher than the window scroll with the page until its end is seen, as its ref: nothing
 * in it scrolls by itself.
 */
function keepInView(column: HTMLElement | null) {
  if (!column) return undefined
  const place = () => {
    column.style.top = `${Math.min(68, innerHeight - column.offsetHeight - 8)}px`
  }
  const sizes = new ResizeObserver(place)
  sizes.observe(column)
  addEventListener('resize', place)
  return () => {
    sizes.disconnect()
    removeEventListener('resize', place)
  }
}

/** The paragraphs of a text, as they were written. */
const Paragraphs = ({ of }: { of: string }) =>
  Object.entries(of.split(/(?<=\n)(?=\n)/)).map(([place, text]) => <p key={place}>{text}</p>)

function RuledList({ items }: { items: readonly string[] }) {
  return (
    <ul className="border-rule grid gap-x-8 border-t md:grid-cols-2">
      {items.map((item) => (
        <li key={item} lang={langOf(item)} className="border-rule border-b py-1.5 sm:py-2.5">
          {item}
        </li>
      ))}
    </ul>
  )
}

/** Links to the sections of a page, which stay in view. Back leaves the page, not the section. */
function PageIndex({ sections }: { sections: readonly (Section | false | '')[] }) {
  return (
    <nav
      aria-label="On this page"
      className="page-index bg-ground sticky top-16 z-10 max-lg:-mx-4 max-lg:px-4 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:col-start-1 lg:row-span-2 lg:row-start-2"
    >
      <ul className="scroll-strip border-rule flex gap-x-6 border-b">
        {sections
          .filter((section) => typeof section === 'object')
          .map(({ id, label }) => (
            <li key={id} className="shrink-0">
              <Link
                replace
                to={{ hash: id }}
                onFocus={showFocused}
                className="index-link flex min-h-11 items-center font-semibold transition-colors focus-visible:-outline-offset-2 lg:min-h-12"
              >
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

type Section = { id: string; label: string }

/** The head of a printed project sheet. */
const PrintHead = () => (
  <div className="on-paper sheet-head">
    <Logo />
    <span>Specification sheet</span>
  </div>
)

/**
 * The foot of a printed project sheet, with a QR code of its page. The picture is small and not lazy, because
 * printing waits for no picture.
 */
const PrintFoot = ({ id, address }: { id: string; address: string }) => (
  <div className="on-paper sheet-foot">
    <img src={`/qr/${id}.svg`} alt="" width={96} height={96} fetchPriority="low" />
    <p>
      <strong>The page of this project</strong>
      README, samples, reviews and questions, and the price as it is today.
      <span>{address}</span>
    </p>
  </div>
)
