import { useState } from 'react'

import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'
import { folderNameOf, setUpSteps, unknownSteps } from '#contract/projects/set-up-steps.ts'
import {
  type SetUpStep,
  type SetUpSystem,
  setUpSystems,
  type StepPart,
} from '#contract/projects/set-up-steps/step.ts'
import type { ReleaseSetUp } from '#contract/projects/set-up.ts'

import { DemoSignIns, signInsAdvice } from '../projects/demo-sign-ins.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Checkbox } from '../ui/inputs.tsx'
import { SectionHeading } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import { Step, StepList } from '../ui/steps.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { MessageHelp } from './message-help.tsx'
import { tickStep, useTickedSteps } from './set-up-ticks.ts'

/** The section of an order that leads from the downloaded ZIP to the running program, step by step. */
export function SetUp({ order }: { order: SetUpOrder }) {
  const { setUp } = order
  const [system, setSystem] = useState<SetUpSystem>('windows')
  const steps = stepsOf(order, system)
  const release = releaseOf(order)
  const ticked = useTickedSteps(order._id, release)
  const done = steps.filter(({ id }) => ticked.includes(id)).length
  return (
    <section id="set-up" aria-labelledby="set-up-heading" className="scroll-mt-20">
      <SectionHeading
        id="set-up-heading"
        heavy
        title="Set it up"
        lead={
          setUp
            ? 'Made from the files of this release. Tick what is done: the ticks stay in this browser.'
            : 'The check of this release has not looked at how it is started, so there are only a few steps.'
        }
        action={<span className="text-14 text-quiet tabular-nums">{`${done} of ${steps.length} done`}</span>}
      />
      <Tabs
        label="Your computer"
        items={systemTabs}
        value={system}
        onChange={(id) => setSystem(id as SetUpSystem)}
      >
        <Sheet>
          <StepList label="Steps">
            {steps.map((step) => (
              <Step
                key={step.id}
                title={step.title}
                aside={
                  <Checkbox
                    label={
                      <>
                        <span className="text-14">Done</span>
                        <span className="sr-only">{`: ${step.title}`}</span>
                      </>
                    }
                    checked={ticked.includes(step.id)}
                    onChange={({ currentTarget }) =>
                      tickStep(order._id, release, step.id, currentTarget.checked)
                    }
                  />
                }
              >
                <StepParts step={step} />
              </Step>
            ))}
          </StepList>
        </Sheet>
      </Tabs>
      <MessageHelp facts={setUp?.facts ?? null} />
    </section>
  )
}

/** Returns the titles of the steps of an order that were ticked in this browser. */
export function useTickedTitles(order: SetUpOrder): string[] {
  const ticked = useTickedSteps(order._id, releaseOf(order))
  return stepsOf(order, 'windows')
    .filter(({ id }) => ticked.includes(id))
    .map(({ title }) => title)
}

const releaseOf = ({ setUp, release }: SetUpOrder) => setUp?.release ?? release ?? 0

const stepsOf = ({ setUp, projectTitle, startCommand, demoSignIns }: SetUpOrder, system: SetUpSystem) =>
  setUp
    ? setUpSteps({ ...setUp, name: folderNameOf(projectTitle), signIns: demoSignIns }, system)
    : unknownSteps(startCommand, demoSignIns, system)

interface SetUpOrder {
  _id: string
  projectTitle: string
  release: number | null
  startCommand: string | null
  demoSignIns: readonly DemoSignIn[]
  setUp: ReleaseSetUp | null
}

const systemLabels: Record<SetUpSystem, string> = { windows: 'Windows', macos: 'macOS', linux: 'Linux' }
const systemTabs = setUpSystems.map((id) => ({ id, label: systemLabels[id] }))

/** Findings that are shown at a step; the others are counted. */
const maxFindings = 2

function StepParts({ step: { parts, findings } }: { step: SetUpStep }) {
  const more = findings.length - maxFindings
  return (
    <div className="flex flex-col gap-2">
      {withKeys(parts).map(([key, part]) => (
        <Part key={key} part={part} />
      ))}
      {findings.length > 0 && (
        <Callout tone="waiting" title="The check found here" className="mt-1">
          {findings.slice(0, maxFindings).map(({ file, line, message }) => (
            <p key={`${file} ${line} ${message}`} className="text-14 mt-1 wrap-anywhere">
              {`${file}${line === null ? '' : `, line ${line}`}: ${message}`}
            </p>
          ))}
          {more > 0 && <p className="text-14 mt-1">{`And ${more} more.`}</p>}
        </Callout>
      )}
    </div>
  )
}

/** Parts with keys; a command such as npm install may stand in a step twice. */
const withKeys = (parts: readonly StepPart[]): [string, StepPart][] => {
  const texts = parts.map((part) => JSON.stringify(part))
  return parts.map((part, index) => {
    const before = texts.slice(0, index).filter((text) => text === texts[index]).length
    return [`${before} ${texts[index]!}`, part]
  })
}

function Part({ part }: { part: StepPart }) {
  if ('text' in part) return <p className="max-w-(--container-text) wrap-anywhere">{part.text}</p>
  if ('link' in part)
    return (
      <p>
        <a
          href={part.link}
          target="_blank"
          rel="noreferrer"
          className="link-rule text-14 font-mono wrap-anywhere"
        >
          {part.link}
        </a>
      </p>
    )
  if ('signIns' in part)
    return (
      <>
        <DemoSignIns signIns={part.signIns} />
        <p className="text-13 text-quiet">{signInsAdvice}</p>
      </>
    )
  return (
    <div className="flex flex-wrap items-start gap-2">
      <pre className="start-command mt-0! min-w-0 flex-1 basis-60">
        <code>{part.copy}</code>
      </pre>
      <CopyButton
        tone="quiet"
        size="small"
        text={part.copy}
        done={`${part.what} copied`}
        aria-label={`Copy the ${part.what.toLowerCase()} ${part.copy}`}
      >
        Copy
      </CopyButton>
    </div>
  )
}
