import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { type LinkResult, LinkStep } from '../../shell/link-step.tsx'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { anonymousApi, signInStaff } from '../../shell/session/staff-session.ts'
import { SignInFrame } from '../../shell/sign-in-frame.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'

export const handle: PageHandle = {
  title: 'Staff sign-in',
}

/** The page of the link that is emailed for a correct password while somebody is guessing at the account. */
export default function LoginLinkPage() {
  const navigate = useNavigate()
  const code = useRef<HTMLInputElement>(null)
  const [asksForCode, setAsksForCode] = useState(false)
  const [isOver, setOver] = useState(false)
  const open = async (linkToken: string): Promise<LinkResult> => {
    try {
      const api = await anonymousApi()
      const { token, admin, notice } = await api.staff.loginByLink({
        body: { linkToken, code: code.current?.value },
      })
      signInStaff(token, admin)
      if (notice) notify(notice, { tone: 'failed' })
      await navigate('/admin/dashboard', { replace: true })
      return {}
    } catch (thrown) {
      const problem = problemOf(thrown, 'Login failed. Please try again.')
      if (problem.requiresCode) setAsksForCode(true)
      return { error: problem.message, isOver: problem.code === 'expired' }
    }
  }
  return (
    <SignInFrame>
      {!isOver && <p className="text-quiet mt-2">This is the link from our email. It signs you in once.</p>}
      <div className="mt-8 flex flex-col gap-5">
        {asksForCode && (
          <Field label="Code" hint="The 6 digits that your authenticator app shows, or a recovery code">
            <TextInput ref={code} autoComplete="one-time-code" className="font-mono" />
          </Field>
        )}
        <LinkStep
          onOpen={open}
          onOver={() => setOver(true)}
          renew={{ to: '/admin/login', label: 'Sign In Again' }}
        />
      </div>
    </SignInFrame>
  )
}
