import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { timeToDecide } from '#contract/content/complaint-kinds.ts'
import type { DecisionTime } from '#contract/content/content.ts'
import { Rupees, shareOf } from '#contract/kit/amounts.ts'
import { counted, inRupees, rupees } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { useTyped } from '../../shell/form/draft.ts'
import { numberIn, textIn } from '../../shell/form/use-form.ts'
import { LoginRequired } from '../../shell/login-required.tsx'
import type { Head, PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, siteContext } from '../../shell/session/api.ts'
import { isSignedIn } from '../../shell/session/session.ts'
import { newProjectAddress, useSite } from '../../shell/site.ts'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NumberInput, TextInput } from '../../ui/inputs.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnerLicence } from '../owner-licence.tsx'
import type { Route } from './+types/sell-page'
import { decisionTimeText } from './decision-time.ts'
import { LabelPreview, noWords } from './label-preview.tsx'
import { addToNewProject } from './new-project-draft.ts'

export const handle: PageHandle = {
  failure: 'This page could not be loaded',
  sitemap: ['/sell'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const [{ decisionTime }, { feePercent }] = await Promise.all([
    context.get(apiContext).content.decisionTime(),
    context.get(siteContext)(),
  ])
  const head: Head = {
    origin: url.origin,
    path: '/sell',
    title: 'Sell your project | Readymade',
    description: `Sell the coding project that you have built: you set the price, our staff check it, and our fee is ${feePercent}% of what sells. What we look for, and when you are paid.`,
  }
  return { head, decisionTime }
}

export default function SellPage({ loaderData: { decisionTime } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Typed>(nothingTyped)
  const [asksLogin, setAsksLogin] = useState(false)
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const texts = textsToAdd(event.currentTarget)
    if (texts) addToNewProject(texts)
    if (isSignedIn()) void navigate(newProjectAddress)
    else setAsksLogin(true)
  }
  return (
    <Page className="pb-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="pt-6 md:pt-12">
          <h1 className="text-36 md:text-48 leading-[1.05] tracking-[-0.025em] text-balance">
            Sell the project you have built
          </h1>
          <p className="text-quiet md:text-18 mt-3 max-w-(--container-text) md:mt-5 md:text-balance">
            You set the price, our staff check it, and you earn on every copy. Listing costs nothing.
          </p>
          <ExampleForm typed={typed} onTyped={setTyped} onSubmit={begin} />
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:pt-12">
          <div className="flex flex-col gap-5 max-lg:mt-8 sm:max-lg:max-w-96 lg:sticky lg:top-22">
            <LabelPreview words={{ ...noWords, title: typed.title, price: typed.price }} />
            <AddProject />
          </div>
        </div>
        <div className="mt-10 md:mt-16">
          <Facts decisionTime={decisionTime} />
          <div className="lg:hidden">
            <AddProject />
          </div>
        </div>
      </div>
      <LoginRequired open={asksLogin} onClose={() => setAsksLogin(false)} />
    </Page>
  )
}

const formId = 'example'

const AddProject = () => (
  <Button type="submit" form={formId} size="large" wide icon={<Icon name="plus" />}>
    Add New Project
  </Button>
)

interface Typed {
  title: string
  /** As it was entered, in rupees. */
  entered: number | undefined
  /** Undefined while it is no price. */
  price: number | undefined
}

/** The prices of the slider, in rupees; any other can be typed. */
const prices = { min: 99, max: 2999, step: 50, first: 799 }
const nothingTyped: Typed = { title: '', entered: prices.first, price: prices.first }

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const entered = numberIn(data, 'price')
  return { title: textIn(data, 'title'), entered, price: Rupees.safeParse(entered).data }
}

/** Returns what goes into the form for a new project; undefined while nobody has touched the example. */
function textsToAdd(form: HTMLFormElement): Record<string, string> | undefined {
  const { title, price } = typedIn(form)
  if (!title && price === prices.first) return undefined
  return { ...(title && { title }), ...(price !== undefined && { price: String(price) }) }
}

/**
 * A title and a price for the label, and what its owner would receive. Before the page has its scripts, the form leads
 * to the new project itself.
 */
function ExampleForm({ typed: { entered, price }, onTyped, onSubmit }: ExampleFormProps) {
  const ref = useRef<HTMLFormElement>(null)
  useTyped(ref)
  // Somebody may have typed before the page had its scripts, or be back on it.
  useEffect(() => {
    ref.current!.dispatchEvent(new Event('input', { bubbles: true }))
  }, [])
  return (
    <form
      ref={ref}
      id={formId}
      action={newProjectAddress}
      noValidate
      onSubmit={onSubmit}
      onInput={({ currentTarget, target }) => {
        align(currentTarget, target)
        onTyped(typedIn(currentTarget))
      }}
      className="mt-6 grid max-w-xl gap-x-5 gap-y-5 sm:grid-cols-[minmax(0,1fr)_9rem] md:mt-8"
    >
      <input type="hidden" name="tab" value="projects" />
      <input type="hidden" name="new" value="1" />
      <Field label="Title" control={{ name: 'title' }}>
        <TextInput placeholder="Hospital Management System" autoComplete="off" />
      </Field>
      <Field label="Price" control={{ name: 'price', defaultValue: prices.first, min: 0, step: 'any' }}>
        <NumberInput inputMode="decimal" unit="₹" autoComplete="off" />
      </Field>
      <div className="sm:col-span-2">
        <input
          type="range"
          data-slider
          aria-label="Price"
          aria-valuetext={price === undefined ? undefined : rupees(price)}
          min={prices.min}
          max={prices.max}
          step={prices.step}
          defaultValue={prices.first}
          className="slider"
        />
        <p className="text-13 text-quiet flex justify-between tabular-nums" aria-hidden="true">
          <span>{inRupees(prices.min)}</span>
          <span>{inRupees(prices.max)}</span>
        </p>
      </div>
      <Share entered={entered} />
    </form>
  )
}

interface ExampleFormProps {
  typed: Typed
  onTyped: (typed: Typed) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Gives the slider and the field beside it the same price. */
function align(form: HTMLFormElement, changed: EventTarget) {
  const slider = form.querySelector<HTMLInputElement>('[data-slider]')!
  const field = form.elements.namedItem('price') as HTMLInputElement
  if (changed === slider) field.value = slider.value
  else if (field.value) slider.value = field.value
}

/** What an owner receives for a sale at the price that was entered, with the fee of now. */
function Share({ entered }: { entered: number | undefined }) {
  const { feePercent } = useSite()
  const [receives, rest] = shareText(entered, feePercent)
  // Not at every digit.
  useAnnouncement(receives, 800)
  return (
    <div className="sm:col-span-2">
      <p className="font-head text-22 font-semibold tabular-nums">{receives}</p>
      <p className="text-14 text-quiet mt-1">{rest}</p>
    </div>
  )
}

function shareText(entered: number | undefined, feePercent: number): [receives: string, rest: string] {
  const { data: price, error } = Rupees.safeParse(entered)
  if (price === undefined) return [error.issues[0]!.message, `Our fee is ${feePercent}% of every sale.`]
  if (price === 0) return ['Free for everybody', 'There is no fee.']
  const { fee, receives } = shareOf(price, feePercent)
  return [
    `${inRupees(price)}: you receive ${inRupees(receives)}, before tax held back`,
    `Our fee is ${feePercent}% of every sale: ${inRupees(fee)}.`,
  ]
}

/** What an owner to be wants to know before they begin. */
function Facts({ decisionTime }: { decisionTime: DecisionTime | null }) {
  const { refundDays } = useSite()
  return (
    <>
      <Part title="What we look for">
        <ul className="marker:text-quiet list-disc space-y-2 pl-5">
          {wanted.map(({ what, text }) => (
            <li key={what}>
              <span className="font-semibold">{what}</span> <span className="text-quiet">{text}</span>
            </li>
          ))}
        </ul>
        <p>
          <TextLink to="/about#checked">How a project is checked</TextLink>
        </p>
      </Part>
      <Part title="How long it takes">
        {decisionTime && <p className="font-semibold">{decisionTimeText(decisionTime)}</p>}
        <p>
          Our staff begin with the project that has waited longest, and email you what they decided. If
          something has to change, they say what; you mend it and send it back.
        </p>
      </Part>
      <Part title="When you are paid">
        <p>{`A sale is yours when its buyer can no longer ask for the money back: ${counted(refundDays, 'day')} after they paid, or once we have decided about a refund they asked for. While a help request that they opened in these days is open, they wait, at most 21 days longer.`}</p>
        <p>{`From ${inRupees(limits.payoutMin)} on you can ask for a payout, by UPI or to your bank account. It costs you nothing.`}</p>
        <p>
          Tax that the law has us hold back is paid in your name. A refund takes your share back, and so does
          a payment that the buyer’s bank takes back.{' '}
          <TextLink to="/support/terms#if-you-sell">All terms</TextLink>
        </p>
      </Part>
      <Part title="What you accept">
        <p>You are 18 or older and live in India. When you add a project, you read above the button:</p>
        <OwnerLicence className="border-edge border-l-2 pl-4" />
        <p>Buyers keep what they bought, also when you no longer list it.</p>
      </Part>
      <Part title="If it is a copy">
        <p>
          A program compares your code with the projects of all other owners here. When half of it or more is
          in one of theirs, it is not listed unless our staff write down a good reason.
        </p>
        <p>{`Anybody can report a copy. Our staff decide within ${timeToDecide('copied')} and can take the project off the lists at once; you are told why and can answer. A copy is taken down. After a second one you may lose your account.`}</p>
      </Part>
    </>
  )
}

const wanted = [
  {
    what: 'Your own work.',
    text: 'You wrote it, or have the right to license every part of it. Libraries keep their own licences.',
  },
  {
    what: 'All of it.',
    text: 'Source, database and settings, so that it runs on another computer. After the upload we tell you what is missing.',
  },
  { what: 'A README.', text: 'It says what to install and how to start.' },
  { what: 'No secrets.', text: 'No real passwords or keys, and no personal data of real people.' },
  {
    what: 'A true page.',
    text: `Title, description and 1 to ${limits.images} pictures that show what buyers get.`,
  },
]

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-rule first:border-ink grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-2 border-t py-6 first:border-t-2 xl:grid-cols-[11rem_minmax(0,1fr)]">
    <h2 className="text-18 leading-6.5">{title}</h2>
    <div className="max-w-(--container-text) space-y-3">{children}</div>
  </section>
)
