import { useEffect, useRef } from 'react'
import {
  type ErrorResponse,
  Form,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router'

import { subjects } from '#contract/content/lists.ts'
import { namedDay } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { contactPhone } from '#contract/kit/phone.ts'
import type { Problem } from '#contract/kit/problem.ts'

import { deleteDraft } from '../shell/form/draft.ts'
import { type Constraints, type FormAnswer, useForm } from '../shell/form/use-form.ts'
import type { Head, PageHandle } from '../shell/page-handle.tsx'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { callTimeout } from '../shell/session/fetch-call.ts'
import { memberApi } from '../shell/session/member-api.ts'
import { isSignedIn, useMember } from '../shell/session/session.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { PhoneInput, Select, TextArea, TextInput } from '../ui/inputs.tsx'
import { Page, PageHead, Section, SectionHeading } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import type { Route } from './+types/contact-page'
import { ContactFacts } from './contact-facts.tsx'
import { enteredIn, sendEntered } from './contact-message.ts'
import { messageConstraints, sendMessage } from './contact.server.ts'

export const handle: PageHandle = {
  reads: ['project', 'need'],
  failure: 'This page could not be loaded',
  sitemap: ['/contact'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const id = url.searchParams.get('project')
  const need = (url.searchParams.get('need') ?? '').trim().slice(0, limits.search)
  const [{ contact }, { stats }, { team }, asked] = await Promise.all([
    api.content.contact(),
    api.contacts.stats(),
    api.content.team(),
    // The link of a deleted project still opens the form.
    id ? api.projects.get({ params: { id } }).catch(() => undefined) : undefined,
  ])
  const about = asked && { _id: asked.project._id, title: asked.project.title }
  const head: Head = {
    origin: url.origin,
    path: '/contact',
    title: 'Contact | Readymade',
    description:
      'Write to Readymade about a project, an order or selling your own work. We reply within 24 hours.',
  }
  const people = team.leadership.slice(0, 3).map(({ name, role }) => ({ name, role }))
  return {
    head,
    contact,
    stats,
    people,
    about,
    need,
    orders: [] as OrderChoice[],
    constraints: messageConstraints,
  }
}

/** Adds the newest orders of who is signed in, which the server does not know of. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [page, orders] = await Promise.all([serverLoader(), isSignedIn() ? ordersToName() : []])
  return { ...page, orders }
}
clientLoader.hydrate = true as const

/** Returns the choices of an order; none when they could not be loaded, because the number can be typed too. */
async function ordersToName(): Promise<OrderChoice[]> {
  try {
    const { orders } = await (await memberApi()).orders.mine({ query: { limit: 50 } })
    return orders.map(({ number, projectTitle }) => ({ value: number, label: `${number} · ${projectTitle}` }))
  } catch {
    return []
  }
}

interface OrderChoice {
  value: string
  label: string
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  sendMessage(context.get(apiContext), await request.formData(), notSent)

/**
 * Leaves the form and its values on the page when the server cannot be reached or does not answer within `callTimeout`.
 * Who is signed in sends it as a member, whose message it then is.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, callTimeout))
  try {
    const sending = isSignedIn() ? sendAsMember(await request.formData()) : serverAction()
    const answer = await Promise.race([sending, timeout])
    // The form still holds the values; the draft is computed as the difference from its initial values.
    return answer.sent ? answer : { ...answer, entered: undefined }
  } catch (thrown) {
    const { message, site } = problemOf({ problem: refusalIn(thrown) }, notSent)
    return { sent: false as const, message, ...(site && { site }) }
  }
}

async function sendAsMember(form: FormData) {
  try {
    return await sendEntered(await memberApi(), enteredIn(form))
  } catch (thrown) {
    const { message, fields, site } = problemOf(thrown, notSent)
    return { sent: false as const, message, ...(fields && { fields }), ...(site && { site }) }
  }
}

/** The problem that the server answered with; undefined when the answer was not ours or there was none. */
function refusalIn(thrown: unknown): Problem | undefined {
  try {
    const problem = JSON.parse((thrown as ErrorResponse).data as string) as Problem
    return typeof problem.message === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}

const notSent = 'Failed to send message. Please try again.'

/** Skips the revalidation after a message is sent: it changes nothing that the page shows. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, stats, people, about, need, orders, constraints } = loaderData
  return (
    <>
      <Page>
        <PageHead title="Contact us" lead="About a project, an order, or selling your own work." />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Sheet as="section" aria-label="Write to us" className="p-4 sm:p-6 lg:p-8">
            {actionData?.sent ? (
              <ContactSent {...actionData} />
            ) : (
              <ContactForm
                about={about}
                need={need}
                orders={orders}
                constraints={constraints}
                result={actionData}
              />
            )}
          </Sheet>
          <ContactFacts contact={contact} stats={stats} people={people} />
        </div>
      </Page>
      <Section labelledBy="faq" className="pb-0! md:pb-0! xl:pb-0!">
        <Page>
          <div className="border-ink grid gap-x-10 border-t-2 lg:grid-cols-12">
            <SectionHeading
              id="faq"
              title="Frequently asked questions"
              lead="The answer may be here already."
              className="border-t-0! lg:col-span-4"
            />
            <div className="lg:col-span-8 lg:pt-2">
              {contact.faq.map(({ question, answer }, index) => (
                <Disclosure key={question} title={question} open={index === 0}>
                  <p className="text-quiet max-w-(--container-text)">
                    {answer.split(/(\d+-day)/).map((part, at) =>
                      at % 2 ? (
                        <span key={part} className="whitespace-nowrap">
                          {part}
                        </span>
                      ) : (
                        part
                      ),
                    )}
                  </p>
                </Disclosure>
              ))}
            </div>
          </div>
        </Page>
      </Section>
    </>
  )
}

/**
 * The form for a message to the staff, filled in for who is signed in. Its values stay when the message could not be
 * sent.
 */
function ContactForm({ about, need, orders, constraints, result }: ContactFormProps) {
  const member = useMember()
  const { ref, message, field } = useForm(constraints, result, messageDraft)
  const sending = useNavigation().formMethod === 'POST'
  return (
    <Form ref={ref} method="post" noValidate className="flex flex-col gap-5">
      {message && (
        <Callout
          tone="stopped"
          {...message}
          action={result?.site && <OpenOnOtherSite site={result.site} />}
        />
      )}
      {about && (
        <Callout
          action={
            <TextLink to="/contact" className="text-14 py-2.5">
              Ask about something else
            </TextLink>
          }
        >
          About the project <strong className="font-semibold">{about.title}</strong>
          <input type="hidden" name="projectId" value={about._id} />
        </Callout>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" {...field('name', member?.name)}>
          <TextInput autoComplete="name" />
        </Field>
        <Field label="Email" {...field('email', member?.email)}>
          <TextInput type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Field label="Phone (optional)" {...field('phone')}>
          <PhoneInput autoComplete="tel" shown={contactPhone} />
        </Field>
        <Field
          label="Subject"
          {...field('subject', about ? 'Project Question' : need ? 'Custom Development' : '')}
        >
          <Select options={subjects} placeholder="Choose a subject" />
        </Field>
        {orders.length > 0 && (
          <Field label="Order (optional)" className="sm:col-span-2">
            <Select name="order" options={orders} placeholder="Not about an order" />
          </Field>
        )}
      </div>
      <Field
        label="Message"
        hint={
          orders.length === 0 && (
            <span>
              About an order? Write its number too, like{' '}
              <span className="whitespace-nowrap">RM-2026-000123</span>. It is in My Orders and in our emails.
            </span>
          )
        }
        {...field('message', need && `I need a project: ${need}\n\n`)}
      >
        <TextArea rows={8} className="min-h-56" />
      </Field>
      <Button
        type="submit"
        size="large"
        pending={sending}
        pendingText="Sending..."
        className="w-full sm:w-fit sm:min-w-52"
      >
        Send Message
      </Button>
    </Form>
  )
}

/**
 * A link that opens this page on the site that accepts the form. It opens a new tab, so that the typed text stays here.
 */
function OpenOnOtherSite({ site }: { site: string }) {
  const { pathname, search } = useLocation()
  return (
    <TextLink to={site + pathname + search} newTab className="text-14 py-2.5">
      Open the Page There
    </TextLink>
  )
}

/** The name under which the draft is stored. */
const messageDraft = 'message'

interface ContactFormProps {
  about: { _id: string; title: string } | undefined
  /** The words of a search that found little; empty when there was none. */
  need: string
  /** The orders that the message may be about; none without an account. */
  orders: readonly OrderChoice[]
  constraints: Constraints<'name' | 'email' | 'phone' | 'subject' | 'message'>
  /** The reason why the last message was not sent, and the site that would accept it. */
  result: (FormAnswer & { site?: string }) | undefined
}

interface SentMessage {
  answerBy: string
  number: string
  statusPage: string
}

/** Replaces the form after the message has been sent. */
function ContactSent({ answerBy, number, statusPage }: SentMessage) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    deleteDraft(messageDraft)
  }, [])
  return (
    <div className="flex flex-col items-start gap-3 py-4 sm:py-10">
      <Icon name="circle-check" className="text-verified size-10 stroke-[1.5]" />
      <h2 ref={heading} tabIndex={-1} className="text-28 outline-none">
        Message Sent Successfully!
      </h2>
      <p className="text-quiet max-w-md">
        Thank you for writing. We reply within 24 hours, weekends not counted: by{' '}
        <span className="whitespace-nowrap">{namedDay(answerBy)}</span>, to the email address you gave.
      </p>
      <p className="text-quiet max-w-md">
        The number of your message is <TextLink to={statusPage}>{number}</TextLink>.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to="/projects">Browse Projects</ButtonLink>
        <ButtonLink to="/contact" tone="quiet">
          Send Another Message
        </ButtonLink>
      </div>
    </div>
  )
}
