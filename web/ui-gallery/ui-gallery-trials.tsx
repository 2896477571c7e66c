import { clsx } from 'clsx'
import { Link } from 'react-router'

import { rupees } from '#contract/kit/rupees.ts'

import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FactRows } from '../ui/data/fact-rows.tsx'
import { Icon } from '../ui/icon.tsx'
import { Frame } from '../ui/layout/frame.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { Rating } from '../ui/rating.tsx'
import { TagList } from '../ui/tag-list.tsx'

/** A trial of the project card, composed from the kit. */
export function TrialCard({ project }: { project: TrialProject }) {
  return (
    <Sheet
      as="article"
      lifts
      className="group relative row-span-5 grid grid-rows-subgrid gap-0 overflow-hidden"
    >
      <Frame joined>
        <TrialCover project={project} />
      </Frame>
      <div className="text-13 text-quiet flex items-center justify-between gap-3 px-4 pt-3 font-mono">
        <span className="truncate">{project.category}</span>
        <span className="shrink-0">{project.difficulty}</span>
      </div>
      <div className="px-4 pt-1">
        <h3 className="text-18 line-clamp-2 leading-6">
          <Link
            to="/projects/1"
            className="group-hover:decoration-saffron group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 after:absolute after:inset-0"
          >
            {project.title}
          </Link>
        </h3>
        <p className="text-14 text-quiet mt-1 line-clamp-2">{project.description}</p>
      </div>
      <TagList items={project.stack} label="Technologies" className="mx-4 mt-3" />
      <div className="border-rule mx-4 mt-4 flex items-center justify-between gap-3 border-t py-3">
        <PriceTag amount={project.price} />
        <span className="text-13 text-quiet flex items-center gap-1.5 font-mono tabular-nums">
          <Icon name="download" className="size-4" />
          {project.downloads} <span className="sr-only">downloads</span>
        </span>
      </div>
    </Sheet>
  )
}

/** A trial of a drawn cover: title, stack and file tree over the tint of the category. */
function TrialCover({ project }: { project: TrialProject }) {
  return (
    <div className={clsx('@container relative size-full overflow-hidden', tints[project.tint])}>
      <div className="absolute inset-0 flex flex-col justify-between p-[7cqw]">
        <p
          className={clsx(
            'max-w-[85%] font-head leading-[1.04] font-bold tracking-[-0.02em] text-balance',
            project.title.length > 34 ? 'text-[7cqw]' : 'text-[9cqw]',
          )}
        >
          {project.title}
        </p>
        <div className="flex items-end justify-between font-mono text-[3.6cqw] leading-[1.6]">
          <div className="w-[42%]">
            {project.stack.slice(0, 3).map((name) => (
              <p key={name} className="border-ink/25 truncate border-t py-[0.6cqw]">
                {name}
              </p>
            ))}
          </div>
          <div className="text-quiet w-[38%]">
            {project.tree.map((name) => (
              <p key={name} className="border-ink/30 truncate border-l pl-[2.5cqw]">
                {name}
              </p>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

/** A trial of the label on the detail page. */
export function TrialLabel({ project }: { project: TrialProject }) {
  return (
    <Sheet as="aside" aria-label="Buy this project" className="overflow-hidden">
      <div className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <PriceTag amount={project.price} size="large" />
          <Rating value={4.6} count={128} />
        </div>
        <div className="flex flex-col gap-2">
          <Button size="large" wide>
            Purchase Now
          </Button>
          <div className="grid grid-cols-2 gap-2">
            <Button tone="quiet">Add to Cart</Button>
            <ButtonLink tone="quiet" to="#" icon={<Icon name="external-link" />}>
              Live Demo
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className="border-rule bg-sunk flex items-center justify-between gap-3 border-y px-5 py-3">
        <span>
          <span className="block font-semibold">Project report</span>
          <span className="text-13 text-quiet font-mono">.docx, 64 pages</span>
        </span>
        <Button tone="quiet" size="small">
          Purchase Report {rupees(299)}
        </Button>
      </div>
      <FactRows
        className="px-5 py-2"
        facts={[
          {
            term: 'verified',
            value: (
              <span className="text-verified">
                <Icon name="badge-check" className="size-4" />
                12 Nov 2026
              </span>
            ),
          },
          { term: 'difficulty', value: project.difficulty },
          { term: 'size', value: '4.8 MB' },
          { term: 'files', value: '212' },
          { term: 'lines', value: '18,340' },
          { term: 'stack', value: project.stack.join(', ') },
          { term: 'licence', value: 'MIT' },
          { term: 'last release', value: '#3, 2 Nov 2026' },
          { term: 'ran for', value: '41 of 43 buyers' },
        ]}
      />
      <div className="border-rule flex flex-wrap gap-2 border-t px-5 py-4">
        <Badge tone="verified">Verified</Badge>
        <Badge>installation help</Badge>
        <Badge>7-day refund</Badge>
      </div>
    </Sheet>
  )
}

const tints = ['', 'bg-tint-1', 'bg-tint-2', 'bg-tint-3', 'bg-tint-4', 'bg-tint-5', 'bg-tint-6']

export type TrialProject = {
  title: string
  description: string
  category: string
  difficulty: string
  stack: string[]
  tree: string[]
  price: number
  downloads: number
  tint: number
}

export const trialProjects: TrialProject[] = [
  {
    title: 'Hostel mess manager',
    description:
      'Menus, attendance and monthly bills for a hostel of up to 800 students, with a warden panel and printable reports.',
    category: 'Web Development',
    difficulty: 'Intermediate',
    stack: ['React', 'Node.js', 'PostgreSQL', 'Docker', 'Tailwind'],
    tree: ['server/', 'web/', 'schema.sql', 'README.md'],
    price: 1499,
    downloads: 318,
    tint: 1,
  },
  {
    title: 'Leaf disease detector for paddy and cotton crops',
    description: 'A phone app that names the disease from a photograph.',
    category: 'AI/ML',
    difficulty: 'Advanced',
    stack: ['Python', 'TensorFlow Lite', 'Kotlin'],
    tree: ['app/', 'model.tflite', 'train.ipynb', 'README.md'],
    price: 149999,
    downloads: 12,
    tint: 2,
  },
  {
    title: 'Library desk',
    description:
      'Issue, return and fine books with a barcode reader. Works offline on one machine and syncs when the network is back.',
    category: 'Desktop App',
    difficulty: 'Beginner',
    stack: ['Java', 'SQLite'],
    tree: ['src/', 'data/', 'pom.xml', 'README.md'],
    price: 0,
    downloads: 1204,
    tint: 4,
  },
]
