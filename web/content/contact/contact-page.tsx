import type { ErrorResponse, ShouldRevalidateFunctionArgs } from 'react-router'

import type { Problem } from '#contract/kit/problem.ts'

import { apiContext } from '../../api.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { callTimeout } from '../../session/fetch-call.ts'
import { headTags } from '../../shell/head.server.ts'
import { LoadFailed } from '../../ui/layout/load-failed.tsx'
import { Page, PageHead, Section } from '../../ui/layout/page.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Disclosure } from '../../ui/overlay/disclosure.tsx'
import type { Route } from './+types/contact-page'
import { ContactFacts } from './contact-facts.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactSent } from './contact-sent.tsx'
import { messageConstraints, sendMessage } from './send-message.server.ts'

export const handle = { isPublic: true, sitemap: ['/contact'] } satisfies PageHandle

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const id = url.searchParams.get('project')
  const [{ contact }, { stats }, asked] = await Promise.all([
    api.content.contact(),
    api.contacts.stats(),
    // A link to a project that is gone is still a good way to the form.
    id ? api.projects.get({ params: { id } }).catch(() => undefined) : undefined,
  ])
  const about = asked && { _id: asked.project._id, title: asked.project.title }
  const head = headTags({
    origin: url.origin,
    path: '/contact',
    title: 'Contact | Readymade',
    description:
      'Write to Readymade about a project, an order or selling your own work. We reply within 24 hours.',
  })
  return { head, contact, stats, about, constraints: messageConstraints }
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  sendMessage(context.get(apiContext), await request.formData(), notSent)

/** Keeps the form, with what was entered, when the server cannot be reached or does not answer in time. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const late = new Promise<never>((_, reject) => setTimeout(reject, callTimeout))
  try {
    const answer = await Promise.race([serverAction(), late])
    // The form still holds it, and its draft is what differs from what the form began with.
    return answer.sent ? answer : { ...answer, entered: undefined }
  } catch (thrown) {
    const { message, site } = problemOf({ problem: refusalIn(thrown) }, notSent)
    return { sent: false as const, message, ...(site && { site }) }
  }
}

/** The server's own words for not taking the form; undefined when something else answered, or nothing. */
function refusalIn(thrown: unknown): Problem | undefined {
  try {
    const problem = JSON.parse((thrown as ErrorResponse).data as string) as Problem
    return typeof problem.message === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}

const notSent = 'Failed to send message. Please try again.'

/** Sending changes nothing that the page shows; reading it again could only fail. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? [{ title: 'Readymade' }]

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, stats, about, constraints } = loaderData
  return (
    <>
      <Page>
        <PageHead title="Contact us" lead="About a project, an order, or selling your own work." />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Sheet as="section" aria-label="Write to us" className="p-4 sm:p-6 lg:p-8">
            {actionData?.sent ? (
              <ContactSent answerBy={actionData.answerBy} />
            ) : (
              <ContactForm about={about} constraints={constraints} result={actionData} />
            )}
          </Sheet>
          <ContactFacts contact={contact} stats={stats} />
        </div>
      </Page>
      <Section labelledBy="faq" className="pb-0! md:pb-0! xl:pb-0!">
        <Page className="grid gap-x-10 lg:grid-cols-12">
          <SectionHeading
            id="faq"
            title="Frequently asked questions"
            lead="The answer may be here already."
            className="lg:col-span-4"
          />
          <div className="lg:border-ink lg:col-span-8 lg:border-t-2 lg:pt-2">
            {contact.faq.map(({ question, answer }, index) => (
              <Disclosure key={question} title={question} open={index === 0}>
                <p className="text-quiet max-w-(--container-text)">{answer}</p>
              </Disclosure>
            ))}
          </div>
        </Page>
      </Section>
    </>
  )
}

export const ErrorBoundary = () => <LoadFailed title="This page could not be loaded" />
