import { useState } from 'react'

import type { PageHandle } from '../page-handle.ts'
import { SiteLayout } from '../shell/site/site-layout.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { FileTree } from '../ui/data/file-tree.tsx'
import { Pagination } from '../ui/data/pagination.tsx'
import { StatRow } from '../ui/data/stat-row.tsx'
import { Status } from '../ui/feedback/status.tsx'
import { SearchField } from '../ui/form/search-field.tsx'
import { Breadcrumb } from '../ui/layout/breadcrumb.tsx'
import { Page, PageHead, Section } from '../ui/layout/page.tsx'
import { SectionHeading } from '../ui/layout/section-heading.tsx'
import { PriceTag } from '../ui/price-tag.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { GalleryForms } from './ui-gallery-forms.tsx'
import { GalleryScreens } from './ui-gallery-screens.tsx'
import { TrialCard, TrialLabel, trialProjects } from './ui-gallery-trials.tsx'

export const handle = { isPublic: false } satisfies PageHandle

/** Every piece of the kit on one page, for eyes and for the accessibility check; exists in development only. */
export default function UiGalleryPage() {
  const [member, setMember] = useState(false)
  const project = trialProjects[0]!
  return (
    <SiteLayout
      header={{ member: member ? { name: 'Asha Rao' } : null, cartCount: 2 }}
      footer={{ year: 2026 }}
    >
      <title>Kit | Readymade</title>
      <Page>
        <Section className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <h1 className="text-36 sm:text-48 xl:text-64">Projects that say exactly what is inside</h1>
            <p className="text-18 text-quiet mt-5 max-w-xl">
              Find a project that fits your course, see its files before you pay, and download source code
              that staff have run.
            </p>
            <SearchField
              size="large"
              label="Search projects"
              placeholder="Library, chat app, disease detection…"
              submit="Search"
              className="mt-8 max-w-xl"
            />
            <div className="mt-4 flex flex-col gap-3 sm:flex-row">
              <ButtonLink to="/projects" size="large">
                Browse Projects
              </ButtonLink>
              <ButtonLink to="#facts" tone="quiet" size="large">
                How It Works
              </ButtonLink>
            </div>
          </div>
          <div className="lg:col-span-5">
            <TrialLabel project={project} />
          </div>
        </Section>
        <StatRow
          stats={[
            { label: 'projects', value: '500+' },
            { label: 'students', value: '2000+' },
            { label: 'technologies', value: '50+' },
            { label: 'download access', value: '24/7' },
          ]}
        />
        <Section labelledBy="cards">
          <SectionHeading
            id="cards"
            title="Featured projects"
            action={<TextLink to="/projects">View All Projects</TextLink>}
          />
          <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {trialProjects.map((each) => (
              <TrialCard key={each.title} project={each} />
            ))}
          </div>
          <Pagination className="mt-10" page={4} pages={12} to={(page) => `?page=${page}`} />
        </Section>
        <Section labelledBy="words" className="pt-0!">
          <SectionHeading
            id="words"
            title="Words and labels"
            lead="Badges, states, prices and chips as they stand in a row."
          />
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-center gap-3">
              <PriceTag amount={499} />
              <PriceTag amount={149999} />
              <PriceTag amount={0} />
              <PriceTag amount={249.5} tone="plain" label="Report price" />
              <PriceTag amount={1499} size="large" />
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <Badge>Intermediate</Badge>
              <Badge tone="ink">Agent</Badge>
              <Badge tone="verified">Verified</Badge>
              <Badge tone="waiting">Pending</Badge>
              <Badge tone="stopped">Rejected</Badge>
            </div>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
              <Status tone="verified">Approved</Status>
              <Status tone="waiting">Pending</Status>
              <Status tone="stopped">Rejected</Status>
              <Status>Inactive</Status>
            </div>
            <div className="flex flex-wrap gap-2">
              <Chip name="Category" to="?">
                Web Development
              </Chip>
              <Chip onRemove={() => {}}>₹500 to ₹2,000</Chip>
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <Button>Purchase Now</Button>
              <Button tone="quiet">Add to Cart</Button>
              <Button tone="danger">Delete Project</Button>
              <Button tone="link">Clear All</Button>
              <Button pending pendingText="Sending...">
                Send
              </Button>
              <Button tone="quiet" disabled>
                Disabled
              </Button>
              <Button tone="quiet" size="small">
                Edit
              </Button>
            </div>
            <div className="flex items-center gap-3">
              <Avatar name="Asha Rao" />
              <Avatar name="Kabir" size="medium" />
              <Avatar name="" size="large" />
              <Button
                tone="quiet"
                onClick={() => {
                  document.documentElement.dataset.session = member ? 'visitor' : 'member'
                  setMember(!member)
                }}
              >
                Sign {member ? 'out' : 'in'} here
              </Button>
            </div>
            <FileTree
              className="max-w-md"
              label="Files"
              nodes={[
                {
                  name: 'server',
                  note: '84 files',
                  children: [
                    { name: 'routes', note: '12 files', folder: true },
                    {
                      name: 'db',
                      children: [
                        { name: 'schema.sql', note: '6 kB' },
                        { name: 'seed.sql', note: '2 kB' },
                      ],
                    },
                    { name: 'index.ts', note: '1 kB' },
                  ],
                },
                { name: 'web', note: '126 files', folder: true },
                { name: 'README.md', note: '4 kB' },
              ]}
            />
          </div>
        </Section>
        <GalleryForms />
        <PageHead
          title="My Projects"
          lead="A workbench: denser, with the same tokens."
          actions={<Button>Add New Project</Button>}
        >
          <Breadcrumb
            className="mb-3"
            steps={[
              { label: 'Home', to: '/' },
              { label: 'Projects', to: '/projects' },
              { label: project.title },
            ]}
          />
        </PageHead>
        <GalleryScreens />
      </Page>
    </SiteLayout>
  )
}
