import type { ReactNode } from 'react'
import { NavLink, redirect } from 'react-router'

import { timesToDecide } from '#contract/content/complaint-kinds.ts'
import type { Contact } from '#contract/content/content.ts'
import { day } from '#contract/kit/format.ts'
import { hoursToAcknowledge } from '#contract/orders/terms.ts'

import type { Head, PageHandle } from '../shell/page-handle.tsx'
import { apiContext, siteContext } from '../shell/session/api.ts'
import { phoneLink } from '../shell/site-footer.tsx'
import { supportLinks } from '../shell/site.ts'
import { TextLink } from '../ui/button.tsx'
import { scrollLinkIntoView, showFocused } from '../ui/focus.ts'
import { Page, PageHead } from '../ui/page.tsx'
import { MailLink, Prose } from '../ui/text.tsx'
import type { Route } from './+types/support-page'
import { OfficerFacts } from './contact-facts.tsx'
import { supportPages, type SupportText } from './support-texts.ts'

export const handle: PageHandle = {
  sitemap: supportLinks.map(({ to }) => to),
}

/**
 * Loads one support page, as staff have written it or else the built-in text, and the names of the others. Redirects
 * home when the page is unknown.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { content } = context.get(apiContext)
  const [site, { page: own }, { contact }] = await Promise.all([
    context.get(siteContext)(),
    content.support({ params: { page: params.page } }),
    content.contact(),
  ])
  const builtIn = supportPages(site)
  const text = builtIn.find(({ slug }) => slug === params.page)
  if (!text) throw redirect('/')
  const head: Head = {
    origin: url.origin,
    path: `/support/${text.slug}`,
    title: `${text.title} | Readymade`,
    description: text.lead,
  }
  const { title, lead } = text
  const changed = own ? day(own.changedAt) : text.changed
  const sections = own?.sections ?? text.sections
  return {
    head,
    title,
    lead,
    changed,
    sections,
    contact,
    pages: builtIn.map(({ slug, label }) => ({ slug, label })),
  }
}

export default function SupportPage({
  loaderData: { title, lead, changed, sections, contact, pages },
  params: { page },
}: Route.ComponentProps) {
  return (
    <Page>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Support pages" className="pt-6 lg:sticky lg:top-20 lg:pt-12">
          <ul className="scroll-strip border-rule flex gap-x-6 border-b lg:block lg:border-b-0">
            {pages.map(({ slug, label }) => (
              <li key={slug} className="shrink-0">
                <NavLink
                  ref={slug === page ? scrollLinkIntoView : undefined}
                  onFocus={showFocused}
                  to={`/support/${slug}`}
                  className="text-quiet hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink lg:border-rule flex min-h-11 items-center border-transparent whitespace-nowrap aria-[current=page]:font-semibold max-lg:-mb-px max-lg:border-b-2 lg:border-l-2 lg:pl-4"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <article className="min-w-0 lg:pt-2">
          <PageHead title={title} lead={lead} />
          {changed && <p className="text-13 text-quiet -mt-2 mb-6">Last changed on {changed}</p>}
          {sections.map((section) => (
            <SupportSection key={section.title} title={section.title}>
              {'html' in section ? <Prose html={section.html} /> : <BuiltIn {...section} />}
            </SupportSection>
          ))}
          <ContactSection contact={contact} />
        </article>
      </div>
    </Page>
  )
}

function SupportSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      id={title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}
      className="border-rule grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-2 border-t py-6 xl:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <h2 className="text-18 leading-6.5">{title}</h2>
      <div className="max-w-(--container-text) space-y-3">{children}</div>
    </section>
  )
}

const BuiltIn = ({ paragraphs, list, link }: SupportText['sections'][number]) => (
  <>
    {paragraphs.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {list && (
      <ul className="marker:text-quiet list-disc space-y-1.5 pl-5">
        {list.map((point) => (
          <li key={point}>{withCode(point)}</li>
        ))}
      </ul>
    )}
    {link && (
      <p>
        <TextLink to={link.to} className="font-semibold">
          {link.label}
        </TextLink>
      </p>
    )}
  </>
)

/** Renders the parts of a sentence in backticks as code. */
const withCode = (sentence: string) =>
  sentence.split('`').map((part, index) =>
    index % 2 ? (
      <code key={part} className="text-14 font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  )

/**
 * The contacts that the Consumer Protection (E-Commerce) Rules, 2020 require a marketplace to name, as far as they are
 * known.
 */
function ContactSection({ contact }: { contact: Contact }) {
  const { legalName, address, email, phone, grievanceOfficer: officer, nodalOfficer } = contact
  return (
    <section className="border-ink grid gap-x-10 gap-y-2 border-t-2 py-6 xl:grid-cols-[14rem_minmax(0,1fr)]">
      <h2 className="text-18 leading-6.5">Whom to write to</h2>
      <div className="max-w-(--container-text) space-y-3 break-words">
        <p>
          {legalName && <span className="block">{legalName}</span>}
          {address && <span className="block whitespace-pre-line">{address}</span>}
          <span className="block">
            Questions: {email ? <MailLink to={email} /> : <TextLink to="/contact">write to us</TextLink>}
          </span>
          {phone && (
            <span className="block">
              Phone:{' '}
              <a href={phoneLink(phone)} className="link-rule">
                {phone}
              </a>
            </span>
          )}
        </p>
        {(officer.name || officer.email || officer.phone || officer.address) && (
          <div>
            <p className="font-semibold">{officer.name ? 'Grievance officer' : 'Grievances'}</p>
            <OfficerFacts {...officer} />
          </div>
        )}
        {nodalOfficer && (
          <div>
            <p className="font-semibold">Nodal officer</p>
            <OfficerFacts {...nodalOfficer} />
          </div>
        )}
        <p className="text-quiet">
          {`A complaint is acknowledged within ${hoursToAcknowledge} hours and answered within one month of its arrival. What you report on the page of a project is acknowledged at once and decided ${timesToDecide}.`}
        </p>
      </div>
    </section>
  )
}
