import { smallPage } from '../../overload/small-page.ts'

/** What a switch stands for, in words that follow 'no emails about'. */
export const switches: Record<string, string> = {
  notifications:
    'what our staff decide about your projects, their sales, refunds, reviews and questions, answers to yours, new releases of what you bought, whether it ran, your commission and your payouts',
  newListings: 'new projects of people you follow',
}

const stays = 'Codes and receipts come in any case.'
const home = { to: '/', text: 'Go to the Home Page' }
const turnOn = { name: 'switch', value: 'on', text: 'Switch Them On Again' }

/** Asks before anything is switched off: programs that look at every link of a mail only get here. */
export const askingPage = (preference: string) =>
  smallPage({
    title: 'Switch these emails off?',
    text: `You will get no emails about ${switches[preference]}. ${stays}`,
    form: { name: 'switch', value: 'off', text: 'Switch Them Off' },
    link: home,
  })

/** Says what is off, and offers the way back. */
export const offPage = (preference: string) =>
  smallPage({
    title: 'These emails are off',
    text: `You get no emails about ${switches[preference]}. ${stays} The switch is in your settings too.`,
    form: turnOn,
    link: home,
  })

export const onPage = () =>
  smallPage({
    title: 'These emails are on again',
    text: 'The switch is in your settings, under Preferences.',
    link: home,
  })

export const unknownPage = () =>
  smallPage({
    title: 'This link does not work',
    text: 'It may have been cut off in the email. The switch is in your settings, under Preferences.',
    link: { to: '/profile?tab=settings', text: 'Go to Your Settings' },
  })
