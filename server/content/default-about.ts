import type { AboutText } from '#contract/content.ts'
import { counted } from '#contract/kit/counted.ts'

/** What the about page says until staff write something else into the settings. */
export const aboutText = ({ refundDays }: { refundDays: number }): AboutText => ({
  stats: { yearsExperience: 1, countriesServed: 1 },
  company: {
    mission:
      'To let every student see exactly what they are buying: which files, which stack, how large, and whether somebody has checked it. Then to get it to them in a minute, at a price a student can pay.',
    vision:
      'A shop where good student work earns money for the people who wrote it, and where the next class starts from code that runs and can be read, instead of from an empty folder the night before.',
  },
  values: [
    {
      icon: 'eye',
      title: 'Nothing hidden',
      description:
        'Every file, its size and the README are on the project page before you pay. What you download is what was listed.',
    },
    {
      icon: 'badge-check',
      title: 'Checked by people',
      description:
        'Staff look at every project before it is listed, and again whenever its files or its description change.',
    },
    {
      icon: 'scale',
      title: 'Fair both ways',
      description: `Owners set their own price and are paid for every sale. Buyers have ${counted(refundDays, 'day')} to ask for their money back.`,
    },
    {
      icon: 'book-open',
      title: 'Made to be learned from',
      description:
        'Read it, run it, change it, and be able to explain it. We want you to hand in something you understand.',
    },
  ],
  services: [
    {
      icon: 'code',
      title: 'Ready-made projects',
      description: 'Working projects: web, mobile, AI/ML, database, SaaS and shops.',
      features: [
        'Every file name and size shown beforehand',
        'Download as a ZIP at once',
        'Later approved releases included',
      ],
    },
    {
      icon: 'file-text',
      title: 'Project reports',
      description: 'A written report for many projects, as a document you can open and edit.',
      features: ['Bought with the code or alone', 'Its own price on the label', 'Word format'],
    },
    {
      icon: 'life-buoy',
      title: 'Installation support',
      description: 'Help with getting a project to run on your own machine.',
      features: ['30 days, free', 'Replies within 24 hours', 'By email, from our staff'],
    },
    {
      icon: 'upload',
      title: 'Selling your work',
      description: 'A place to list what you have built, and to be paid when somebody buys it.',
      features: ['You set the price', 'Upload a folder or a ZIP', 'Checked before it is listed'],
    },
  ],
  technologies: [
    { category: 'Frontend', icon: 'globe', name: 'React' },
    { category: 'Frontend', icon: 'globe', name: 'React Router' },
    { category: 'Frontend', icon: 'globe', name: 'TypeScript' },
    { category: 'Frontend', icon: 'globe', name: 'Tailwind CSS' },
    { category: 'Frontend', icon: 'globe', name: 'Vite' },
    { category: 'Backend', icon: 'server', name: 'Node.js' },
    { category: 'Backend', icon: 'server', name: 'Fastify' },
    { category: 'Backend', icon: 'server', name: 'Zod' },
    { category: 'Backend', icon: 'server', name: 'pg-boss' },
    { category: 'Database', icon: 'database', name: 'PostgreSQL' },
    { category: 'Database', icon: 'database', name: 'Kysely' },
    { category: 'DevOps', icon: 'container', name: 'Vitest' },
    { category: 'DevOps', icon: 'container', name: 'Playwright' },
    { category: 'DevOps', icon: 'container', name: 'oxlint' },
    { category: 'Cloud', icon: 'cloud', name: 'S3-compatible storage' },
    { category: 'Cloud', icon: 'cloud', name: 'Razorpay' },
    { category: 'Cloud', icon: 'cloud', name: 'SMTP mail' },
  ],
  timeline: [
    {
      year: '2026',
      title: 'The label',
      description:
        'We begin with one rule: a project page must say exactly what is in the box before anybody pays. A desk that checks every project follows from it.',
    },
    {
      year: 'Today',
      title: 'The shop is open',
      description:
        'Members buy by UPI or card and download at once. Owners list their own work, set the price and are paid for every sale.',
    },
    {
      year: 'Next',
      title: 'More shelves',
      description:
        'Desktop apps, games and security tools can be listed already. We are looking for the first good ones.',
    },
  ],
})
