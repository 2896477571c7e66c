import sharp from 'sharp'

import type { TestApp } from './app.ts'
import { aMember, anAdmin, aPublishedProject } from './makers.ts'

/**
 * Fills the catalogue as a small shop has it: six projects of the web, two of AI/ML and two with a database, each with
 * its price, difficulty and technologies.
 */
export async function aShop(app: TestApp) {
  const owner = await aMember(app, { name: 'Meera Iyer' })
  const admin = await anAdmin(app)
  const projects = []
  for (const listing of listings) projects.push(await aPublishedProject(app, { owner, admin, ...listing }))
  return { owner, admin, projects }
}

/** Adds pictures of a project, as wide as those of screens. */
export async function withPictures(owner: Awaited<ReturnType<typeof aMember>>, id: string, count: number) {
  const form = new FormData()
  for (let n = 0; n < count; n++) {
    const background = { r: 40 * n, g: 120, b: 90 }
    const bytes = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
    form.append('images', new Blob([bytes]), `${n}.png`)
  }
  await owner.api.releases.addImages({ params: { id }, form })
}

type Listing = Pick<
  Parameters<typeof aPublishedProject>[1] & {},
  'title' | 'description' | 'category' | 'price' | 'difficulty' | 'technologies'
>

const web: Omit<Listing, 'title'> = {
  category: 'Web Development',
  difficulty: 'Intermediate',
  technologies: ['PHP', 'MySQL'],
}

const listings: Listing[] = [
  {
    ...web,
    title: 'Hospital Management System',
    price: 1499,
    technologies: ['PHP', 'MySQL', 'Bootstrap', 'jQuery', 'Redis'],
  },
  { ...web, title: 'Library Desk', description: 'Issues and returns books.', price: 499 },
  { ...web, title: 'Blood Bank', description: 'Donors near you.', price: 0, difficulty: 'Beginner' },
  { ...web, title: 'Hostel Rooms', description: 'Rooms and fees.', price: 700 },
  {
    ...web,
    title: 'Exam Seating',
    description: 'Seats for every hall.',
    price: 2500,
    difficulty: 'Advanced',
  },
  { ...web, title: 'Mail Inbox Sorter', description: 'Sorts the inbox by rules.', price: 350 },
  {
    category: 'AI/ML',
    title: 'Handwritten Digit Recogniser',
    description: 'Reads digits.',
    price: 900,
    difficulty: 'Advanced',
    technologies: ['Python', 'PyTorch'],
  },
  {
    category: 'AI/ML',
    title: 'Crop Disease Detector',
    description: 'Looks at leaves.',
    price: 650,
    difficulty: 'Beginner',
    technologies: ['Python'],
  },
  {
    category: 'Database',
    title: 'Payroll Ledger',
    description: 'Salaries by month.',
    price: 400,
    technologies: ['PostgreSQL'],
  },
  {
    category: 'Database',
    title: 'Stock Register',
    description: 'What lies on which shelf.',
    price: 300,
    technologies: ['PostgreSQL'],
  },
]
