import type { CategoryText } from '#contract/content/categories.ts'
import type { AboutText, ContactText, Team } from '#contract/content/content.ts'
import { counted } from '#contract/kit/format.ts'

/** The about page's default text, used until staff write another into the settings. */
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
      features: ['30 days, free', 'Replies within one working day', 'From the owner or our staff'],
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

/** The default texts of the categories, used until staff write others into the settings. */
export const categoryTexts: readonly CategoryText[] = [
  {
    name: 'Web Development',
    icon: 'globe',
    description:
      'Sites and portals with a front end, a server and usually a database: the classic course project.',
    features: ['Runs in any browser', 'Sign-in and roles', 'Forms and reports', 'Easy to show in a viva'],
  },
  {
    name: 'Mobile Development',
    icon: 'smartphone',
    description: 'Apps for Android and iOS, native, cross-platform or installable from the browser.',
    features: ['Works on a real phone', 'Keeps data offline', 'Touch-first screens', 'One code base'],
  },
  {
    name: 'AI/ML',
    icon: 'brain',
    description:
      'Classifiers, recommenders and vision, with the training code and the data they learned from.',
    features: [
      'Training code included',
      'Measured accuracy',
      'A page to try the model',
      'Explained in the README',
    ],
  },
  {
    name: 'Database',
    icon: 'database',
    description: 'Projects where the schema is the point: normal forms, queries, triggers and reports.',
    features: ['Schema with sample data', 'Queries worth explaining', 'Constraints and triggers', 'Reports'],
  },
  {
    name: 'SaaS',
    icon: 'cloud',
    description: 'Business software for many customers: accounts, teams, invoices, tickets.',
    features: ['Accounts and roles', 'A working dashboard', 'Billing or ticket flow', 'Tests to learn from'],
  },
  {
    name: 'E-commerce',
    icon: 'shopping-cart',
    description: 'Shops with a catalogue, a cart, checkout and the screen where orders are handled.',
    features: ['Catalogue and search', 'Cart and checkout', 'Order handling', 'Stock and prices'],
  },
  {
    name: 'Desktop App',
    icon: 'monitor',
    description: 'Programs with windows of their own, for Windows, Linux or macOS.',
    features: ['Runs without a server', 'Files and printing', 'Local storage', 'Installation steps'],
  },
  {
    name: 'Game Development',
    icon: 'gamepad-2',
    description: 'Small complete games: input, rules, levels, score.',
    features: ['Playable from start to end', 'Clear game loop', 'Own or free artwork', 'Easy to extend'],
  },
  {
    name: 'Security Tools',
    icon: 'shield',
    description: 'Scanners, analysers and cryptography projects for defence and for learning.',
    features: ['For systems you own', 'Documented method', 'Readable output', 'Safe defaults'],
  },
]

/** The contact page's default questions, used until staff write others into the settings. */
export const contactText = ({ refundDays }: { refundDays: number }): Pick<ContactText, 'faq'> => ({
  faq: [
    {
      question: 'How soon will I get a reply?',
      answer:
        'Within 24 hours, weekends not counted. Your message reaches every member of our staff by email as soon as you send it, and a mail tells you by which day we reply.',
    },
    {
      question: 'What support comes with a project?',
      answer:
        '30 days of free support from the day you buy: help with installing the project, running it, and understanding what its README says. Open the order under My Orders and press Ask for Help: the owner answers where the label promises installation help, otherwise our staff.',
    },
    {
      question: 'Can I get my money back?',
      answer: `There is a ${refundDays}-day money-back guarantee for a project that does not run as its README says, or is not what its page described. Within ${counted(refundDays, 'day')} of buying, open the order in your profile, press Request Refund and say what is wrong. Our staff read every request and decide; the money goes back the way you paid.`,
    },
    {
      question: 'What do I get after paying?',
      answer:
        'The source code as a ZIP file at once, exactly the files listed on the project page, and every later release of it that we approve. If the project has a report, you can buy that with it or on its own.',
    },
    {
      question: 'How do I know that a project works?',
      answer:
        'Our staff check every project before it is listed, and again when its files change. You can read the list of files, the README and the reviews of people who bought it before you pay.',
    },
    {
      question: 'Can a project be changed for my course?',
      answer:
        'Often. Send us a message with the subject Custom Development and tell us what your course asks for and by when. We will say what is possible and what it costs before you pay anything.',
    },
    {
      question: 'Can I sell a project of my own?',
      answer:
        'Yes. Sign in, open your profile and choose Add New Project. You set the price; our staff check the project before it is listed.',
    },
  ],
})

/** The team page's default text. It invents nobody: until people are named in the settings, it describes their work. */
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
