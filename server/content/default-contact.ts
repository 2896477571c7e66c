import type { ContactText } from '#contract/content.ts'
import { counted } from '#contract/kit/counted.ts'

/** What the contact page says of hours and questions until staff write something else. */
export const contactText = ({ refundDays }: { refundDays: number }): ContactText => ({
  hours: [
    { days: 'Mon-Fri', time: '9 AM - 6 PM' },
    { days: 'Saturday', time: '10 AM - 4 PM' },
    { days: 'Sunday', time: 'Closed' },
  ],
  hoursNote: 'Pacific time. Write at any hour: messages wait for us.',
  faq: [
    {
      question: 'How soon will I get a reply?',
      answer:
        'Within 24 hours, weekends not counted. Your message reaches every member of our staff by email as soon as you send it, and a mail tells you by which day we reply.',
    },
    {
      question: 'What support comes with a project?',
      answer:
        '30 days of free support from the day you buy: help with installing the project, running it, and understanding what its README says. Write to us with the subject Technical Support.',
    },
    {
      question: 'Can I get my money back?',
      answer: `There is a ${refundDays}-day money-back guarantee: within ${counted(refundDays, 'day')} of buying, open the order in your profile, press Request Refund and say what is wrong. Our staff read every request and decide. If the project does not run as its README says, or is not what its page described, the money goes back the way you paid.`,
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
