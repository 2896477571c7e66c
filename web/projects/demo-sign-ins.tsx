import type { DemoSignIn } from '#contract/projects/demo-sign-ins.ts'

import { CopyButton } from '../ui/copy-button.tsx'

/** With what one signs in to a project, each part with a button that copies it. */
export const DemoSignIns = ({ signIns, className }: DemoSignInsProps) => (
  <ul className={`divide-rule divide-y ${className ?? ''}`}>
    {signIns.map(({ role, user, password }) => (
      <li key={`${role} ${user} ${password}`} className="py-2 first:pt-0 last:pb-0">
        <p className="text-14 font-semibold wrap-anywhere">{role}</p>
        <dl>
          <Part term="user" of={role} text={user} />
          <Part term="password" of={role} text={password} />
        </dl>
      </li>
    ))}
  </ul>
)

interface DemoSignInsProps {
  signIns: readonly DemoSignIn[]
  className?: string
}

/** What everybody who has the project has to know of its sign-ins. */
export const signInsAdvice =
  'They are the same in every copy of the project: change them before others use yours.'

const Part = ({ term, of, text }: { term: 'user' | 'password'; of: string; text: string }) => (
  <div className="flex min-h-11 items-center gap-x-3 py-0.5">
    <dt className="text-13 text-quiet w-16 shrink-0">{term}</dt>
    <dd className="text-13 min-w-0 flex-1 font-mono wrap-anywhere" translate="no">
      {text}
    </dd>
    <dd className="shrink-0 print:hidden">
      <CopyButton
        tone="quiet"
        size="small"
        text={text}
        done={term === 'user' ? 'User copied' : 'Password copied'}
        aria-label={`Copy the ${term} of ${of}`}
      >
        Copy
      </CopyButton>
    </dd>
  </div>
)
