import { signUpSentence } from '#contract/accounts/agreements.ts'

import { TextLink } from '../ui/button.tsx'

const [before, after] = signUpSentence.split('terms')

/** What a new member says by pressing the button below; why we keep what they give stands at each field. */
export const SignUpNotice = () => (
  <p className="text-14">
    {before}
    <TextLink to="/support/terms">terms</TextLink>
    {after} <span className="text-quiet">What we keep, in full: </span>
    <TextLink to="/support/privacy">Privacy</TextLink>
  </p>
)
