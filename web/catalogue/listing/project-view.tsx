import { clsx } from 'clsx'

import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import type { reviews } from '#contract/orders/reviews.ts'
import type { Facts } from '#contract/projects/findings.ts'
import type { Language } from '#contract/projects/pictures.ts'
import type { Project } from '#contract/projects/project.ts'
import type { questions } from '#contract/projects/questions.ts'

import { ProjectGallery } from '../../projects/project-gallery.tsx'
import { ProjectQuestions } from '../../projects/questions/project-questions.tsx'
import { RecallNotice } from '../../projects/recall-notice.tsx'
import type { ShownSample } from '../../projects/source/code-html.ts'
import { sizeText } from '../../projects/source/file-tree.ts'
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

/** The public page of a project. In a preview nothing can be bought or asked. */
export function ProjectView({
  project,
  cover,
  tree,
  languages,
  lines,
  readme,
  related,
  others,
  opinions,
  questions,
  facts,
  samples,
  shared,
  isPreview = false,
}: ProjectViewProps) {
  const { title, category, description, features, requirements, tags, rating, reviews, projectOwner } =
    project
  return (
    <>
      <Page className="pt-6 print:p-0!">
        <PrintHead />
        <Breadcrumb
          steps={[{ label: 'Home', to: '/' }, { label: 'Projects', to: '/projects' }, { label: title }]}
        />
        <div className="spec-sheet mt-5 grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0">
            <TextLink to={categoryAddress(category)} className="spec-category text-13">
              {category}
            </TextLink>
            <h1
              className={clsx(
                'mt-2 tracking-[-0.02em] text-balance',
                title.length > 80 ? 'text-22 md:text-28 xl:text-36' : 'text-28 md:text-36 xl:text-48',
              )}
            >
              <Breakable text={title} />
            </h1>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              {(reviews > 0 || opinions.free.count === 0) && <Rating value={rating} count={reviews} words />}
              {projectOwner.isPublic && <OwnerLine owner={projectOwner} />}
            </div>
            {project.recall && (
              <RecallNotice recall={project.recall} soldNow={project.releaseNumber} className="mt-6" />
            )}
            <ProjectGallery project={project} cover={cover} className="mt-6" />
          </div>
          <div
            ref={keepInView}
            inert={isPreview}
            className="spec-label min-w-0 lg:sticky lg:top-17 lg:row-span-2"
          >
            <SeenAsBuyer value={isPreview}>
              <ProjectLabel project={project} lines={lines} languages={languages} shared={shared} />
            </SeenAsBuyer>
          </div>
          <div className="spec-body flex min-w-0 flex-col gap-12 pt-4">
            <PageIndex
              sections={[
                { id: 'overview', label: 'Overview' },
                features.length > 0 && { id: 'features', label: 'Key features' },
                { id: 'inside', label: 'What is inside' },
                samples.length > 0 && { id: 'samples', label: 'Samples' },
                readme && { id: 'readme', label: 'README' },
                { id: 'reviews', label: reviews > 0 ? `Reviews (${reviews})` : 'Reviews' },
                !isPreview && { id: 'questions', label: 'Questions' },
              ]}
            />
            <section aria-labelledby="overview">
              <SectionHeading id="overview" title="Overview" className="border-t-0!" />
              <div
                lang={langOf(description)}
                className="max-w-(--container-text) space-y-4 whitespace-pre-line"
              >
                {description}
              </div>
              {tags.length > 0 && <TagList items={tags} max={30} wrap label="Tags" className="mt-6" />}
            </section>
            {features.length > 0 && (
              <section aria-labelledby="features">
                <SectionHeading id="features" title="Key features" />
                <RuledList items={features} />
              </section>
            )}
            {requirements.length > 0 && (
              <section aria-labelledby="requirements">
                <SectionHeading id="requirements" title="What you need" />
                <RuledList items={requirements} />
              </section>
            )}
            <ProjectContents
              projectId={project._id}
              files={project.fileCount}
              size={sizeText(project.totalFileSize)}
              licence={project.licence}
              tree={tree}
              lines={lines}
            />
            <ProjectSamples projectId={project._id} samples={samples} />
            <ProjectFacts facts={facts} />
            {readme && (
              <section aria-labelledby="readme">
                <SectionHeading id="readme" title="README" lead="As the owner wrote it." />
                <Prose html={readme} />
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
  languages: readonly Language[]
  lines: number
  readme: string
  related: readonly CardData[]
  others: readonly CardData[]
  opinions: ReplyFields<typeof reviews.list>
  questions: Reply<typeof questions.list>['questions']
  facts: Facts | null
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

function RuledList({ items }: { items: readonly string[] }) {
  return (
    <ul className="border-rule grid gap-x-8 border-t md:grid-cols-2">
      {items.map((item) => (
        <li key={item} lang={langOf(item)} className="border-rule border-b py-2.5">
          {item}
        </li>
      ))}
    </ul>
  )
}

/** Links to the sections of a page, which stay in view on wide screens. */
function PageIndex({ sections }: { sections: readonly (Section | false | '')[] }) {
  return (
    <nav aria-label="On this page" className="page-index bg-ground z-10 -mb-8 lg:sticky lg:top-16">
      <ul className="scroll-strip border-rule flex gap-x-6 border-b">
        {sections
          .filter((section) => typeof section === 'object')
          .map(({ id, label }) => (
            <li key={id} className="shrink-0">
              <a
                href={`#${id}`}
                onFocus={showFocused}
                className="index-link flex min-h-12 items-center font-semibold transition-colors focus-visible:-outline-offset-2"
              >
                {label}
              </a>
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
