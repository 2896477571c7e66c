import { z } from 'zod'

import { endpoint, staff as anyStaff } from '../kit/endpoint.ts'
import { Done } from '../kit/words.ts'
import { CurrentPassword, SignInCode } from '../staff.ts'

const Code = SignInCode.min(1, 'Enter the code')

export const totp = {
  begin: endpoint({
    method: 'POST',
    path: '/auth/totp',
    summary: 'Makes a secret for an authenticator app. It counts once a code of it is confirmed.',
    access: anyStaff,
    body: z.object({ currentPassword: CurrentPassword }),
    reply: Done.extend({
      /** To type where no picture can be taken: base32. */
      secret: z.string(),
      uri: z.string(),
      /** The same as a QR code, an SVG. */
      qr: z.string(),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/totp/confirm',
    summary: 'From now on signing in asks for a code. Answers ten recovery codes, shown this once.',
    access: anyStaff,
    body: z.object({ code: Code }),
    reply: Done.extend({ recoveryCodes: z.array(z.string()) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/auth/totp/remove',
    summary: 'Signing in asks for no code any more. Takes the password and a code.',
    access: anyStaff,
    body: z.object({ currentPassword: CurrentPassword, code: Code }),
    reply: Done,
  }),
}
