import { feeOf } from '#contract/amounts.ts'
import type { Site } from '#contract/content/content.ts'
import { counted, inRupees } from '#contract/format.ts'

/** The settings of staff that the texts mention. */
type SupportFigures = Pick<Site, 'feePercent' | 'commissionPercent' | 'refundDays'>

/** The fee for a project at ₹499, in rupees. */
const exampleFee = (feePercent: number) => feeOf(49_900, Math.round(feePercent * 100)) / 100

/** The support pages, in their order in the footer. They describe the product as it is: update them when it changes. */
export const supportPages = ({
  feePercent,
  commissionPercent,
  refundDays,
}: SupportFigures): readonly SupportText[] => [
  {
    slug: 'documentation',
    label: 'Documentation',
    title: 'Documentation',
    lead: 'How to buy, run and sell a project, from the first visit to the first download.',
    sections: [
      {
        title: 'Find a project',
        paragraphs: [
          'Search by word, or filter the list by category, technology, price and difficulty. The address of the page holds your filters, so you can send it to a friend.',
          'A project page shows the pictures, the whole list of files with their sizes, the README as its owner wrote it, and the reviews of people who bought it. Only projects that our staff approved are listed.',
        ],
        link: { label: 'Browse projects', to: '/projects' },
      },
      {
        title: 'Sign in with a code',
        paragraphs: [
          'There is no password. Enter your email and we send a code of 6 digits; it works for 10 minutes and 5 tries. You can ask for a new one after 60 seconds.',
          'A new account needs your name and a phone number of 10 digits. College, course and year are up to you.',
        ],
        link: { label: 'Sign up', to: '/signup' },
      },
      {
        title: 'Buy and download',
        paragraphs: [
          'Put projects and reports into the cart, choose your State (your receipt or invoice names it) and pay in rupees by UPI or card. A free project needs no payment.',
          'The order is complete when your payment has reached us, mostly within seconds. Then it has a Download button. Every order has a number like RM-2026-000123; it is on the order and in its email, and the search of your orders finds it.',
        ],
        list: [
          'You get the release that was listed when you bought, and every later approved one.',
          'You keep what you bought, also when its owner no longer lists it.',
          'A report is a Word document with a price of its own.',
        ],
      },
      {
        title: 'Run it',
        paragraphs: [
          'Unpack the ZIP and open the README first: it says what to install and how to start. The project page lists it under “What you need”.',
          'If it does not run, write to us with the name of the project, your system and the message you see. Support is free for 30 days after you buy.',
        ],
        link: { label: 'Ask for help', to: '/contact' },
      },
      {
        title: 'Sell your own',
        paragraphs: [
          'In your profile, choose Add New Project: first the texts and the price, then 1 to 5 pictures and the files, as a folder or a ZIP.',
        ],
        list: [
          'A folder may hold 100 MB, each file 10 MB. A ZIP may hold 50 files.',
          'Dependency folders, build output, caches, lock files, compiled files and what macOS, Windows and Office add are left out automatically.',
          'Every upload is a release with a number. Buyers get a new release once staff approve it.',
          'Changing the files, title, description, demo link, pictures, report, category or licence sends the project back to verification. Changing the price, difficulty, tags, technologies, or what help you promise does not.',
        ],
      },
    ],
  },
  {
    slug: 'help',
    label: 'Help Centre',
    title: 'Help centre',
    lead: 'What to do when something does not go as it should.',
    sections: [
      {
        title: 'The code does not come',
        paragraphs: [
          'Look in the spam folder, check the address for typing mistakes, and ask for a new code after 60 seconds. Only the newest code works. After too many tries you have to wait; the page says how long.',
        ],
      },
      {
        title: 'I paid, but the order is not complete',
        paragraphs: [
          'Do not pay again. We ask the payment company about every open payment, and the order is completed as soon as the money has arrived. If it is still open after a day, write to us with the number of the order, like RM-2026-000123.',
        ],
      },
      {
        title: 'The project is not as described',
        paragraphs: [
          `For ${counted(refundDays, 'day')} you can ask for your money back. Open the order in your profile, press Request Refund and say what is wrong. The owner can answer; our staff read every request and decide. If they agree, the money goes back the way you paid and your download ends.`,
        ],
      },
      {
        title: 'The project does not run',
        paragraphs: [
          'Compare your versions with those in the README. If that does not help, write to us with the subject Technical Support: help is free for 30 days after you buy.',
        ],
        link: { label: 'Write to us', to: '/contact' },
      },
      {
        title: 'My project was sent back',
        paragraphs: [
          'The project page in your profile shows the notes of the person who checked it and the whole history. Change what they ask for and save: that sends it back for checking.',
        ],
        link: { label: 'My profile', to: '/profile' },
      },
      {
        title: 'Somebody sells my work',
        paragraphs: [
          'Press Report this project on its page and say where your original is: our staff decide within 15 days. Without an account, write to us. A copied project is no longer listed.',
        ],
      },
    ],
  },
  {
    slug: 'privacy',
    label: 'Privacy',
    title: 'Privacy',
    lead: 'What we know about you, why, how long, and how to have it erased.',
    changed: '26 November 2026',
    sections: [
      {
        title: 'What we keep',
        paragraphs: ['We keep what you give us and what the shop needs to work:'],
        list: [
          'Account: email, name and phone; and, if you add them, college, course, year, address, links and a picture.',
          'Purchases: what you bought, when, for how much, the State you named at checkout, the terms you accepted there, and from which network address.',
          'Emails: which ones about a payment we sent you and when, and whether email to your address came back.',
          'Sign-ins: the kind of browser, the first half of the network address, when first and last.',
          'Downloads: which release you downloaded, when first and last, and how often.',
          'Your own projects: files, pictures, texts, and every decision of our staff on them.',
          'If you sell: the UPI ID or bank account we pay you to and, if you enter them, your PAN and GSTIN.',
          'What you write and save here: reviews, questions, reports, whether a project ran, your wishlist and whom you follow.',
          'Messages you send us, with the email and phone you gave.',
          'When a page breaks in your browser: which error it was, on what kind of page and in which browser, without your address or anything you typed. Kept for 30 days.',
          'For safety: how often an address tried to sign in, stored as a hash, and the server’s log of requests with their network address.',
        ],
      },
      {
        title: 'What we do not do',
        paragraphs: [
          'No advertising, no tracking across sites, no sale of data, no analytics from other companies. Fonts and pictures come from our own server.',
          'The card or UPI ID you pay with never reaches us. The payment company asks for it on its own page.',
        ],
      },
      {
        title: 'Who else sees it',
        paragraphs: [
          'Your name is shown beside your projects; your first name and an initial beside your reviews and questions. If your profile is public, everybody can see your name, picture, college and listed projects. Owners see what was sold, not who bought. The payment company gets the amount and an order number. Our mail service carries the emails we send you. Authorities get what the law obliges us to give.',
        ],
      },
      {
        title: 'How long',
        paragraphs: [
          'As long as you have an account. You delete it yourself in Settings of your profile, with a code we mail you. Orders, payments and the ledger are kept without your name, invoices and receipts with the name and State on them, because tax law asks for them; your reviews stay as those of a former member, and those who bought your projects keep the titles and files. What a page promised when somebody ordered is kept for 180 days after the purchase: for that long their bank may ask about it.',
        ],
      },
      {
        title: 'Your rights',
        paragraphs: [
          'You can see and correct your data in your profile, download all of it in Settings, and delete your account there. If you are under 18, a parent or guardian must agree before you open an account.',
        ],
      },
    ],
  },
  {
    slug: 'terms',
    label: 'Terms',
    title: 'Terms of use',
    lead: 'What you may expect from us, and we from you.',
    changed: '21 November 2026',
    sections: [
      {
        title: 'The shop',
        paragraphs: [
          'Readymade is a marketplace: owners list their projects, our staff verify them, members buy them. Prices are in rupees and are set by the owners.',
        ],
      },
      {
        title: 'What you buy',
        paragraphs: [
          'You buy a copy of the source code, or of a report, for yourself: to run, read, change and learn from. The label of a project says which licence holds. Under the Readymade licence you may not sell it on or publish it. Where the owner’s own licence holds, it lies among the files, and nothing else holds for them; of single files that carry a licence of their own, such as libraries, that one does. The licence that held when you bought stays yours. Your download has a file with a code, which anybody can check on the page Check a licence.',
          'What your college allows you to hand in is decided by your college. Say where you started from, and be able to explain what you hand in.',
        ],
        link: { label: 'Check a licence', to: '/verify' },
      },
      {
        title: 'Refunds',
        paragraphs: [
          `For ${counted(refundDays, 'day')} after buying you may ask for your money back on the order’s page, in words of your own. The words that were in force when you bought stay with the order. Our staff decide on the facts: a project that does not run as its README says, or is not what the page described, is refunded. The download ends with the refund.`,
        ],
      },
      {
        title: 'Support',
        paragraphs: [
          'Our help is free for 30 days after you buy. Where the label of a project says installation help, its owner helps you too, as long and at no charge. Where it says customisation, its owner changes it for your course: what and for which price is agreed on before any work starts.',
        ],
      },
      {
        title: 'If you sell',
        paragraphs: [
          `From every sale you receive the price less our fee of ${feePercent}%, rounded to the paisa: for a project at ₹499 you receive ${inRupees(499 - exampleFee(feePercent))}, and our fee is ${inRupees(exampleFee(feePercent))}. A referral is paid out of our fee. There is no other charge, and free projects cost you nothing. A refund takes back what you received for that sale.`,
          'By listing a project you say that:',
        ],
        list: [
          'it is your own work, or you have the right to sell every part of it;',
          'it holds no malware, no secrets of others and no personal data of real people;',
          'buyers keep what they bought when you no longer list it.',
        ],
      },
      {
        title: 'Referrals',
        paragraphs: [
          `When somebody signs up with your referral code, you earn ${commissionPercent}% of what they pay for every completed purchase, out of our share. A refund takes it back. Referring yourself earns nothing, and neither does a purchase in which buyer, owner and referrer are not three persons: with the same phone number or the same account for payouts two of them count as one.`,
        ],
      },
      {
        title: 'The law',
        paragraphs: [
          'The law of India applies, and nothing here takes away a right that it gives you as a consumer.',
        ],
      },
    ],
  },
  {
    slug: 'cookies',
    label: 'Cookie Policy',
    title: 'Cookie policy',
    lead: 'We set no cookies. A few entries in your browser’s storage make the shop work.',
    changed: '26 November 2026',
    sections: [
      {
        title: 'No cookies',
        paragraphs: [
          'This site sets no cookies, neither its own nor those of others, and tracks nobody. That is why no banner asks you anything.',
        ],
      },
      {
        title: 'What is in your browser’s storage',
        paragraphs: [
          'Each entry stays on your device until what is said here, or until you clear the site’s data:',
        ],
        list: [
          '`accessToken` and `refreshToken`: keep you signed in. Signing out removes them.',
          '`user`: your name and profile, for the greeting. Signing out removes it.',
          '`lostSession`: that your session ended by itself, so that the sign-in page can say so.',
          '`otpSessionToken`, `askedCode` and `signInNext`: between asking for a code and entering it.',
          '`linkedReferral`: the referral code of a friend’s link that you opened, for 30 days. Signing in removes it.',
          '`cart` and `wishlist`: what you put into them.',
          '`owned`: which projects you bought, so that their pages show Download. Signing out removes it.',
          '`drafts` and `lastingDrafts`: what you typed in a form and have not sent or saved. Sending or saving it and signing out remove it; the first also go when you close the tab.',
          '`typed` and `reloadedBuilds`: what you typed when a page had to load itself anew after an update of this site, and for which updates that was done. They go when you close the tab.',
          '`theme`: light or dark, if you chose.',
          '`adminToken`, `adminUser`, `adminSidebar` and `featuredOrder`: for our staff only.',
        ],
      },
      {
        title: 'While you pay',
        paragraphs: [
          'The payment company opens a page or window of its own, and may set cookies there. Its own policy tells you which.',
        ],
      },
    ],
  },
]

export interface SupportText {
  slug: string
  label: string
  title: string
  lead: string
  /** The day on which the rules of this page last changed. */
  changed?: string
  sections: readonly {
    title: string
    paragraphs: readonly string[]
    list?: readonly string[]
    link?: { label: string; to: string }
  }[]
}
