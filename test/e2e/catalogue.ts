import { expect, type Page } from '@playwright/test'

/** Finds the address of the first public project that satisfies `wanted`. */
export async function projectWith(page: Page, wanted: (project: Listed) => boolean): Promise<string> {
  const reply = await page.request.get('/api/projects?limit=50')
  const { projects } = (await reply.json()) as { projects: Listed[] }
  const found = projects.find(wanted)
  expect(found, 'a project of this kind in the demo catalogue').toBeDefined()
  return `/projects/${found!._id}`
}

export interface Listed {
  _id: string
  title: string
  price: number
  category: string
  technologies: string[]
  images: unknown[]
  hasReport: boolean
  reviews: number
  downloadCount: number
}
