import { z } from 'zod'

import { type SocialSite, socialSites } from '../../content/social-sites.ts'
import { text } from '../../kit/words.ts'

/** An https address at one of these hosts or below them, or nothing. */
const accountAt = (site: SocialSite) => {
  const { name, hosts } = socialSites[site]
  return text(300)
    .trim()
    .refine(
      (link) => link === '' || isAt(link, hosts),
      `Enter the address of your ${name} account, beginning with https://`,
    )
}

function isAt(link: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(link) || /[\s\p{Cc}\p{Cs}]/u.test(link)) return false
  const { protocol, hostname, pathname, username, port } = new URL(link)
  if (protocol !== 'https:' || username || port || pathname === '/') return false
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Our own accounts elsewhere, shown at the foot of every page; an empty one is not shown. */
export const Social = z.object({
  instagram: accountAt('instagram'),
  youtube: accountAt('youtube'),
  linkedin: accountAt('linkedin'),
  x: accountAt('x'),
  github: accountAt('github'),
  facebook: accountAt('facebook'),
  telegram: accountAt('telegram'),
  whatsapp: accountAt('whatsapp'),
})
