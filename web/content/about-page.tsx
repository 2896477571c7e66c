import type { About } from '#contract/content/content.ts'
import { layers } from '#contract/content/lists.ts'
import { counted, formatCount, pluralOf } from '#contract/kit/format.ts'

import { summary } from '../shell/head.server.ts'
import { Logo } from '../shell/logo.tsx'
import type { Head, PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { useSite } from '../shell/site.ts'
import { Badge } from '../ui/badge.tsx'
import { FactRows, StatRow } from '../ui/facts.tsx'
import { Label } from '../ui/label.tsx'
import { Page, Section, SectionHeading } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/about-page'
import { CallToAction } from './call-to-action.tsx'
import { HowChecked } from './how-checked.tsx'
import { TeamTabs } from './team-tabs.tsx'

export const handle: PageHandle = {
  failure: {
    title: 'Failed to load about information',
    text: 'Something went wrong on the way. Please try again.',
  },
  sitemap: ['/about'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ about }, { team }] = await Promise.all([api.content.about(), api.content.team()])
  const head: Head = {
    origin: url.origin,
    path: '/about',
    title: 'About | Readymade',
    description: summary(about.company.mission, 155),
  }
  return { head, about, team }
}

export default function AboutPage({ loaderData: { about, team } }: Route.ComponentProps) {
  const { stats, company, values, services, technologies, timeline } = about
  return (
    <>
      <Page className="grid items-center gap-x-12 gap-y-10 pt-8 pb-10 md:pt-14 md:pb-14 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h1 className="text-36 md:text-48 xl:text-64 leading-[1.05] tracking-[-0.025em] text-balance">
            About Readymade, the shop with the label
          </h1>
          <p className="text-18 text-quiet mt-5 max-w-(--container-text)">
            We sell coding projects the way good tools are sold: checked, priced, and with everything that is
            in the box written on the outside.
          </p>
        </div>
        <OwnLabel className="lg:col-span-5" />
      </Page>
      <Page>
        <StatRow stats={statsOf(stats)} />
      </Page>
      <Section labelledBy="checked">
        <Page>
          <SectionHeading
            id="checked"
            heavy
            title="How a project gets its label"
            lead="The same five steps for each of them, before anybody can buy it."
          />
          <HowChecked />
        </Page>
      </Section>
      <Section labelledBy="mission" className={follows}>
        <Page className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
          <Statement id="mission" title="Our mission" text={company.mission} />
          <Statement id="vision" title="Our vision" text={company.vision} />
        </Page>
      </Section>
      <Section labelledBy="team" className={follows}>
        <Page>
          <SectionHeading id="team" title="Team" lead="Who does what." />
          <TeamTabs team={team} />
        </Page>
      </Section>
      <Section labelledBy="values" className={follows}>
        <Page>
          <SectionHeading id="values" title="What we stand for" />
          <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
            {values.map(({ title, description }) => (
              <li key={title}>
                <h3 className="text-18 md:text-22">{title}</h3>
                <p className="text-quiet mt-1.5 max-w-(--container-text)">{description}</p>
              </li>
            ))}
          </ul>
        </Page>
      </Section>
      <Section labelledBy="services" className={follows}>
        <Page>
          <SectionHeading id="services" title="What we do" />
          <Sheet className="divide-edge grid divide-y divide-dashed lg:grid-cols-4 lg:divide-x lg:divide-y-0">
            {services.map((service) => (
              <Service key={service.title} {...service} />
            ))}
          </Sheet>
        </Page>
      </Section>
      <Section className={follows}>
        <Page className="grid gap-x-12 gap-y-12 lg:grid-cols-2">
          <section aria-labelledby="technologies">
            <SectionHeading
              id="technologies"
              title="Technologies"
              lead="What the shop itself is built with, layer by layer."
            />
            <BuiltWith technologies={technologies} />
          </section>
          <section aria-labelledby="timeline">
            <SectionHeading id="timeline" title="How it came about" lead="And what comes next." />
            <Timeline timeline={timeline} />
          </section>
        </Page>
      </Section>
      <CallToAction title="Ask us anything">
        About a project, an order, or selling your own work. We reply within 24 hours.
      </CallToAction>
    </>
  )
}

/** The figures that are above one: a single project or year is not worth showing. */
function statsOf({ projectsCreated, happyClients, yearsExperience, countriesServed }: About['stats']) {
  const figure = (value: number, one: string, many: string) => ({
    value,
    label: pluralOf(value, one, many),
  })
  return [
    figure(projectsCreated, 'project listed', 'projects listed'),
    figure(happyClients, 'student', 'students'),
    figure(yearsExperience, 'year of experience', 'years of experience'),
    figure(countriesServed, 'country served', 'countries served'),
  ]
    .filter(({ value }) => value > 1)
    .map(({ value, label }) => ({ value: formatCount(value), label }))
}

function Statement({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div className="border-rule border-t pt-4">
      <h2 id={id} className="text-13 text-quiet font-sans! font-normal!">
        {title}
      </h2>
      <p className="font-head text-22 mt-3 leading-[1.4] font-semibold">{text}</p>
    </div>
  )
}

function Service({ title, description, features }: About['services'][number]) {
  return (
    <article className="flex flex-col p-5">
      <h3 className="text-18">{title}</h3>
      <p className="text-quiet mt-1 mb-4">{description}</p>
      <ul className="text-13 mt-auto space-y-1.5">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </article>
  )
}

function Timeline({ timeline }: Pick<About, 'timeline'>) {
  return (
    <ol className="border-ink ml-1.5 border-l-2">
      {timeline.map(({ year, title, description }) => (
        <li key={title} className="relative pb-8 pl-6 last:pb-0">
          <span className="border-ink bg-ground absolute top-1.5 -left-[0.4375rem] size-3 rounded-full border-2" />
          <p className="text-13 text-quiet tabular-nums">{year}</p>
          <h3 className="text-18 mt-0.5">{title}</h3>
          <p className="text-quiet mt-1 max-w-(--container-text)">{description}</p>
        </li>
      ))}
    </ol>
  )
}

const follows = 'pt-0! md:pt-0! xl:pt-0!'

/** The technologies in one row for each layer that has any. */
function BuiltWith({ technologies }: Pick<About, 'technologies'>) {
  const rows = layers
    .map((layer) => ({ layer, named: technologies.filter(({ category }) => category === layer) }))
    .filter(({ named }) => named.length > 0)
  return (
    <dl>
      {rows.map(({ layer, named }) => (
        <div
          key={layer}
          className="border-rule grid items-center gap-x-6 gap-y-2.5 border-b py-3.5 first:pt-0 last:border-b-0 sm:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{layer}</dt>
          <dd className="flex flex-wrap gap-1.5">
            {named.map(({ name }) => (
              <Badge key={name} tone="plain" className="text-ink!">
                {name}
              </Badge>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Readymade described on a label like those of its projects. */
function OwnLabel({ className }: { className?: string }) {
  const { refundDays, helpDays } = useSite()
  return (
    <Label
      aria-label="Readymade in short"
      className={className}
      head={
        <>
          <span>The shop</span>
          <span>itself</span>
        </>
      }
      top={
        <div className="px-5 pt-2 pb-4">
          <Logo />
        </div>
      }
    >
      <FactRows
        facts={factsWith(counted(refundDays, 'day'), counted(helpDays, 'day'))}
        className="px-5 pt-1 pb-3"
      />
    </Label>
  )
}

/** The values come from the specification's constants and our rules. */
const factsWith = (refundDays: string, helpDays: string) => [
  { term: 'Sold', value: 'source code, project reports' },
  { term: 'Prices', value: 'rupees, set by the owners' },
  { term: 'Verified', value: 'by people, before listing' },
  { term: 'Shown', value: 'every file name, before you pay' },
  { term: 'Money back', value: refundDays },
  { term: 'Free support', value: helpDays },
  { term: 'Replies', value: 'within 24 hours' },
]
