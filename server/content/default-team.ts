import type { Team } from '#contract/content.ts'

/** Nobody is made up: until people are named in the settings, the page says which work is done. */
export const team: Team = {
  leadership: [
    {
      name: 'The founders',
      role: 'Product and company',
      bio: 'Decide what Readymade sells and what it does not, answer for the money, and read the messages that nobody else could solve.',
      skills: ['Product', 'Company', 'Payments'],
      linkedin: null,
      github: null,
    },
    {
      name: 'The verification desk',
      role: 'Trust and quality',
      bio: 'Checks every project before it is listed and writes down why it was approved, sent back or refused.',
      skills: ['Code review', 'Licences', 'Refunds'],
      linkedin: null,
      github: null,
    },
  ],
  developers: [
    {
      name: 'Marketplace engineering',
      role: 'Shop, search and pages',
      bio: 'Builds what you see: the catalogue, the project sheets, and pages that work on a slow phone.',
      skills: ['TypeScript', 'React', 'PostgreSQL'],
      linkedin: null,
      github: null,
    },
    {
      name: 'Money and files engineering',
      role: 'Checkout, ledger and releases',
      bio: 'Builds what you must be able to rely on: payments that settle once, and downloads that are what was listed.',
      skills: ['Node.js', 'Payments', 'Storage'],
      linkedin: null,
      github: null,
    },
  ],
  advisors: [
    {
      name: 'Teacher of computer science',
      role: 'Open seat',
      bio: 'We are looking for somebody who sets and examines projects at an Indian college, to tell us what makes one worth learning from.',
      skills: ['Curriculum', 'Examination'],
      linkedin: null,
      github: null,
    },
    {
      name: 'Student adviser',
      role: 'Open seat',
      bio: 'We are looking for a student in the final year, to tell us what is missing from the shop and what is too dear.',
      skills: ['Campus', 'Pricing'],
      linkedin: null,
      github: null,
    },
  ],
}
