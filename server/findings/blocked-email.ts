import { counted } from '#contract/kit/counted.ts'
import type { Finding } from '#contract/projects/findings.ts'

import type { EmailContent } from '../mail/email.ts'
import type { NecessaryKind } from '../mail/kind.ts'

export const blockedKind: NecessaryKind = { name: 'findings', why: 'the project is yours' }

interface Blocked {
  id: string
  title: string
  blocking: Pick<Finding, 'title' | 'file'>[]
  publicUrl: string
}

/** Tells an owner what stands between their project and its verification. Where it stands, never what a secret is. */
export function blockedEmail({ id, title, blocking, publicUrl }: Blocked): EmailContent {
  const places = [...new Set(blocking.map((found) => `${found.title} in ${found.file}`))]
  const more = places.length - maxPlaces
  return {
    subject: `Waiting for you: ${blocking.length > 0 ? counted(blocking.length, 'finding') : 'findings'} in ${title}`,
    paragraphs: [
      `We have checked the files of your project “${title}”. Before our staff look at it, this has to be removed or explained:`,
      [...places.slice(0, maxPlaces), ...(more > 0 ? [`and ${counted(more, 'more place')}`] : [])].join(
        '\n',
      ) || 'Secrets in very many files',
      'Remove it and upload the files again, or say on the project’s page why it is harmless.',
    ],
    button: { label: 'See What Was Found', url: `${publicUrl}/owner/projects/${id}#findings` },
  }
}

const maxPlaces = 10
