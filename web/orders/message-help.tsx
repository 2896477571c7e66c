import { useDeferredValue, useState } from 'react'

import { causesIn, maxMessage } from '#contract/projects/causes.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

import { useAnnouncement } from '../ui/announcer.ts'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { Callout } from '../ui/status.tsx'

/** A field that explains a pasted message of a program at once. What is pasted is sent nowhere. */
export function MessageHelp({ facts }: { facts: SetUp | null }) {
  const [typed, setTyped] = useState('')
  const message = useDeferredValue(typed.trim())
  const causes = causesIn(message, facts)
  const isUnknown = causes.length === 0 && message.length >= minLetters
  useAnnouncement(
    causes.length > 0 ? causes.map(({ cause }) => cause).join(' ') : isUnknown ? unknown : '',
    600,
  )
  return (
    <div className="mt-8">
      <Field
        label="What does it say?"
        hint="Paste what the page or the terminal says. It is explained here, and stays in your browser."
      >
        <TextArea
          rows={3}
          maxLength={maxMessage}
          value={typed}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          className="text-14 font-mono"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      {causes.map(({ id, cause, advice }) => (
        <Callout key={id} title={cause} className="mt-3">
          {advice}
        </Callout>
      ))}
      {isUnknown && <p className="text-quiet mt-3">{unknown}</p>}
    </div>
  )
}

/** The letters from which a text counts as a message. */
const minLetters = 12
const unknown =
  'We do not know this message. Look in it for a file of the project with a line: the fault is there or just before.'
