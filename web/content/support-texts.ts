import { blockDays, timesToDecide, timeToDecide } from '#contract/content/complaint-kinds.ts'
import type { Site } from '#contract/content/content.ts'
import type { SellsAs } from '#contract/content/lists.ts'
import { shareOf } from '#contract/kit/amounts.ts'
import { counted, inRupees } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { hoursToAcknowledge } from '#contract/orders/terms.ts'

/** What can be taken from an owner's share, besides the fee. */
const sellersCharges: Record<SellsAs, readonly string[]> = {
  own_name: [
    'tax that the law has us hold back, which is paid in your name and shown on your statement;',
    'what you received for a sale that is refunded, or that the buyer’s bank takes back.',
  ],
  marketplace: [
    'TDS under section 393(1) of the Income-tax Act, 2025, and, if you are registered for GST, TCS under section 52 of the CGST Act, both paid in your name and shown on your statement;',
    'what you received for a sale that is refunded, or that the buyer’s bank takes back.',
  ],
}

/** What the owner of a project at ₹499 receives, and our fee, in words. */
function exampleShare(feePercent: number): string {
  const { fee, receives } = shareOf(499, feePercent)
  return `for a project at ₹499 you receive ${inRupees(receives)}, and our fee is ${inRupees(fee)}`
}

/** The support pages, in their order in the footer. They describe the product as it is: update them when it changes. */
export const supportPages = ({
  feePercent,
  commissionPercent,
  refundDays,
  helpDays,
  sealedDays,
  editionsStayOnSale,
  sellsAs,
  operator,
}: Site): readonly SupportText[] => [
  {
    slug: 'documentation',
    label: 'Documentation',
    title: 'Documentation',
    lead: 'How to buy, run and sell a project, from the first visit to the first download.',
    sections: [
      {
        title: 'Find a project',
        paragraphs: [
          'Search by word, or filter the list by category, technology, what a project needs, price and difficulty. The address of the page holds your filters, so you can send it to a friend.',
          'A project page shows the pictures, the whole list of files with their sizes, the README as its owner wrote it, and the reviews of people who bought it. Only projects that our staff approved are listed.',
          'Where we have run a project, its page says when and with which versions, under “How it ran”: the pages that we opened with a picture of each, the sign-ins that worked, the tables, and what failed. “Runs: seen” finds those that ran. We start PHP, with MySQL or without, sites of plain pages and databases alone; of the rest the label says “not run by us”, or nothing. We do not test everything.',
        ],
        link: { label: 'Browse projects', to: '/projects' },
      },
      {
        title: 'How we rank',
        paragraphs: [
          'The list begins with Featured: first what our staff picked, marked “Staff pick”, then what sold most. While you search, Best match ranks by how well title, technologies, category and texts fit your words. A search for a final year project without a subject lists everything, what sold most first. Newest, price and rating order by just that; of equal ratings those of more people come first. Nobody can pay for a place, and we earn no more by one project than by another at the same price.',
        ],
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
          'The order is complete when your payment has reached us, mostly within seconds. Then it has a Download button; Send It to My Computer mails you a link for a computer where you are not signed in. Every order has a number like RM-2026-000123; it is on the order and in its email, and the search of your orders finds it.',
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
          'Unpack the ZIP and open the README first: it says what to install and how to start. The project page lists it under “What you need”. Where we ran it, Set it up on your order begins with the versions that it ran with: take the same ones where you can.',
          'Where the owner has given demo sign-ins, such as the admin’s, they are the last step of Set it up on your order, each with a button that copies it. Some owners explain their code there too, as questions with answers: read them before you explain the project to others.',
          `If it does not run, open the order under My Orders and press Ask for Help: say what you did and which message you see, and add up to three pictures of your screen. Where the label says installation help, its owner answers, otherwise our staff, within one working day. Help is free for ${counted(helpDays, 'day')} after you buy.`,
          'Nobody answers for 48 hours, Saturdays and Sundays not counted? Then press Call Staff in the request. The request shows the owner no name, email or phone of yours, and you no email or phone of the owner’s. What was free has the public questions on the page of the project instead.',
          'Do you work on it in a team? Where the label says seats, invite up to three people on the page of the order, at no price. Each accepts on an account of their own, downloads the source and has a licence of their own. You can give a seat to another person once.',
        ],
        link: { label: 'My Orders', to: '/profile?tab=orders' },
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
          'When the check finds nothing that blocks a release of PHP, of plain pages or of a database alone, we may start it, apart from everything else and without a network. Its page in your profile shows what we saw and, if it did not run, what to do about it; then we mail you once. You can have it run again 5 times a day. Once staff have approved the release, buyers see how it ran.',
          'Changing the files, title, description, demo link, demo sign-ins, questions about the code, pictures, report, category or licence sends the project back to verification. Changing the price, difficulty, tags, technologies, what help you promise, or who sees the demo sign-ins does not.',
          'On its page in your profile, add the demo sign-ins, 6 at most: we offer what we found in your files. Buyers see them on their order, everybody when you switch that on. Everybody who has the project has them, so never write a password of your own. There you can also answer up to 30 questions about your code, and take over those that you have answered in public. Buyers read them; others see how many there are.',
          'If you promise installation help, buyers ask you on the page of their order, and you answer under Help requests in My Projects. An answer is due within one working day. While a request is open its buyer can ask for the money back a little longer, at most 21 days, and you are paid after that.',
          'Switch on seats for a team if you like: who buys the source then may invite up to three people at no price. You accept the licence that says so, and the switch acts at once, for later purchases.',
          `Until our staff have looked at a change, ${editionsStayOnSale ? 'what they approved before stays on sale' : 'the project is off the lists'}. Its page in your profile shows what waits beside what they approved; there you can take it back.`,
        ],
        link: { label: 'What selling brings you', to: '/sell' },
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
          `For ${counted(refundDays, 'day')} you can ask for your money back. Open the order in your profile, press Request Refund and say what is wrong. The owner can answer; our staff read every request and decide. If they agree, the money goes back the way you paid and your download ends. While a help request that you opened within these days is open, they wait for it.`,
        ],
      },
      {
        title: 'The project does not run',
        paragraphs: [
          `Compare your versions with those in the README, and with those that it ran with under “How it ran” on its page. If you do not get in, look for “Sign in as” on your order. If that does not help, open the order under My Orders and press Ask for Help; the page says who answers and by which day. It is free for ${counted(helpDays, 'day')} after you buy.`,
          'Mark the request as solved when it runs. It closes by itself a week after the last answer; if it is not solved, write in it and it is open again.',
        ],
        link: { label: 'My Orders', to: '/profile?tab=orders' },
      },
      {
        title: 'My project was sent back',
        paragraphs: [
          'The project page in your profile shows the notes of the person who checked it and the whole history. Change what they ask for, then press Send Back for Checking on that page.',
        ],
        link: { label: 'My profile', to: '/profile' },
      },
      {
        title: 'Somebody sells my work',
        paragraphs: [
          `Press Report this project on its page and say where your original is; you need no account. Our staff decide within ${timeToDecide('copied')} and can take the project off the lists at once. A copied project is no longer listed.`,
        ],
      },
    ],
  },
  {
    slug: 'privacy',
    label: 'Privacy',
    title: 'Privacy',
    lead: 'What we know about you, why, how long, and how to have it erased.',
    changed: '30 November 2026',
    sections: [
      {
        title: 'What we keep',
        paragraphs: ['We keep what you give us and what the shop needs to work:'],
        list: [
          'Account: email, name and phone; and, if you add them, college, course, year, address, links and a picture. The phone is there to reach you about a payment, and to see when one person has several accounts.',
          'What you agreed to when you signed up and listed projects: which version, and when.',
          'Purchases: what you bought, when, for how much, the State you named at checkout, the terms you accepted there, and from which network address.',
          'Emails: which ones about a payment we sent you and when, and whether email to your address came back.',
          'Sign-ins: the kind of browser, the first half of the network address, when first and last.',
          'Downloads: which release you downloaded, when first and last, and how often; of a link that you mailed yourself for your computer, until when it works and how often it was used.',
          'Your own projects: files, pictures, texts, every decision of our staff on them, and what we saw when we ran them.',
          'If you sell: the UPI ID or bank account we pay you to and, if you enter them, your PAN and GSTIN.',
          'What you had begun when you signed out: your cart, what you compared, and what you had typed and not sent. It is back when you sign in again, on any computer, and nobody else who uses this one sees it. Kept for 90 days.',
          'What you write and save here: reviews, questions, complaints, whether a project ran, your wishlist and whom you follow.',
          'Help requests about what you bought: what you write, its pictures and the steps you had ticked. The owner who answers reads it without your name, our staff with it. Deleted 180 days after the request is closed; until then a bank may ask about it.',
          'If somebody invites you to a seat: a keyed hash of your address, for 14 days, or for good once you pressed Not Me. If you accept: that you have the seat, and your name in its licence. Who invited you sees your first name, an initial and the day.',
          'Messages and complaints you send us, with the name, email, phone and address you gave.',
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
          `Your name is shown beside your projects; your first name and an initial beside your reviews and questions. If your profile is public, everybody can see your name, picture, college and listed projects. Owners see what was sold, not who bought, also when you ask them for help. If you signed up with somebody’s referral code, they see your first name and an initial, when you joined and what they earned by you${sellsAs === 'marketplace' ? '. Receipts name the owner as the seller, with place and GSTIN' : ''}. The payment company gets the amount and an order number. Our mail service carries the emails we send you. Authorities get what the law obliges us to give.`,
        ],
      },
      {
        title: 'How long',
        paragraphs: [
          'As long as you have an account. You delete it yourself in Settings of your profile, with a code we mail you. Orders, payments and the ledger are kept without your name, invoices and receipts with the name and State on them, because tax law asks for them; your reviews stay as those of a former member, and those who bought your projects keep the titles and files. What a page promised when somebody ordered is kept for 180 days after the purchase: for that long their bank may ask about it.',
          `What you write to us without an account is erased ${limits.visitorDays} days after it came, and a complaint ${limits.visitorDays} days after it was decided, with your name and email.`,
          ...(sealedDays > 0
            ? [
                `The IT Rules ask us to keep two things for authorities: what was taken down, and what you gave us at sign-up when you delete your account. We keep them for ${counted(sealedDays, 'day')}, as an encrypted copy that no search, list or download finds. Only our chief administrator can open one, each time is recorded, and at its end it is erased by itself.`,
              ]
            : []),
        ],
      },
      {
        title: 'Your rights',
        paragraphs: [
          'You can see and correct your data in your profile, download all of it in Settings, and delete your account there: that also takes back what you agreed to. You can name somebody who may use these rights if you die or cannot act any more: write to us, and we keep your message. Accounts are for people who are 18 or older.',
          'If you are not content with an answer of ours, you can complain to our grievance officer, and then to the Data Protection Board of India.',
        ],
      },
    ],
  },
  {
    slug: 'terms',
    label: 'Terms',
    title: 'Terms of use',
    lead: 'What you may expect from us, and we from you.',
    changed: '30 November 2026',
    sections: [
      {
        title: 'The shop',
        paragraphs: [
          sellsAs === 'marketplace'
            ? `Readymade is a marketplace: owners list and sell their projects, our staff verify them, members buy them. The owner is the seller, and the receipt names them; ${operator.legalName ?? 'Readymade'} runs the marketplace and takes the payment for them. Prices are in rupees and are set by the owners.`
            : `Owners list their projects and license us to sell copies, our staff verify them, members buy them. The seller is ${operator.legalName ?? 'Readymade'}, in its own name. Prices are in rupees and are set by the owners.`,
          'Accounts are for people who are 18 or older; owners live in India.',
        ],
      },
      {
        title: 'What you buy',
        paragraphs: [
          'You buy a copy of the source code, or of a report, for yourself: to run, read, change and learn from, worldwide. The label of a project says which licence holds. Under the Readymade licence you may not sell it on or publish it. Where the owner’s own licence holds, it lies among the files, and nothing else holds for them; of single files that carry a licence of their own, such as libraries, that one does. The licence that held when you bought stays yours. Your download has a file with a code, which anybody can check on the page Check a licence.',
          'What your college allows you to hand in is decided by your college. Say where you started from, and be able to explain what you hand in.',
        ],
        link: { label: 'Check a licence', to: '/verify' },
      },
      {
        title: 'Paying',
        paragraphs: [
          'You pay by UPI or card on the page of the payment company, before you download. The price that you see is what you pay: any tax is in it, and nothing is added. Free projects need no payment. We store no card.',
          'Your bank can take a payment back (a chargeback). Please ask us for a refund first: it is quicker. While your bank decides, you keep what you bought; if it decides for you, the download ends.',
        ],
      },
      {
        title: 'Refunds',
        paragraphs: [
          `For ${counted(refundDays, 'day')} after buying you may ask for your money back on the order’s page, in words of your own. The words that were in force when you bought stay with the order. Our staff decide on the facts: a project that does not run as its README says, or is not what the page described, is refunded. The download ends with the refund.`,
          'If you asked for help within these days, at least 3 days are left while your request is open, up to 21 days more than promised.',
        ],
      },
      {
        title: 'Seats for a team',
        paragraphs: [
          'Where the label of a project named seats when you bought its source, you may invite up to three people of your team by email, at no price. Who accepts may use the files as you may, under a licence of their own; refunds, reviews and requests for help stay yours. A seat can be given to another person once, and ends when the order is refunded. Orders bought before the owner allowed seats have none.',
        ],
      },
      {
        title: 'Support',
        paragraphs: [
          `Help with what you paid for is free for ${counted(helpDays, 'day')} after you buy; you ask for it on the page of the order. Where the label of a project says installation help, its owner answers, otherwise our staff, and you can call our staff when an owner does not answer. Where it says customisation, its owner changes it for your course: what and for which price is agreed on before any work starts.`,
        ],
      },
      {
        title: 'If you sell',
        paragraphs: [
          sellsAs === 'marketplace'
            ? 'You sell to the buyer; we show, deliver and take the payment for you. You give us the right to do so, non-exclusive, worldwide and unlimited in time.'
            : 'You license us to sell copies: non-exclusive, worldwide and unlimited in time. We sell them to buyers in our own name, and you earn a share.',
          `From every sale you receive the price less our fee of ${feePercent}%, rounded to the paisa, before tax held back: ${exampleShare(feePercent)}. A referral is paid out of our fee. Free projects cost you nothing.`,
          `Payouts begin at ${inRupees(limits.payoutMin)} and cost you nothing. What can be taken from your share:`,
        ],
        list: sellersCharges[sellsAs],
      },
      {
        title: 'What you say by listing a project',
        paragraphs: ['By listing a project and by sending files you say that:'],
        list: [
          'its page is true, and you are 18 or older and live in India;',
          'it is your own work, or you have the right to license every part of it;',
          'it holds no malware, no secrets of others and no personal data of real people;',
          'buyers keep what they bought when you no longer list it.',
        ],
      },
      {
        title: 'What may not be listed or written here',
        paragraphs: ['You may not list, upload, write or share anything that:'],
        list: [
          'belongs to somebody else and to which you have no right, or copies a patent, trade mark or copyright;',
          'is obscene, pornographic or paedophilic, invades somebody’s privacy or body, or insults or harasses people for their gender;',
          'is racist or incites hatred or violence between groups, or is harmful to children;',
          'encourages money laundering, gambling or online games that the law does not permit;',
          'deceives about where it comes from, or is knowingly false or misleading;',
          'pretends to be somebody else;',
          'threatens the unity, defence, security or sovereignty of India, its friendship with other countries or public order, incites a crime, or hinders its investigation;',
          'contains a virus or other code that breaks, destroys or limits a computer;',
          'breaks any law in force.',
        ],
      },
      {
        title: 'Complaints and copies',
        paragraphs: [
          `Anybody can report a listing, a review or a question, with an account or without. You get a number at once, and our staff decide ${timesToDecide}. Meanwhile they can take a listing off the lists for ${blockDays} days; its owner is told why and can answer. An order of a court or of the government is followed within 3 hours.`,
          'What is copied or forbidden is taken down. Whose listings were taken down for copying twice may lose the account: we count for each owner.',
        ],
      },
      {
        title: 'How an account ends',
        paragraphs: [
          'You can delete your account at any time in Settings. Buyers keep what they bought. What we owe you is paid out first, or given up by you.',
          'Our staff can close an account that breaks these terms or the law, and tell you why by email. What you earned honestly stays yours and is paid out; what you bought can be refunded as the law says.',
        ],
      },
      {
        title: 'If you do not agree with a decision',
        paragraphs: [
          `Write to our grievance officer, who is named below: your complaint is acknowledged within ${hoursToAcknowledge} hours. If you do not agree with the officer’s decision either, you can appeal to the Grievance Appellate Committee of the government (gac.gov.in) within 30 days. Consumers can also call the National Consumer Helpline, 1915.`,
        ],
      },
      {
        title: 'Referrals',
        paragraphs: [
          'Whoever shares a referral code says that they earn by it.',
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
    changed: '30 November 2026',
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
          '`lostSession`: whose session ended by itself, so that the sign-in page can say so. Signing in or out removes it.',
          '`otpSessionToken`, `askedCode` and `signInNext`: between asking for a code and entering it.',
          '`linkedReferral`: the referral code of a friend’s link that you opened, for 30 days. Signing in removes it.',
          '`cart` and `wishlist`: what you put into them. Signing out removes both; they are back when you sign in.',
          '`compared`: which projects you chose to compare. Clear, in the bar at the foot of the page, and signing out remove it.',
          '`setAside`: what you had in your cart, compared or typed here, when your session ended by itself and somebody else signed in, or you signed out without a connection. Signing in here removes it.',
          '`seatInvitation`: the invitation to a seat that you opened, while you sign in to accept it.',
          '`owned`: which projects you bought or have a seat of, so that their pages show Download. Signing out removes it.',
          '`setUpTicks`: which steps you ticked on the pages of your last 40 orders.',
          '`drafts` and `lastingDrafts`: what you typed in a form and have not sent or saved. Sending or saving it and signing out remove it; the first also go when you close the tab.',
          '`typed` and `reloadedBuilds`: what you typed when a page had to load itself anew after an update of this site, and for which updates that was done. They go when you close the tab.',
          '`seenLog`: the newest state of our public log that this browser saw when you checked files, so that it notices if we changed what we said.',
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
